package local.platform.web.v1.endpoint;

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
   *     RESOURCE_EXHAUSTED with LIST_TOO_LONG if there are more than the limit
   */
  public <M> List<M> items(Call call, ItemWalk<M> list) {
    call.violations().throwIfAny();
    List<M> items = new ArrayList<>();
    list.walk(new Window(0, limit + 1L), items::add);
    if (items.size() > limit) {
      throw PlatformException.tooLarge(
          "LIST_TOO_LONG",
          limit,
          "the list has more than "
              + limit
              + " items: narrow it by a filter, or read it page by page with version 2");
    }
    return items;
  }
}
