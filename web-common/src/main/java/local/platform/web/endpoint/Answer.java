package local.platform.web.endpoint;

import com.google.protobuf.Message;

/** What a method answers with; each protocol writes it in its own way. */
public sealed interface Answer {

  /**
   * A message that is the whole answer.
   *
   * @param message the message
   */
  record Whole(Message message) implements Answer {}

  /**
   * A stored resource, with the version that HTTP shows as its entity tag.
   *
   * @param message the resource
   * @param version its version
   */
  record Resource(Message message, long version) implements Answer {}

  /**
   * A list whose items are written while they are read.
   *
   * @param empty the list without items, whose field {@code items} takes them where the answer must
   *     be one message
   * @param walk reads the items
   */
  record Items(Message empty, ItemWalk<? extends Message> walk) implements Answer {}
}
