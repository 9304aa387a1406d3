package local.platform.foundation.resource;

import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.foundation.error.FieldViolations;

/**
 * A change of what clients may write of a resource, which is its draft.
 *
 * @param fields the fields that it sets, by the names of the draft's components; parts of a
 *     component follow it after a dot
 * @param function returns a draft in which these fields are set, and all others are as they were
 * @param <D> the draft
 */
public record DraftChange<D>(Set<String> fields, UnaryOperator<D> function) {
  /** The characters that follow the name of a component. */
  private static final Pattern AFTER_COMPONENT = Pattern.compile("[.\\[]");

  public DraftChange {
    fields = Set.copyOf(fields);
  }

  /** Returns a change that sets these fields. */
  public static <D> DraftChange<D> of(UnaryOperator<D> function, String... fields) {
    return new DraftChange<>(Set.of(fields), function);
  }

  /**
   * Returns the draft after the change. That of an empty draft has the values that the change sets,
   * and can be checked before anything is looked up.
   */
  public D applyTo(D draft) {
    return function.apply(draft);
  }

  /** Returns whether it sets a component of the draft, or a part of it. */
  public boolean sets(String component) {
    return components().contains(component);
  }

  /** Returns whether it sets a part of the draft, such as {@code syncConfig.source}, as a whole. */
  public boolean setsWhole(String part) {
    return fields.stream().anyMatch(field -> (part + ".").startsWith(field + "."));
  }

  /** Returns what collects violations of the components that it sets, and ignores others. */
  public FieldViolations violations() {
    Set<String> components = components();
    return new FieldViolations(field -> components.contains(component(field)));
  }

  private Set<String> components() {
    return fields.stream().map(DraftChange::component).collect(Collectors.toSet());
  }

  /** Returns the component that a field is a part or an entry of. */
  private static String component(String field) {
    return AFTER_COMPONENT.splitAsStream(field).findFirst().orElse(field);
  }
}
