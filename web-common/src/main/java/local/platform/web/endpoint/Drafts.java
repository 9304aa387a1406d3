package local.platform.web.endpoint;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;

/**
 * Converts between the messages and the drafts of a resource.
 *
 * @param message writes a draft as a message, whose other fields are not set
 * @param draft reads the draft from a message; the inverse of {@code message}
 * @param names translates the names of the draft's components to those in the message
 * @param keptIfAbsent values, by their paths in the proto, that a mask which does not name them
 *     itself, such as {@code *}, includes only if they are in the message
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

  /** Creates one without translated names, in which a mask always includes all that it covers. */
  public Drafts(Function<D, M> message, Reader<M, D> draft) {
    this(message, draft, FieldNames.SAME, Set.of());
  }

  /** Returns a copy with translated names. */
  public Drafts<M, D> withNames(FieldNames others) {
    return new Drafts<>(message, draft, others, keptIfAbsent);
  }

  /**
   * Returns a copy with values, by their paths in the proto, that a mask which does not name them
   * itself, such as {@code *}, includes only if they are in the message.
   */
  public Drafts<M, D> keeping(String... values) {
    return new Drafts<>(message, draft, names, Set.of(values));
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
    Descriptor resource = given.getDescriptorForType();
    Set<String> paths = FieldMasks.resolve(mask, resource, violations);
    Set<String> there = FieldMasks.nonDefault(given);
    paths.removeIf(
        path ->
            keptIfAbsent.contains(path)
                && !there.contains(path)
                && !FieldMasks.names(mask, path, resource));
    return paths;
  }
}
