package local.platform.signin.exchange;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;
import local.platform.access.aws.AwsVerifier;
import local.platform.access.aws.SignedRequest;
import local.platform.access.upstream.UpstreamToken;
import local.platform.access.upstream.UpstreamVerifier;
import local.platform.config.Configuration;
import local.platform.foundation.error.PlatformException;
import local.platform.signin.authn.Authenticator;

/** Reads credentials, and has what verifies them. */
@Dependent
public class Credentials {
  private final UpstreamVerifier upstream;
  private final AwsVerifier aws;
  private final Authenticator authenticator;
  private final RelationshipCheck check;
  private final Clock clock;

  @Inject
  public Credentials(
      UpstreamVerifier upstream,
      AwsVerifier aws,
      Authenticator authenticator,
      Configuration configuration,
      Clock clock) {
    this.upstream = upstream;
    this.aws = aws;
    this.authenticator = authenticator;
    this.check = new RelationshipCheck(configuration.tokens());
    this.clock = clock;
  }

  /**
   * Reads a credential.
   *
   * @throws PlatformException UNAUTHENTICATED if it is malformed
   */
  Credential read(String text) {
    Optional<SignedRequest> signed = SignedRequest.parse(text);
    return signed.isPresent()
        ? new AwsCredential(signed.get(), this)
        : new JwtCredential(text, UpstreamToken.parse(text), this);
  }

  UpstreamVerifier upstream() {
    return upstream;
  }

  AwsVerifier aws() {
    return aws;
  }

  Authenticator authenticator() {
    return authenticator;
  }

  RelationshipCheck check() {
    return check;
  }

  Clock clock() {
    return clock;
  }
}
