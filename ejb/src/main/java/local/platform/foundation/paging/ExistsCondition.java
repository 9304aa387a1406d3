package local.platform.foundation.paging;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.uid.Uid;

/**
 * Some row of another table refers to the row and meets further conditions, or no row does.
 *
 * @param conditions the further conditions. The first can drive the statement if the other table
 *     has an index for it
 * @param none whether there must be no such row
 */
record ExistsCondition(Child child, List<Condition> conditions, boolean none) implements Condition {
  ExistsCondition {
    conditions = List.copyOf(conditions);
  }

  @Override
  public String canonicalText() {
    return Texts.list(
        none ? "none" : "exists",
        child.entity(),
        child.reference(),
        Texts.list(conditions.stream().map(Condition::canonicalText).toArray(String[]::new)));
  }

  /**
   * Returns a comparison with a count: MySQL would turn {@code exists} into a join in an order of
   * its own choice.
   */
  @Override
  public Clause clause(String entity, String name) {
    Clause inner = inner(name);
    String text =
        String.format(
            Locale.ROOT,
            "(select count(*) from %s %s where %s.%s = %s.%s%s) %s 0",
            child.entity(),
            name,
            name,
            child.reference(),
            entity,
            child.key(),
            inner.text(),
            none ? "=" : ">");
    return new Clause(text, inner.parameters());
  }

  @Override
  public Clause leadingClause(String entity, String name, Optional<Uid> root) {
    Clause inner = inner(name);
    Map<String, Object> parameters = new HashMap<>(inner.parameters());
    root.ifPresent(uid -> parameters.put(name + "Root", uid));
    String text =
        String.format(
            Locale.ROOT,
            "%s.%s in (select %s.%s from %s %s where %s%s)",
            entity,
            child.key(),
            name,
            child.reference(),
            child.entity(),
            name,
            root.isPresent() ? name + ".rootUid = :" + name + "Root" : "1 = 1",
            inner.text());
    return new Clause(text, parameters);
  }

  private Clause inner(String name) {
    StringBuilder text = new StringBuilder();
    Map<String, Object> parameters = new HashMap<>();
    for (int i = 0; i < conditions.size(); i++) {
      Clause clause = conditions.get(i).clause(name, name + "x" + i);
      text.append(" and ").append(clause.text());
      parameters.putAll(clause.parameters());
    }
    return new Clause(text.toString(), parameters);
  }

  /** Returns whether an index of the other table finds the rows; none leads to what is missing. */
  @Override
  public boolean isSelective(Indexes indexes) {
    return !none && conditions.stream().limit(1).anyMatch(first -> first.isIndexed(child));
  }
}
