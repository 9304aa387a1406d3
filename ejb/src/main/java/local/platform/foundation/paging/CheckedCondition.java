package local.platform.foundation.paging;

/** A condition that is checked row by row, whatever indexes there are. */
record CheckedCondition(Condition condition) implements Condition {
  @Override
  public String canonicalText() {
    return condition.canonicalText();
  }

  @Override
  public Clause clause(String entity, String name) {
    return condition.clause(entity, name);
  }
}
