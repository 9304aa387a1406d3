package local.platform.web.v1.endpoint;

import com.google.protobuf.MessageLite;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import local.platform.config.Configuration;
import local.platform.error.PlatformException;
import local.platform.paging.Window;
import local.platform.web.endpoint.Call;

/**
 * Collects the lists of version 1 for a protocol that answers with one message, which therefore
 * must not be too long ({@code platform.v1.grpc-list-limit}).
 */
@Dependent
public class Collected {
  /** How large the items of an answer may be together: it is held in memory as a whole. */
  static final int MAX_BYTES = 64 << 20;

  private final int limit;

  /** With the limit that is configured. */
  @Inject
  public Collected(Configuration configuration) {
    this.limit = configuration.v1GrpcListLimit();
  }

  /**
   * All items of a list.
   *
   * @throws PlatformException INVALID_ARGUMENT if something is wrong with the call;
   *     RESOURCE_EXHAUSTED with LIST_TOO_LONG if there are more than the limit, or if they are
   *     larger than one message should be
   */
  public <M extends MessageLite> List<M> items(Call call, ItemWalk<M> list) {
    call.violations().throwIfAny();
    Items<M> items = new Items<>();
    list.walk(new Window(0, limit + 1L), items::add);
    if (items.messages.size() > limit) {
      throw tooLong(limit, limit + " items");
    }
    return items.messages;
  }

  /** The items so far. */
  private static final class Items<M extends MessageLite> {
    private final List<M> messages = new ArrayList<>();
    private long bytes;

    void add(M message) {
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
