package local.platform.access.aws;

import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import local.platform.access.upstream.ChosenServer;
import local.platform.access.upstream.ChosenServer.Question;
import local.platform.access.upstream.VerificationFailedException;
import local.platform.config.Configuration;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.injection.SingleInstance;
import local.platform.foundation.time.Monotonic;
import local.platform.foundation.uid.Uid;

/**
 * Finds out from AWS who has signed a request. Only AWS can verify the signature. Before it is
 * asked, the request is checked: it must ask AWS who its signer is and nothing else, and its
 * signature must cover that it is meant for this server and for one identity. Otherwise a request
 * that somebody has signed for another server could be brought here.
 */
@SingleInstance
public class AwsVerifier {
  /** Maximum size of an answer, in bytes. They have a few hundred. */
  static final int MAX_ANSWER_BYTES = 64 * 1024;

  /** Timeout for an answer. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final Logger LOG = System.getLogger(AwsVerifier.class.getName());

  private final Optional<Service> service;
  private final Clock clock;

  /**
   * The service that is asked.
   *
   * @param host its host, with the port unless it is that of https
   */
  record Service(String host, ChosenServer server) {

    /** Returns what the service with a URL is asked. */
    static Question question(String url) {
      return new Question("AWS", url + CallerIdentityRequest.TARGET, MAX_ANSWER_BYTES, TIMEOUT);
    }
  }

  @Inject
  public AwsVerifier(Configuration configuration, Clock clock, @Monotonic Clock monotonic) {
    this(
        configuration
            .aws()
            .stsUrl()
            .map(
                url ->
                    new Service(
                        url.substring("https://".length()),
                        new ChosenServer(
                            Service.question(url), configuration.upstream(), monotonic))),
        clock);
  }

  AwsVerifier(Optional<Service> service, Clock clock) {
    this.service = service;
    this.clock = clock;
  }

  /**
   * Asks AWS who has signed a request.
   *
   * @param identity the identity for which a token is wanted, to whose organization the question is
   *     attributed
   * @param audience whether a name is one of this server
   * @throws VerificationFailedException if the request is not what it must be, AWS refuses it, or
   *     AWS is not asked here; this is logged
   * @throws PlatformException UNAVAILABLE if AWS cannot be asked at the moment
   */
  public AwsCaller verify(SignedRequest signed, Uid identity, Predicate<String> audience)
      throws VerificationFailedException {
    try {
      CallerIdentityRequest request = check(signed, identity, audience);
      String answer = service.orElseThrow().server().ask(identity, request.headers());
      return CallerIdentityAnswer.read(answer, request.audience());
    } catch (VerificationFailedException e) {
      throw logged(e);
    }
  }

  /**
   * Does the work of verifying a request up to the question to AWS, so that the time of a refusal
   * before it is the same.
   */
  public void verifyInVain(SignedRequest signed, Uid identity, Predicate<String> audience) {
    try {
      CallerIdentityRequest unused = check(signed, identity, audience);
    } catch (VerificationFailedException e) {
      VerificationFailedException unused = logged(e);
    }
  }

  private CallerIdentityRequest check(
      SignedRequest signed, Uid identity, Predicate<String> audience)
      throws VerificationFailedException {
    CallerIdentityRequest.check(service.isPresent(), "PLATFORM_AWS_STS_URL is not set");
    CallerIdentityRequest request = CallerIdentityRequest.of(signed, service.orElseThrow().host());
    CallerIdentityRequest.check(
        audience.test(request.audience()), "it is meant for another server");
    CallerIdentityRequest.check(
        request.identity().equals(identity.value()), "it is meant for another identity");
    request.checkDate(clock.instant());
    return request;
  }

  private static VerificationFailedException logged(VerificationFailedException e) {
    LOG.log(Level.INFO, () -> "Refused a signed request to AWS: " + e.getMessage());
    return e;
  }
}
