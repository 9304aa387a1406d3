package local.platform.iam;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.account.AccountAssociation;
import local.platform.iam.account.AccountAssociations;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.binding.RoleBindings;
import local.platform.kind.ResourceQuery;
import local.platform.registry.repo.Repo;
import local.platform.registry.repo.RepoWithReadme;
import local.platform.registry.repo.Repos;
import local.platform.testing.MutableClock;
import local.platform.testing.Seed;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.sample.AccountAssociationSample;
import local.platform.testing.sample.KindSample;
import local.platform.testing.sample.KindSample.Filtered;
import local.platform.testing.sample.Samples;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares lists under random filters with all rows, filtered one by one. */
class ResourceListsIT {
  private static final int QUERIES = 150;
  private static final List<String> NAMES =
      List.of("a", "a a", "aa", "ab", "b", "b a", "c", "viewer.x");

  private final Seed seed = new Seed();
  private final Random random = seed.random();
  private final MutableClock clock = new MutableClock();
  private final List<Uid> groups = new ArrayList<>();
  private TestServices services;
  private World world;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, clock);
    world = new World(services);
    for (int organization = 0; organization < 2; organization++) {
      Uid root = world.organization();
      groups.add(root);
      for (int i = 0; i < 6; i++) {
        List<Uid> inside = groups.stream().filter(root::covers).toList();
        groups.add(world.group(any(inside)));
      }
    }
  }

  static Stream<Arguments> kinds() {
    return Samples.ofKinds(sample -> true, (Object[]) TestDatabase.values());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  <R extends Resource> void aKindIsListedUnderEveryFilter(
      KindSample<?, R> sample, TestDatabase database) {
    start(database);
    compareLists(sample, rows(sample));
  }

  /** Compares lists with resources, which must be all that there are of a kind. */
  private <R extends Resource> void compareLists(KindSample<?, R> sample, List<R> rows) {
    for (int i = 0; i < QUERIES; i++) {
      UidpFilter uidp = anyFilter(rows);
      List<Uid> visible = anyVisible();
      Caller caller = World.everythingAt(visible.toArray(Uid[]::new));
      Search<R> search =
          new Search<>(
              ResourceQuery.of(uidp),
              row ->
                  (sample.listedForEverybody().contains(row.uid()) || isVisible(visible, row))
                      && matches(uidp, row.uid()));
      for (Filtered<R, ?> filtered : sample.filters()) {
        if (random.nextInt(3) == 0) {
          search = narrowed(search, filtered, rows);
        }
      }
      ResourceQuery query = search.query();
      String description = query + " seen from " + visible;
      assertWalk(
          rows,
          search.listed(),
          (window, each) -> sample.resources(services).walk(caller, query, window, each),
          description);
      assertList(
          rows,
          search.listed(),
          any(orders(sample)),
          page -> sample.resources(services).list(caller, query, page),
          description);
    }
  }

  /** A query, and what it lists. */
  private record Search<R>(ResourceQuery query, Predicate<R> listed) {}

  /** Narrows a search by the value of one of the rows, or by one that perhaps no row has. */
  private <R, V> Search<R> narrowed(Search<R> search, Filtered<R, V> filtered, List<R> rows) {
    V value = random.nextInt(3) == 0 ? any(filtered.values()) : filtered.value().apply(any(rows));
    return new Search<>(
        search.query().with(filtered.filter(), Optional.of(value)),
        search.listed().and(row -> filtered.value().apply(row).equals(value)));
  }

  /** Creates resources in all groups, some of which are changed. */
  private <D, R extends Resource> List<R> rows(KindSample<D, R> sample) {
    List<R> rows = new ArrayList<>();
    for (Uid uid : sample.listedForEverybody()) {
      rows.add(sample.resources(services).get(World.caller(List.of()), uid));
    }
    boolean canChange = sample.requirements().containsKey("update");
    for (Uid group : groups) {
      Caller caller = World.everythingAt(group);
      for (String name : names(sample)) {
        Uid uid = sample.makeAny(world, group, name, random).uid();
        if (canChange && random.nextBoolean()) {
          tick();
          sample.update(services, caller, uid, sample.change(), VersionCondition.ANY);
        }
        rows.add(sample.resources(services).get(caller, uid));
        tick();
      }
    }
    return rows;
  }

  /** Returns some names of the resources in a group, which repeat if they may. */
  private List<String> names(KindSample<?, ?> sample) {
    int count = random.nextInt(NAMES.size() + 1);
    return sample.hasUniqueName()
        ? NAMES.subList(0, count)
        : Stream.generate(() -> any(NAMES)).limit(count).toList();
  }

  private <R extends Resource> List<Order<R>> orders(KindSample<?, R> sample) {
    List<Order<R>> orders = new ArrayList<>();
    orders.add(order("uid", row -> row.uid().value()));
    sample.orders().forEach((text, comparator) -> orders.add(order(text, comparator)));
    return orders;
  }

  @ParameterizedTest
  @EnumSource
  void roleBindingsAreListedUnderEveryFilter(TestDatabase database) {
    start(database);
    List<Uid> identities =
        groups.stream().limit(5).map(group -> world.identity(group).uid()).toList();
    List<Uid> roles = new ArrayList<>();
    for (Uid root : groups.stream().filter(Uid::isRoot).toList()) {
      roles.add(world.role(root, Capability.REPO_LIST).uid());
    }
    List<RoleBinding> rows = new ArrayList<>();
    Set<RoleBindingDraft> taken = new HashSet<>();
    for (Uid group : groups) {
      taken.clear();
      for (int i = random.nextInt(12); i > 0; i--) {
        Uid role =
            random.nextBoolean()
                ? any(List.of(BuiltInRole.VIEWER, BuiltInRole.OWNER)).uid()
                : roles.stream().filter(group.root()::covers).findFirst().orElseThrow();
        Uid identity = any(identities);
        if (taken.add(RoleBindingDraft.of(identity, role))) {
          rows.add(world.bind(group, identity, role));
          tick();
        }
      }
    }
    for (int i = 0; i < QUERIES; i++) {
      UidpFilter uidp = anyFilter(rows);
      Optional<Uid> identity = maybe(3, () -> any(identities));
      Optional<Uid> group = maybe(3, () -> any(groups));
      Optional<Uid> role = maybe(3, () -> any(rows).role().uid());
      List<Uid> visible = anyVisible();
      Caller caller = World.everythingAt(visible.toArray(Uid[]::new));
      ResourceQuery query =
          ResourceQuery.of(group.map(uidp::onlyChildrenOf).orElse(uidp))
              .with(RoleBindings.IDENTITY, identity)
              .with(RoleBindings.ROLE, role);
      Predicate<RoleBinding> listed =
          binding ->
              isVisible(visible, binding)
                  && matches(uidp, binding.uid())
                  && identity.map(binding.identity().uid()::equals).orElse(true)
                  && group.map(binding.group().uid()::equals).orElse(true)
                  && role.map(binding.role().uid()::equals).orElse(true);
      String description =
          uidp + " " + identity + " " + group + " " + role + " seen from " + visible;
      assertWalk(
          rows,
          listed,
          (window, each) -> services.roleBindingResources().walk(caller, query, window, each),
          description);
      assertList(
          rows,
          listed,
          any(
              List.of(
                  order("uid", binding -> binding.uid().value()),
                  order("create_time", RoleBinding::createTime))),
          page -> services.roleBindingResources().list(caller, query, page),
          description);
    }
    Caller everything = World.everythingAt(groups.stream().filter(Uid::isRoot).toArray(Uid[]::new));
    RoleBinding one = rows.get(0);
    Uid other = any(groups.stream().filter(each -> !each.equals(one.group().uid())).toList());
    ResourceQuery contradiction =
        ResourceQuery.of(
            new UidpFilter(
                    Optional.empty(), Optional.empty(), Optional.of(other), false, Optional.empty())
                .onlyChildrenOf(one.group().uid()));
    Page<RoleBinding> nothing =
        services
            .roleBindingResources()
            .list(everything, contradiction, new PageRequest(0, "", "", 0));
    assertThat(nothing.items()).isEmpty();
    assertThat(nothing.totalCount()).isZero();
    assertThat(
            World.outcome(
                () ->
                    services
                        .roleBindingResources()
                        .list(everything, contradiction, new PageRequest(0, "", "name", 0))))
        .isEqualTo("INVALID_ARGUMENT");
  }

  /** The uid of each is that of its group, also of an organization. */
  @ParameterizedTest
  @EnumSource
  void accountAssociationsAreListedUnderEveryFilter(TestDatabase database) {
    start(database);
    List<AccountAssociation> rows = new ArrayList<>();
    for (Uid group : groups) {
      rows.add(
          services
              .resources(AccountAssociations.KIND)
              .create(
                  World.everythingAt(group),
                  group,
                  AccountAssociationSample.name(any(NAMES))
                      .applyTo(AccountAssociationSample.named("association"))));
      tick();
    }
    compareLists(new AccountAssociationSample(), rows);
  }

  @ParameterizedTest
  @EnumSource
  void reposAreListedUnderEveryFilter(TestDatabase database) {
    start(database);
    List<Repo> rows = new ArrayList<>();
    for (Uid group : groups) {
      for (String name : NAMES.subList(0, random.nextInt(NAMES.size() + 1))) {
        rows.add(world.repo(group, name));
        tick();
      }
    }
    for (int i = 0; i < QUERIES; i++) {
      UidpFilter uidp = anyFilter(rows);
      Optional<String> name = maybe(3, () -> any(NAMES));
      List<Uid> visible = anyVisible();
      Caller caller = World.everythingAt(visible.toArray(Uid[]::new));
      ResourceQuery query = ResourceQuery.of(uidp).with(Repos.NAME, name);
      Predicate<Resource> listed = repo -> isVisible(visible, repo) && matches(uidp, repo.uid());
      Predicate<Repo> named = repo -> name.map(repo.draft().name()::equals).orElse(true);
      String description = uidp + " " + name + " seen from " + visible;
      assertWalk(
          rows.stream().map(repo -> new RepoWithReadme(repo, "")).toList(),
          whole -> listed.test(whole) && named.test(whole.repo()),
          (window, each) -> services.reposWithReadmes().walk(caller, query, window, each),
          description);
      assertList(
          rows,
          repo -> listed.test(repo) && named.test(repo),
          any(
              List.of(
                  order("uid", repo -> repo.uid().value()),
                  order("name", repo -> repo.draft().name()),
                  order("create_time", Repo::createTime),
                  order("update_time", Repo::updateTime))),
          page -> services.repoResources().list(caller, query, page),
          description);
    }
  }

  /** An order in the spelling of clients. */
  private record Order<R>(String text, Comparator<R> comparator) {}

  private <R extends Resource, V extends Comparable<V>> Order<R> order(
      String text, Function<R, V> value) {
    return order(text, Comparator.comparing(value));
  }

  private <R extends Resource> Order<R> order(String text, Comparator<R> comparator) {
    Comparator<R> ascending = comparator.thenComparing(row -> row.uid().value());
    return random.nextBoolean()
        ? new Order<>(text, ascending)
        : new Order<>(text + " desc", ascending.reversed());
  }

  private <R extends Resource> void assertList(
      List<R> rows,
      Predicate<R> listed,
      Order<R> order,
      Function<PageRequest, Page<R>> list,
      String query) {
    String description = seed + " " + query + " by " + order.text();
    List<R> expected = rows.stream().filter(listed).sorted(order.comparator()).toList();
    int skip = random.nextInt(3) == 0 ? random.nextInt(expected.size() + 2) : 0;
    int size = 1 + random.nextInt(Math.max(1, expected.size()));
    List<R> read = new ArrayList<>();
    String token = "";
    do {
      PageRequest request = new PageRequest(size, token, order.text(), token.isEmpty() ? skip : 0);
      Page<R> page = list.apply(request);
      read.addAll(page.items());
      assertThat(page.totalCount()).as(description).isEqualTo(expected.size());
      token = page.nextPageToken().orElse("");
      assertThat(page.items().size()).as(description).isLessThanOrEqualTo(size);
    } while (!token.isEmpty());
    assertThat(read).as(description).isEqualTo(expected.stream().skip(skip).toList());
  }

  private <R extends Resource> void assertWalk(
      List<R> rows, Predicate<R> listed, BiConsumer<Window, Consumer<R>> walk, String query) {
    List<R> expected =
        rows.stream().filter(listed).sorted(Comparator.comparing(Resource::uid)).toList();
    int skip = random.nextInt(3) == 0 ? random.nextInt(expected.size() + 2) : 0;
    int limit = random.nextInt(3) == 0 ? random.nextInt(expected.size() + 2) : Integer.MAX_VALUE;
    List<R> read = new ArrayList<>();
    walk.accept(new Window(skip, limit), read::add);
    assertThat(read)
        .as("%s %s from %d, at most %d", seed, query, skip, limit)
        .isEqualTo(expected.stream().skip(skip).limit(limit).toList());
  }

  private List<Uid> anyVisible() {
    List<Uid> visible = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      visible.add(any(groups));
    }
    return visible;
  }

  private static boolean isVisible(List<Uid> visible, Resource row) {
    return visible.stream().anyMatch(top -> isAtOrBelow(top, row.uid()));
  }

  private static boolean isAtOrBelow(Uid top, Uid uid) {
    return (uid.value() + "/").startsWith(top.value() + "/");
  }

  private static boolean isBelow(Uid top, Uid uid) {
    return !top.equals(uid) && isAtOrBelow(top, uid);
  }

  private static boolean matches(UidpFilter filter, Uid uid) {
    return filter.ancestorsOf().map(bottom -> isBelow(uid, bottom)).orElse(true)
        && filter.descendantsOf().map(top -> isBelow(top, uid)).orElse(true)
        && filter
            .childrenOf()
            .map(top -> isBelow(top, uid) && uid.value().length() == top.value().length() + 17)
            .orElse(true)
        && (!filter.inRoot() || !uid.value().contains("/"))
        && filter.ids().map(ids -> ids.contains(uid)).orElse(true);
  }

  private <R extends Resource> UidpFilter anyFilter(List<R> rows) {
    return new UidpFilter(
        maybe(10, () -> any(rows).uid().newChild()),
        maybe(4, () -> any(groups)),
        maybe(4, () -> any(groups)),
        random.nextInt(6) == 0,
        maybe(
            6,
            () ->
                random
                    .ints(random.nextInt(20), 0, rows.size())
                    .mapToObj(i -> rows.get(i).uid())
                    .collect(Collectors.toSet())));
  }

  /** Returns a value with a probability of one in {@code times}. */
  private <T> Optional<T> maybe(int times, Supplier<T> value) {
    return random.nextInt(times) == 0 ? Optional.of(value.get()) : Optional.empty();
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private void tick() {
    clock.advance(Duration.ofMillis(random.nextInt(2)));
  }
}
