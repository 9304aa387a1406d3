package local.platform.web.endpoint;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import local.platform.foundation.uid.Uid;

/** The answer of a method. Each protocol writes it in its own way. */
public sealed interface Answer {

  /** An answer that is one message. */
  sealed interface OneMessage extends Answer {
    /** Returns the message. */
    Message message();
  }

  /**
   * A single message.
   *
   * @param message the message
   */
  record Single(Message message) implements OneMessage {}

  /**
   * A stored resource, with the version that HTTP shows as its entity tag.
   *
   * @param message the resource
   * @param uid its uid
   * @param version its version
   * @param besides what it shows besides that is no change of it; empty for most
   */
  record Resource(Message message, Uid uid, long version, String besides) implements OneMessage {}

  /**
   * The answer that a write would have given that was only tried.
   *
   * @param message the answer, without what does not exist
   */
  record Tried(Message message) implements OneMessage {}

  /**
   * The answer to a request that repeats an earlier one with the same key.
   *
   * @param shown what the earlier one has written, as it is now
   */
  record Replayed(OneMessage shown) implements OneMessage {
    @Override
    public Message message() {
      return shown.message();
    }
  }

  /**
   * A list whose items are written while they are read.
   *
   * @param empty the list without items; its field {@code items} holds them where the answer must
   *     be one message
   * @param walk reads the items
   */
  record Items(Message empty, ItemWalk<? extends Message> walk) implements Answer {}

  /**
   * Bytes that somebody has brought, as they are, over REST only. Nothing is written before {@code
   * content} is called.
   *
   * @param mediaType their media type, which no browser takes for a page or a script
   * @param content writes them
   */
  record Bytes(String mediaType, Content content) implements Answer {}

  /** Writes the bytes of an answer. */
  @FunctionalInterface
  interface Content {
    /**
     * Writes them.
     *
     * @throws IOException what the stream throws
     */
    void write(OutputStream out) throws IOException;
  }

  /**
   * A list that is written while it is read, of which an item may be longer than memory allows: it
   * comes in parts, which follow each other. A list has only one field, which holds the items. An
   * item has an {@code id} and only one list: items with the same id one after the other are one,
   * with all of their lists.
   *
   * @param empty the list without items
   * @param walk reads the parts, each with at least one element in its list
   * @param most how many elements the lists of all items may have where the answer must be one
   *     message
   */
  record Joined(Message empty, Consumer<Consumer<Message>> walk, int most) implements Answer {

    /** Returns the field of the list that holds the items. */
    public FieldDescriptor items() {
      return MessageFields.onlyList(empty.getDescriptorForType());
    }
  }
}
