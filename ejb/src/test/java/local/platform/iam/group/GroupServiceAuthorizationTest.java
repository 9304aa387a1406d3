package local.platform.iam.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.kind.ResourceQuery;
import local.platform.kind.Resources;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Callers without permission learn nothing: every method of the services for groups, found by
 * reflection, answers them the same whether or not the group exists.
 */
@TestInstance(Lifecycle.PER_CLASS)
class GroupServiceAuthorizationTest {
  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private Uid root;
  private Uid existing;

  @BeforeAll
  void start() {
    services = new TestServices(TestDatabase.H2, clock);
    root = insert(Uid.newRoot());
    existing = insert(root.newChild());
    insert(existing.newChild());
  }

  @AfterAll
  void stop() {
    services.close();
  }

  /**
   * A caller without permission.
   *
   * @param why the reason
   * @param caller the caller
   */
  record Nobody(String why, Caller caller) {
    @Override
    public String toString() {
      return why;
    }
  }

  Stream<Nobody> nobodies() {
    Caller owner = TestServices.caller(BuiltInRole.OWNER, root);
    Narrowing elsewhere = Narrowing.to(Optional.of(Set.of(Uid.newRoot())), Optional.empty());
    Narrowing nothing = Narrowing.to(Optional.empty(), Optional.of(Set.of()));
    return Stream.of(
        new Nobody("without a role", TestServices.caller(BuiltInRole.OWNER)),
        new Nobody(
            "owner of another organization", TestServices.caller(BuiltInRole.OWNER, Uid.newRoot())),
        new Nobody("owner beside", TestServices.caller(BuiltInRole.OWNER, root.newChild())),
        new Nobody(
            "owner, narrowed to elsewhere",
            new Caller(owner.identity(), elsewhere, ownerNarrowedTo(elsewhere))),
        new Nobody(
            "owner, narrowed to nothing",
            new Caller(owner.identity(), nothing, ownerNarrowedTo(nothing))));
  }

  private Grants ownerNarrowedTo(Narrowing narrowing) {
    return Grants.of(
        narrowing.apply(new Grants.Grant(root, BuiltInRole.OWNER.capabilities())).toList());
  }

  /** Returns the methods of the service, and those that the kind offers of all kinds. */
  private static List<Method> methods() {
    Stream<Method> standard =
        Arrays.stream(Resources.class.getMethods())
            .filter(method -> Groups.KIND.methods().contains(method.getName()));
    return Stream.concat(Arrays.stream(GroupService.class.getMethods()), standard).toList();
  }

  private Object service(Method method) {
    return method.getDeclaringClass() == GroupService.class
        ? services.groups()
        : services.groupResources();
  }

  @Test
  void everyMethodIsTried() {
    assertThat(methods())
        .extracting(Method::getName)
        .containsExactlyInAnyOrder("get", "list", "walk", "create", "update", "delete");
  }

  @ParameterizedTest
  @MethodSource("nobodies")
  void whoMayNotIsToldTheSameOfWhatExistsAndWhatDoesNot(Nobody nobody) {
    for (Method method : methods()) {
      for (String name : List.of("a name", "NO NAME")) {
        Outcome outcome = call(method, nobody.caller(), existing, name);

        assertThat(outcome).as(method.getName()).isEqualTo(refusal(method));
        assertThat(call(method, nobody.caller(), root.newChild(), name))
            .as("%s of a missing group", method.getName())
            .isEqualTo(outcome);
        assertThat(call(method, nobody.caller(), Uid.newRoot().newChild(), name))
            .as("%s of a group in a missing organization", method.getName())
            .isEqualTo(outcome);
        assertThat(call(method, nobody.caller(), root, name))
            .as("%s of an organization", method.getName())
            .isEqualTo(outcome);
        assertThat(call(method, nobody.caller(), Uid.newRoot(), name))
            .as("%s of a missing organization", method.getName())
            .isEqualTo(outcome);
      }
    }
  }

  @Test
  void whoMayOnlyReadCanChangeNothing() {
    Caller viewer = TestServices.caller(BuiltInRole.VIEWER, root);
    List<String> refused = new ArrayList<>();
    for (Method method : methods()) {
      if (call(method, viewer, existing, "a name").code().equals("PERMISSION_DENIED")) {
        refused.add(method.getName());
      }
    }

    assertThat(refused).containsExactlyInAnyOrder("create", "update", "delete");
  }

