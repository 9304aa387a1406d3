package local.platform.signin.exchange;

import static local.platform.signin.exchange.Refusal.denied;

import java.time.Instant;
import local.platform.access.authz.Narrowing;
import local.platform.access.aws.AwsCaller;
import local.platform.access.aws.SignedRequest;
import local.platform.access.token.Actor;
import local.platform.access.upstream.VerificationFailedException;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.ExchangeTarget;
import local.platform.iam.identity.Relationship.AwsIdentity;

/** A request to AWS that somebody has signed. */
final class AwsCredential implements Credential {
  private final SignedRequest signed;
  private final Credentials by;

  /**
   * Creates a credential.
   *
   * @param by verifies it
   */
  AwsCredential(SignedRequest signed, Credentials by) {
    this.signed = signed;
    this.by = by;
  }

  @Override
  public Brought verify(ExchangeTarget target) {
    Uid identity = target.subject().identity();
    if (!(target.relationship() instanceof AwsIdentity aws)) {
      verifyInVain(identity);
      throw denied();
    }
    AwsCaller caller;
    try {
      caller = by.aws().verify(signed, identity, by.check()::namesThisServer);
    } catch (VerificationFailedException e) {
      throw denied(); // already logged
    }
    if (!RelationshipCheck.accepts(aws, caller)) {
      throw denied();
    }
    return new Brought(
        Actor.ofAws(caller.account(), caller.arn(), caller.audience()),
        Narrowing.NONE,
        Instant.MAX);
  }

  @Override
  public void verifyInVain(Uid identity) {
    by.aws().verifyInVain(signed, identity, by.check()::namesThisServer);
  }

  /** Nothing about it can be revoked here. */
  @Override
  public void confirm() {}
}
