package local.platform.operator;

import static local.platform.operator.OperatorFixture.caller;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.QueryMeter;
import local.platform.testing.QueryMeter.Reading;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Callers who are not operators, or have a narrowed token, get the same answer from every method of
 * the service, found by reflection, whatever they ask for; nothing is looked up for them.
 */
@TestInstance(Lifecycle.PER_CLASS)
class OperatorServiceAuthorizationTest {
  private static final String REFUSAL =
      "PERMISSION_DENIED PERMISSION_DENIED"
          + " Permission denied: an operator's token that is not narrowed is required {} []";

  private TestServices services;
  private QueryMeter meter;
  private Uid operator;
  private Uid organization;
  private Uid identity;

  @BeforeAll
  void start() {
    services = new TestServices(TestDatabase.H2, new MutableClock());
    meter = services.meter();
    OperatorFixture fixture = new OperatorFixture(services);
    operator = fixture.operator();
    fixture.operator();
    organization = fixture.organization();
    identity = fixture.identity();
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
   * @param statements the number of statements needed to find that out
   */
  record Nobody(String why, Caller caller, int statements) {
    @Override
    public String toString() {
      return why;
    }
  }

  Stream<Nobody> nobodies() {
    Grants everything =
        Grants.of(List.of(new Grant(organization, BuiltInRole.OWNER.capabilities())));
    Narrowing toGroup = Narrowing.to(Optional.of(Set.of(organization)), Optional.empty());
    Narrowing toAll = Narrowing.to(Optional.empty(), Optional.of(Set.of(Capability.values())));
    Narrowing toNothing = Narrowing.to(Optional.empty(), Optional.of(Set.of()));
    return Stream.of(
        new Nobody("no operator", caller(identity), 1),
        new Nobody(
            "owner of the organization, no operator",
            new Caller(identity, Narrowing.NONE, everything),
            1),
        new Nobody("of whom the database knows nothing", caller(Uid.newRoot().newChild()), 1),
        new Nobody("operator, narrowed to a group", new Caller(operator, toGroup, everything), 0),
        new Nobody(
            "operator, narrowed to all there is", new Caller(operator, toAll, everything), 0),
        new Nobody(
            "operator, narrowed to nothing", new Caller(operator, toNothing, Grants.NONE), 0),
        new Nobody("no operator, narrowed", new Caller(identity, toGroup, Grants.NONE), 0));
  }

  @ParameterizedTest
  @MethodSource("nobodies")
  void whoMayNotGetsOneAnswerAndNothingIsLookedUp(Nobody nobody) {
    List<Uid> operatorsBefore = operators();
    for (Method method : OperatorService.class.getMethods()) {
      for (Uid one : List.of(operator, identity, organization, missing(), Uid.newRoot())) {
        for (Uid other : List.of(operator, identity, missing())) {
          List<String> answers = new ArrayList<>();
          List<Reading> readings =
              meter.measure(() -> answers.add(call(method, nobody.caller(), one, other)));

          assertThat(answers).as(method.getName()).containsExactly(REFUSAL);
          assertThat(readings)
              .as(() -> method.getName() + "\n" + QueryMeter.describe(readings))
              .hasSize(nobody.statements())
              .allMatch(reading -> reading.sql().contains("from operator "));
        }
      }
    }
    assertThat(operators()).isEqualTo(operatorsBefore);
    assertThat(services.boundAt(organization)).isEmpty();
  }

  @Test
  void anOperatorIsNotRefused() {
    for (Method method : OperatorService.class.getMethods()) {
      assertThat(call(method, caller(operator), missing(), missing()))
          .as(method.getName())
          .doesNotStartWith("PERMISSION_DENIED");
    }
  }

  private List<Uid> operators() {
    return services.operators().findAll().stream().map(found -> found.identity()).toList();
  }

  private static Uid missing() {
    return Uid.newRoot().newChild();
  }

  /** Calls a method with these uids, in this order. */
  private String call(Method method, Caller caller, Uid one, Uid other) {
    List<Uid> uids = new ArrayList<>(List.of(one, other));
    Object[] arguments =
        Arrays.stream(method.getParameterTypes())
            .map(type -> argument(type, caller, uids))
            .toArray();
    try {
      method.invoke(services.operatorService(), arguments);
      return "OK";
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof PlatformException refused) {
        return refused.code()
            + " "
            + refused.reason()
            + " "
            + refused.getMessage()
            + " "
            + refused.metadata()
            + " "
            + refused.details();
      }
      throw new AssertionError(e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static Object argument(Class<?> type, Caller caller, List<Uid> uids) {
    if (type == Caller.class) {
      return caller;
    }
    if (type == boolean.class) {
      return true;
    }
    if (type == VersionCondition.class) {
      return VersionCondition.ANY;
    }
    assertThat(type).as("this test needs to know a sensible argument").isEqualTo(Uid.class);
    return uids.remove(0);
  }
}
