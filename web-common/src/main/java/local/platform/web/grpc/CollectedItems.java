package local.platform.web.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Window;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.MessageFields;

/**
 * Collects lists that are read item by item into the one message of a gRPC answer. Their length is
 * therefore limited ({@code platform.v1.grpc-list-limit}).
 */
final class CollectedItems {
  /** Maximum size of all items of an answer, which is held in memory as a whole. */
  static final int MAX_BYTES = 64 << 20;

  private final int limit;

  /**
   * Creates a collector with a limit.
   *
   * @param limit maximum number of items of a message
   */
  CollectedItems(int limit) {
    this.limit = limit;
  }

  /**
   * Returns a list with all of its items.
   *
   * @throws PlatformException RESOURCE_EXHAUSTED with LIST_TOO_LONG if there are more items than
   *     the limit, or if they are too large for one message
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

  /**
   * Returns a list whose items are joined from their parts.
   *
   * @throws PlatformException RESOURCE_EXHAUSTED with LIST_TOO_LONG if there are more elements in
   *     them than the list allows, or if they are too large for one message
   */
  static Message of(Answer.Joined list) {
    Parts parts = new Parts(list.most());
    list.walk().accept(parts::add);
    return list.empty().newBuilderForType().setField(list.items(), parts.joined()).build();
  }

  /** The parts so far. */
  private static final class Parts {
    private final int most;
    private final List<Message.Builder> items = new ArrayList<>();
    private long bytes;
    private int elements;
    private Object lastId = "";

    Parts(int most) {
      this.most = most;
    }

    void add(Message part) {
      Descriptor type = part.getDescriptorForType();
      elements += part.getRepeatedFieldCount(MessageFields.onlyList(type));
      if (elements > most) {
        throw tooLong(most, most + " elements");
      }
      bytes += part.getSerializedSize();
      if (bytes > MAX_BYTES) {
        throw tooLong(MAX_BYTES, MAX_BYTES + " bytes");
      }
      Object id = part.getField(MessageFields.named(type, "id"));
      if (!items.isEmpty() && id.equals(lastId)) {
        items.get(items.size() - 1).mergeFrom(part);
      } else {
        items.add(part.toBuilder());
        lastId = id;
      }
    }

    List<Message> joined() {
      return items.stream().map(Message.Builder::build).toList();
    }
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
            + ": restrict it, or read it over REST, which has no such limit");
  }
}
