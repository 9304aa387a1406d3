package local.platform.web.grpc;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import local.platform.error.PlatformException;
import local.platform.paging.Window;
import local.platform.web.endpoint.Answer;

/**
 * Collects lists that are read item by item into one message, as gRPC answers with one. They must
 * therefore not be too long ({@code platform.v1.grpc-list-limit}).
 */
final class CollectedItems {
  /** How large the items of an answer may be together: it is held in memory as a whole. */
  static final int MAX_BYTES = 64 << 20;

  private final int limit;

  /**
   * Collects up to a limit.
   *
   * @param limit the most items that a message has
   */
  CollectedItems(int limit) {
    this.limit = limit;
  }

  /**
   * Returns a list with all of its items.
   *
   * @throws PlatformException RESOURCE_EXHAUSTED with LIST_TOO_LONG if there are more than the
   *     limit, or if they are larger than one message should be
   */
  Message of(Answer.Items list) {
    Items items = new Items();
    list.walk().walk(new Window(0, limit + 1L), items::add);
    if (items.messages.size() > limit) {
      throw tooLong(limit, limit + " items");
    }
    FieldDescriptor field = list.empty().getDescriptorForType().findFieldByName("items");
    return list.empty().newBuilderForType().setField(field, items.messages).build();
  }

  /** The items so far. */
  private static final class Items {
    private final List<Message> messages = new ArrayList<>();
    private long bytes;

    void add(Message message) {
      bytes += message.getSerializedSize();
      if (bytes > MAX_BYTES) {
        throw tooLong(MAX_BYTES, MAX_BYTES + " bytes");
      }
      messages.add(message);
    }
  }

  private static PlatformException tooLong(int limit, String text) {
    return PlatformException.tooLarge(
        "LIST_TOO_LONG",
        limit,
        "the list has more than "
            + text
            + ": narrow it by a filter, or read it page by page with version 2");
  }
}
