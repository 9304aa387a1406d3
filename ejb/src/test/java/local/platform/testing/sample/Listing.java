package local.platform.testing.sample;

import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/**
 * A list of resources, and what it requires.
 *
 * @param name the name in messages of tests
 * @param required the capability that shows a resource
 * @param shownToEverybody the uids that are shown without it
 * @param make creates a resource in a group, which is the only one that the list shows there;
 *     returns its uid
 * @param list returns a page without any filter; empty if there are no pages
 * @param walk passes all resources to a consumer; empty if there are only pages
 */
public record Listing(
    String name,
    Capability required,
    Set<Uid> shownToEverybody,
    BiFunction<World, Uid, Uid> make,
    Optional<Paged> list,
    Optional<Walked> walk) {

  /** Refuses what is read in neither way, of which tests would try nothing. */
  public Listing {
    if (list.isEmpty() && walk.isEmpty()) {
      throw new IllegalArgumentException(
          name + " needs a way to be read: in pages, as a whole, or both");
    }
  }

  /** Creates a list that is read in pages and as a whole, and shows nothing to everybody. */
  public Listing(
      String name, Capability required, BiFunction<World, Uid, Uid> make, Paged list, Walked walk) {
    this(name, required, Set.of(), make, Optional.of(list), Optional.of(walk));
  }

  /** Reads a page of a list. */
  public interface Paged {
    /** Returns the page that a caller sees. */
    Page<? extends Resource> page(TestServices services, Caller caller, PageRequest page);
  }

  /** Reads a whole list. */
  public interface Walked {
    /** Passes the resources that a caller sees to a consumer, in the order of uids. */
    void walk(TestServices services, Caller caller, Window window, Consumer<Resource> consumer);
  }

  @Override
  public String toString() {
    return name;
  }
}
