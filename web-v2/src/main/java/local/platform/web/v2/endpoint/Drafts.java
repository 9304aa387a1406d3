package local.platform.web.v2.endpoint;

import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import local.platform.error.FieldViolations;
import local.platform.resource.DraftChange;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.endpoint.FieldNames;

/**
 * How a resource is written in version 2.
 *
 * @param message writes a draft as a message, whose other fields are not set
 * @param draft reads the draft in a message, and notes what is wrong with the form of its fields;
 *     reads back what {@code message} has written
 * @param names how the message calls the components of the draft
 * @param keptIfAbsent fields, by their names in the proto, that the mask {@code *} names only if
 *     they are in the message
 * @param <M> the message
 * @param <D> the draft
 */
public record Drafts<M extends Message, D>(
    Function<D, M> message, Reader<M, D> draft, FieldNames names, Set<String> keptIfAbsent) {

  /**
   * Reads the draft in a message.
   *
   * @param <M> the message
   * @param <D> the draft
   */
  @FunctionalInterface
  public interface Reader<M, D> {
    /** Returns the draft, and notes what is wrong with the form of the message. */
    D read(FieldViolations violations, M message);
  }

  /** A resource whose message and draft have the same names, and of which {@code *} names all. */
  public Drafts(Function<D, M> message, Reader<M, D> draft) {
    this(message, draft, FieldNames.SAME, Set.of());
  }

  /** Returns the same with other names in the message. */
  public Drafts<M, D> withNames(FieldNames others) {
    return new Drafts<>(message, draft, others, keptIfAbsent);
  }

  /** Returns the same with fields that the mask {@code *} names only if they are there. */
  public Drafts<M, D> keeping(String... fields) {
    return new Drafts<>(message, draft, names, Set.of(fields));
  }

  /**
   * Returns the change that a message and a mask ask for, and notes what is wrong with the form of
   * both. Fields that clients do not write may be named in vain.
   */
  @SuppressWarnings("unchecked") // a message has a default instance of its own type
  public DraftChange<D> change(FieldViolations violations, M given, FieldMask mask) {
    Set<String> paths = paths(violations, given, mask);
    UnaryOperator<M> merge = before -> FieldMasks.merge(before, given, paths);
    // Notes what is wrong with the values that change, before anything is looked up.
    draft.read(violations, merge.apply((M) given.getDefaultInstanceForType()));
    return new DraftChange<>(
        names.inRecords(FieldMasks.inJson(paths)),
        before -> draft.read(new FieldViolations(), merge.apply(message.apply(before))));
  }

  private Set<String> paths(FieldViolations violations, M given, FieldMask mask) {
    Set<String> paths = FieldMasks.resolve(mask, given.getDescriptorForType(), violations);
    if (FieldMasks.isAll(mask)) {
      Set<String> there =
          given.getAllFields().keySet().stream()
              .map(field -> field.getName())
              .collect(Collectors.toSet());
      paths.removeIf(path -> keptIfAbsent.contains(path) && !there.contains(path));
    }
    return paths;
  }
}
