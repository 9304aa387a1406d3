package local.platform.signin.authn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.SigningKeys;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AuthenticatorIT {
  private static final int ROUNDS = 500;
  private static final int OTHERS = 4;

  private final MutableClock clock = new MutableClock();
  private final Uid organization = Uid.newRoot();
  private final Uid identity = organization.newChild();

  /** Others authenticate the same caller all the time, so that a read is always under way. */
  @ParameterizedTest
  @EnumSource
  void aGrantAndItsRevocationAreEffectiveOnTheNextOfManyRequests(TestDatabase database) {
    try (TestServices services = new TestServices(database, clock);
        Together together = new Together()) {
      SigningKeys keys = services.signingKeys();
      keys.rotate();
      write(services, () -> makeTheIdentity(services));
      String token = services.token(keys, identity, Narrowing.NONE, Duration.ofHours(1));
      Authenticator authenticator = services.authenticator(keys);
      AtomicBoolean ended = new AtomicBoolean();
      List<Future<Integer>> others =
          Stream.generate(() -> together.start(() -> askUntil(ended, authenticator, token)))
              .limit(OTHERS)
              .toList();

      int late = 0;
      for (int round = 0; round < ROUNDS; round++) {
        write(services, () -> bind(services));
        late += mayList(authenticator, token) ? 0 : 1;
        write(services, () -> revoke(services));
        late += mayList(authenticator, token) ? 1 : 0;
      }
      ended.set(true);

      assertThat(late).isZero();
      assertThat(others).extracting(Together::await).allMatch(requests -> requests > ROUNDS);
    }
  }

  /** Makes requests until the end; returns their number. */
  private static int askUntil(AtomicBoolean ended, Authenticator authenticator, String token) {
    int requests = 0;
    for (; !ended.get(); requests++) {
      mayList(authenticator, token);
    }
    return requests;
  }

  private static boolean mayList(Authenticator authenticator, String token) {
    Caller caller = authenticator.authenticate(token).caller();
    return !caller.visible(Capability.IAM_GROUPS_LIST).isEmpty();
  }

  private Uid makeTheIdentity(TestServices services) {
    services
        .groupRepository()
        .insert(UnobservedWrite.begin(), organization, "group", "", clock.instant());
    services
        .identities()
        .insert(
            UnobservedWrite.begin(),
            identity,
            "alice",
            "https://idp.test",
            identity.value(),
            clock.instant());
    return identity;
  }

  private Uid bind(TestServices services) {
    services
        .roleBindings()
        .insert(
            UnobservedWrite.begin(),
            organization.newChild(),
            identity,
            BuiltInRole.VIEWER.uid(),
            clock.instant());
    return identity;
  }

  private Uid revoke(TestServices services) {
    services.roleBindings().deleteOf(UnobservedWrite.begin(), identity);
    return identity;
  }

  private static void write(TestServices services, Supplier<Uid> work) {
    services.transactions().write(attempt -> work.get());
  }
}
