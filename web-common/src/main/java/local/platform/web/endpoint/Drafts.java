package local.platform.web.endpoint;

import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;

/**
 * Converts between the messages and the drafts of a resource.
 *
 * @param message writes a draft as a message, whose other fields are not set
 * @param draft reads the draft from a message; the inverse of {@code message}
 * @param names translates the names of the draft's components to those in the message
 * @param keptIfAbsent fields, by their names in the proto, that the mask {@code *} includes only if
 *     they are in the message
 * @param <M> the message
 * @param <D> the draft
 */
public record Drafts<M extends Message, D>(
    Function<D, M> message, Reader<M, D> draft, FieldNames names, Set<String> keptIfAbsent) {

  /**
   * Reads drafts from messages.
   *
   * @param <M> the message
   * @param <D> the draft
   */
  @FunctionalInterface
  public interface Reader<M, D> {
    /** Returns the draft, and adds to the violations what is wrong with the form of the message. */
    D read(FieldViolations violations, M message);
  }

  /** Creates one without translated names, in which {@code *} includes all fields. */
  public Drafts(Function<D, M> message, Reader<M, D> draft) {
    this(message, draft, FieldNames.SAME, Set.of());
  }

  /** Returns a copy with translated names. */
  public Drafts<M, D> withNames(FieldNames others) {
    return new Drafts<>(message, draft, others, keptIfAbsent);
  }

  /**
   * Returns a copy with fields that the mask {@code *} includes only if they are in the message.
   */
  public Drafts<M, D> keeping(String... fields) {
    return new Drafts<>(message, draft, names, Set.of(fields));
  }

  /**
   * Returns the change that a message and a mask request, and adds to the violations what is wrong
   * with their form. Fields of the mask that clients cannot write have no effect.
   */
  @SuppressWarnings("unchecked") // a message has a default instance of its own type
  public DraftChange<D> change(FieldViolations violations, M given, FieldMask mask) {
    Set<String> paths = paths(violations, given, mask);
    UnaryOperator<M> merge = before -> FieldMasks.merge(before, given, paths);
    // Finds violations in the values that change before anything is looked up.
    draft.read(violations, merge.apply((M) given.getDefaultInstanceForType()));
    return new DraftChange<>(
        names.inRecords(FieldMasks.inJson(paths, given.getDescriptorForType())),
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
