package local.platform.web.endpoint;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DryRun;
import local.platform.foundation.uid.Uid;

/**
 * Dry runs (AIP-163): a write that is checked and made as ever, and then rolled back. Clients ask
 * for one by a header, which the answer has too: without it, the server has written.
 */
public final class DryRuns {
  /** The header of requests and answers, and the metadata of that name over gRPC. */
  public static final String HEADER = "Platform-Validate-Only";

  /** The value of the header that asks for a dry run, and that answers to one have. */
  public static final String TRUE = "true";

  private static final String FALSE = "false";

  private DryRuns() {}

  /**
   * Returns whether a request asks for a dry run.
   *
   * @param values all values of its header
   * @throws PlatformException INVALID_ARGUMENT if they are not one that is true or false
   */
  static boolean isAsked(List<String> values) {
    if (values.isEmpty()) {
      return false;
    }
    if (values.size() > 1 || !Set.of(TRUE, FALSE).contains(values.get(0))) {
      throw PlatformException.invalidArgument(HEADER, "must be true or false, and given once");
    }
    return values.get(0).equals(TRUE);
  }

  /**
   * Returns the answer to a dry run: that of the write, without its version, and without the uids
   * of what does not exist. Those that the request itself names stay.
   */
  static Answer.Tried answer(Answer written, Message request, DryRun dryRun) {
    Set<String> unknown =
        dryRun.created().stream().map(Uid::value).collect(Collectors.toCollection(HashSet::new));
    forEachText(request, unknown::remove);
    return new Answer.Tried(without(unknown, ((Answer.OneMessage) written).message()));
  }

  private static void forEachText(Message message, Consumer<String> taker) {
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              for (Object each : elements(value)) {
                if (each instanceof String text) {
                  taker.accept(text);
                } else if (each instanceof Message inner) {
                  forEachText(inner, taker);
                }
              }
            });
  }

  private static Collection<?> elements(Object value) {
    return value instanceof List<?> list ? list : List.of(value);
  }

  /** Returns a message without the fields, at any depth, that consist of one of these texts. */
  private static Message without(Set<String> texts, Message message) {
    Message.Builder builder = message.toBuilder();
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (field.isRepeated() && isMessage(field)) {
                builder.clearField(field);
                elements(value)
                    .forEach(
                        each -> builder.addRepeatedField(field, without(texts, (Message) each)));
              } else if (isMessage(field)) {
                builder.setField(field, without(texts, (Message) value));
              } else if (value instanceof String text && texts.contains(text)) {
                builder.clearField(field);
              }
            });
    return builder.build();
  }

  private static boolean isMessage(FieldDescriptor field) {
    return field.getJavaType() == JavaType.MESSAGE;
  }
}
