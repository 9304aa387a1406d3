package local.platform.foundation.paging;

import java.util.Map;

/** The attribute is not null. */
record PresentCondition(String attribute, ColumnType type) implements Condition {
  @Override
  public String canonicalText() {
    return Texts.list("present", attribute);
  }

  /** Returns a comparison, from which both databases take the beginning of a range. */
  @Override
  public Clause clause(String entity, String name) {
    return new Clause(entity + "." + attribute + " >= :" + name, Map.of(name, type.least()));
  }
}
