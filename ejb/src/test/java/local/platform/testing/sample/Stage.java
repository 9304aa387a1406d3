package local.platform.testing.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.Change;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/** Services with an organization, and what an observer of their changes has seen. */
public final class Stage implements AutoCloseable {
  private final MutableClock clock = new MutableClock();
  private final TestServices services;
  private final World world;
  private final Uid root;
  private final Caller owner;
  private final Caller operator;
  private final List<List<Change>> writes = new ArrayList<>();

  /** Creates services on an empty database, with an organization. */
  public Stage(TestDatabase database) {
    services = new TestServices(database, clock);
    services.observe(writes::add);
    world = new World(services);
    root = world.organization();
    owner = World.everythingAt(root);
    Uid identity = world.identity(world.organization()).uid();
    world.appointOperator(identity);
    operator = new Caller(identity, Narrowing.NONE, Grants.NONE);
  }

  /** Returns the clock of the services. */
  public MutableClock clock() {
    return clock;
  }

  /** Returns the services. */
  public TestServices services() {
    return services;
  }

  /** Returns what creates resources in them. */
  public World world() {
    return world;
  }

  /** Returns the organization. */
  public Uid root() {
    return root;
  }

  /** Returns a caller who may do everything in the organization. */
  public Caller owner() {
    return owner;
  }

  /** Returns a caller who is an operator. */
  public Caller operator() {
    return operator;
  }

  /** Runs one write, and returns the changes that the observer sees, all at once. */
  public List<Change> changesOf(Runnable write) {
    writes.clear();
    write.run();
    assertThat(writes).as("calls of the observer").hasSizeLessThanOrEqualTo(1);
    return writes.stream().flatMap(List::stream).toList();
  }

  @Override
  public void close() {
    services.close();
  }
}
