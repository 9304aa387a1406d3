package local.platform.bench;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.AccessToken;
import local.platform.access.token.SigningKeys;
import local.platform.access.token.TokenSubject;
import local.platform.access.token.TokenVerifier;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.uid.Uid;
import local.platform.testing.TestServices;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost of a request before it does anything, without the database: to verify its
 * token, whose signature is already known or not, and to authorize it ten levels below the group of
 * its role binding.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class AuthenticationBenchmark {
  private static final int DEPTH = 10;

  private TestServices services;
  private SigningKeys keys;
  private TokenVerifier verifier;
  private String token;
  private Uid uid;
  private Caller caller;

  @Setup
  public void setUp() {
    services = new TestServices(TestDatabase.H2, Clock.systemUTC());
    keys = services.signingKeys();
    keys.rotate();
    verifier = services.tokenVerifier(keys);
    Uid organization = Uid.newRoot();
    token =
        services
            .tokenIssuer(keys)
            .issue(
                new TokenSubject(organization.newChild(), 0),
                services.configuration().tokens().audiences(),
                Narrowing.NONE,
                Duration.ofHours(1))
            .text();
    uid = Stream.iterate(organization, Uid::newChild).skip(DEPTH).findFirst().orElseThrow();
    caller = TestServices.caller(BuiltInRole.OWNER, organization);
  }

  @TearDown
  public void tearDown() {
    services.close();
  }

  @Benchmark
  public AccessToken verifyKnown() {
    return verifier.verify(token);
  }

  @Benchmark
  public AccessToken verifyCold() {
    return services.tokenVerifier(keys).verify(token);
  }

  @Benchmark
  public Caller authorize() {
    caller.require(Capability.IAM_GROUPS_LIST, uid);
    return caller;
  }

  @Benchmark
  public List<Uid> visible() {
    return caller.visible(Capability.IAM_GROUPS_LIST);
  }
}
