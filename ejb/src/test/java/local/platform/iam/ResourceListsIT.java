package local.platform.iam;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.access.authz.Caller;
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
import local.platform.kind.ResourceQuery;
import local.platform.registry.repo.Repo;
import local.platform.registry.repo.RepoWithReadme;
import local.platform.testing.MutableClock;
import local.platform.testing.Seed;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.sample.AccountAssociationSample;
import local.platform.testing.sample.KindSample;
import local.platform.testing.sample.KindSample.Filtered;
import local.platform.testing.sample.RepoSample;
import local.platform.testing.sample.RoleBindingSample;
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
      Search<R> search = anySearch(sample, rows);
      assertWalk(
          rows,
          search,
          (window, each) ->
              sample.resources(services).walk(search.caller(), search.query(), window, each));
      assertList(
          rows,
          search,
          any(orders(sample)),
          page -> sample.resources(services).list(search.caller(), search.query(), page));
    }
  }

  /** A caller with a query, and the rows that it must list. */
  private record Search<R>(Caller caller, ResourceQuery query, Predicate<R> listed, String text) {}

  private <R extends Resource> Search<R> anySearch(KindSample<?, R> sample, List<R> rows) {
    UidpFilter uidp = anyFilter(rows);
    Optional<Uid> parent = maybe(4, () -> any(groups));
    List<Uid> visible = anyVisible();
    ResourceQuery query = ResourceQuery.of(parent.map(uidp::onlyChildrenOf).orElse(uidp));
    Predicate<R> listed =
        row ->
            (sample.listedForEverybody().contains(row.uid()) || isVisible(visible, row))
                && matches(uidp, row.uid())
                && parent.map(group -> isChild(group, row.uid())).orElse(true);
    for (Filtered<R, ?> filtered : sample.filters()) {
      if (random.nextInt(3) == 0) {
        Chosen<R> chosen = chosen(filtered, query, rows);
        query = chosen.query();
        listed = listed.and(chosen.listed());
      }
    }
    return new Search<>(
        World.everythingAt(visible.toArray(Uid[]::new)),
        query,
        listed,
        query + " and in " + parent + " seen from " + visible);
  }

  /** A query that is restricted further, and the rows that meet the restriction. */
  private record Chosen<R>(ResourceQuery query, Predicate<R> listed) {}

  /** Restricts a query by the value of one of the rows, or by one that perhaps no row has. */
  private <R, V> Chosen<R> chosen(Filtered<R, V> filtered, ResourceQuery query, List<R> rows) {
    V value = random.nextInt(3) == 0 ? any(filtered.values()) : filtered.value().apply(any(rows));
    return new Chosen<>(
        query.with(filtered.filter(), Optional.of(value)),
        row -> filtered.value().apply(row).equals(value));
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
      long room =
          sample.mostInOrganization()
              - rows.stream().filter(row -> row.uid().root().equals(group.root())).count();
      for (String name : names(sample).stream().limit(room).toList()) {
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
  void nothingIsInTwoGroups(TestDatabase database) {
    start(database);
    Uid group = groups.get(0);
    Uid other = groups.get(1);
    Caller caller = World.everythingAt(group);
    Uid uid = new RoleBindingSample().make(world, group).uid();
    ResourceQuery inOne = ResourceQuery.of(UidpFilter.NONE.onlyChildrenOf(group));
    ResourceQuery inBoth =
        ResourceQuery.of(UidpFilter.NONE.onlyChildrenOf(other).onlyChildrenOf(group));

    assertThat(bindings(caller, inOne, "").items())
        .extracting(RoleBinding::uid)
        .containsExactly(uid);
    assertThat(bindings(caller, inBoth, "").items()).isEmpty();
    assertThat(bindings(caller, inBoth, "").totalCount()).hasValue(0);
    assertThat(World.outcome(() -> bindings(caller, inBoth, "name"))).isEqualTo("INVALID_ARGUMENT");
  }

  private Page<RoleBinding> bindings(Caller caller, ResourceQuery query, String order) {
    return services.roleBindingResources().list(caller, query, new PageRequest(0, "", order, 0));
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
  void reposAreListedWithTheirReadmesUnderEveryFilter(TestDatabase database) {
    start(database);
    RepoSample sample = new RepoSample();
    List<RepoWithReadme> rows =
        rows(sample).stream().map(repo -> new RepoWithReadme(repo, "")).toList();
    List<Repo> repos = rows.stream().map(RepoWithReadme::repo).toList();
    for (int i = 0; i < QUERIES; i++) {
      Search<Repo> search = anySearch(sample, repos);
      assertWalk(
          rows,
          new Search<>(
              search.caller(),
              search.query(),
              row -> search.listed().test(row.repo()),
              search.text()),
          (window, each) ->
              services.reposWithReadmes().walk(search.caller(), search.query(), window, each));
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
      List<R> rows, Search<R> search, Order<R> order, Function<PageRequest, Page<R>> list) {
    String description = seed + " " + search.text() + " by " + order.text();
    List<R> expected = rows.stream().filter(search.listed()).sorted(order.comparator()).toList();
    int skip = random.nextInt(3) == 0 ? random.nextInt(expected.size() + 2) : 0;
    int size = 1 + random.nextInt(Math.max(1, expected.size()));
    List<R> read = new ArrayList<>();
    String token = "";
    do {
      PageRequest request = new PageRequest(size, token, order.text(), token.isEmpty() ? skip : 0);
      Page<R> page = list.apply(request);
      read.addAll(page.items());
      assertThat(page.totalCount()).as(description).hasValue(expected.size());
      token = page.nextPageToken().orElse("");
      assertThat(page.items().size()).as(description).isLessThanOrEqualTo(size);
    } while (!token.isEmpty());
    assertThat(read).as(description).isEqualTo(expected.stream().skip(skip).toList());
  }

  private <R extends Resource> void assertWalk(
      List<R> rows, Search<R> search, BiConsumer<Window, Consumer<R>> walk) {
    List<R> expected =
        rows.stream().filter(search.listed()).sorted(Comparator.comparing(Resource::uid)).toList();
    int skip = random.nextInt(3) == 0 ? random.nextInt(expected.size() + 2) : 0;
    int limit = random.nextInt(3) == 0 ? random.nextInt(expected.size() + 2) : Integer.MAX_VALUE;
    List<R> read = new ArrayList<>();
    walk.accept(new Window(skip, limit), read::add);
    assertThat(read)
        .as("%s %s from %d, at most %d", seed, search.text(), skip, limit)
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

  private static boolean isChild(Uid top, Uid uid) {
    return isBelow(top, uid) && uid.value().length() == top.value().length() + 17;
  }

  private static boolean matches(UidpFilter filter, Uid uid) {
    return filter.ancestorsOf().map(bottom -> isBelow(uid, bottom)).orElse(true)
        && filter.descendantsOf().map(top -> isBelow(top, uid)).orElse(true)
        && filter.childrenOf().map(top -> isChild(top, uid)).orElse(true)
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