  @Test
  void whoMayIsToldThatAGroupIsMissing() {
    Caller owner = TestServices.caller(BuiltInRole.OWNER, root);
    List<String> found = new ArrayList<>();
    for (Method method : methods()) {
      if (!call(method, owner, root.newChild(), "a name").code().equals("NOT_FOUND")) {
        found.add(method.getName());
      }
    }

    assertThat(found).containsExactlyInAnyOrder("list", "walk");
  }

  @Test
  void onlyWhoMayCreateOrganizationsCreatesOne() {
    GroupDraft organization = new GroupDraft("NO NAME", "");
    Caller anybody = TestServices.caller(BuiltInRole.OWNER);
    Narrowing narrowing = Narrowing.to(Optional.of(Set.of(root)), Optional.empty());
    Caller narrowed = new Caller(anybody.identity(), narrowing, Grants.NONE);
    GroupService operatorsOnly =
        services.groups(
            TestServices.configuration(Map.of("platform.organizations.self-service", "false")));

    assertThat(outcome(() -> operatorsOnly.create(anybody, Optional.empty(), organization)).code())
        .isEqualTo("PERMISSION_DENIED");
    assertThat(
            outcome(() -> services.groups().create(narrowed, Optional.empty(), organization))
                .code())
        .isEqualTo("PERMISSION_DENIED");
    assertThat(
            outcome(() -> services.groups().create(anybody, Optional.empty(), organization)).code())
        .isEqualTo("INVALID_ARGUMENT");
  }

  /**
   * The result of a call.
   *
   * @param code its error code, or OK
   * @param text everything in its error, without the uid in question
   * @param items the groups that it returned
   */
  private record Outcome(String code, String text, List<Object> items) {}

  /**
   * Returns the expected refusal: lists are empty, and everything else is an error with this text.
   */
  private static Outcome refusal(Method method) {
    boolean isList =
        method.getReturnType() == Page.class
            || Arrays.asList(method.getParameterTypes()).contains(Consumer.class);
    if (isList) {
      return new Outcome("OK", "", List.of());
    }
    String capability = "groups." + (method.getName().equals("get") ? "list" : method.getName());
    return new Outcome(
        ErrorCode.PERMISSION_DENIED.name(),
        "PERMISSION_DENIED Permission denied: "
            + capability
            + " on <uid> is required {permission="
            + capability
            + ", resource=<uid>} []",
        List.of());
  }

  private Outcome call(Method method, Caller caller, Uid uid, String name) {
    List<Object> items = new ArrayList<>();
    Object[] arguments =
        Arrays.stream(method.getParameterTypes())
            .map(type -> argument(type, caller, uid, name, items))
            .toArray();
    Outcome outcome =
        outcome(
            () -> {
              try {
                return method.invoke(service(method), arguments);
              } catch (InvocationTargetException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                  throw cause;
                }
                throw new AssertionError(e);
              } catch (IllegalAccessException e) {
                throw new AssertionError(e);
              }
            });
    items.addAll(outcome.items());
    return new Outcome(outcome.code(), outcome.text().replace(uid.value(), "<uid>"), items);
  }

  private static Object argument(
      Class<?> type, Caller caller, Uid uid, String name, List<Object> items) {
    Map<Class<?>, Object> arguments =
        Map.of(
            Caller.class,
            caller,
            Uid.class,
            uid,
            ResourceQuery.class,
            ResourceQuery.of(UidpFilter.NONE),
            PageRequest.class,
            new PageRequest(0, "", "", 0),
            Window.class,
            Window.ALL,
            Consumer.class,
            (Consumer<Object>) items::add,
            Optional.class,
            Optional.of(uid),
            GroupDraft.class,
            new GroupDraft(name, ""),
            DraftChange.class,
            Changes.groupName(name),
            VersionCondition.class,
            VersionCondition.ANY);
    assertThat(arguments).as("this test needs to know a sensible argument").containsKey(type);
    return arguments.get(type);
  }

  private interface Invocation {
    Object run();
  }

  private static Outcome outcome(Invocation invocation) {
    try {
      Object result = invocation.run();
      return new Outcome(
          "OK", "", result instanceof Page<?> page ? List.copyOf(page.items()) : List.of());
    } catch (PlatformException e) {
      return new Outcome(
          e.code().name(),
          e.reason() + " " + e.getMessage() + " " + e.metadata() + " " + e.details(),
          List.of());
    }
  }

  private Uid insert(Uid uid) {
    clock.advance(Duration.ofSeconds(1));
    Group group =
        services
            .transactions()
            .write(
                attempt ->
                    services
                        .groupRepository()
                        .insert(UnobservedWrite.begin(), uid, "group", "", clock.instant()));
    return group.uid();
  }
}
