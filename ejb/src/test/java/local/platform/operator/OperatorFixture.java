package local.platform.operator;

import java.time.Instant;
import java.util.function.Supplier;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Narrowing;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.ErrorDetail.PreconditionFailure;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.uid.Uid;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;

/** Creates organizations, identities and operators without the service under test. */
final class OperatorFixture {
  static final String DONE = "done";

  private final TestServices services;

  OperatorFixture(TestServices services) {
    this.services = services;
  }

  /** Creates an organization without an owner. */
  Uid organization() {
    return write(
        () ->
            services
                .groupRepository()
                .insert(UnobservedWrite.begin(), Uid.newRoot(), "organization", "", Instant.EPOCH)
                .uid());
  }

  /** Creates an identity in a new organization. */
  Uid identity() {
    Uid uid = organization().newChild();
    return write(
        () -> {
          services
              .identities()
              .insert(
                  UnobservedWrite.begin(),
                  uid,
                  "identity",
                  "https://issuer.test",
                  "x",
                  Instant.EPOCH);
          return uid;
        });
  }

  /** Creates an identity that is an operator. */
  Uid operator() {
    Uid uid = identity();
    return write(
        () -> services.operators().insert(UnobservedWrite.begin(), uid, Instant.EPOCH).identity());
  }

  /** Binds a role. */
  void bind(Uid group, Uid identity, BuiltInRole role) {
    write(
        () -> {
          services
              .roleBindings()
              .insert(
                  UnobservedWrite.begin(), group.newChild(), identity, role.uid(), Instant.EPOCH);
          return group;
        });
  }

  /** Deletes an identity with all its grants. */
  Uid deleteIdentity(Uid identity) {
    return write(
        () -> {
          services.identityRules().deleteWithGrants(UnobservedWrite.begin(), identity);
          return identity;
        });
  }

  private Uid write(Supplier<Uid> work) {
    return services.transactions().write(attempt -> work.get());
  }

  /** Returns the identity as a caller without role bindings, with an unrestricted token. */
  static Caller caller(Uid identity) {
    return new Caller(identity, Narrowing.NONE, Grants.NONE);
  }

  /** Runs an action; returns that it was done, or the refusal with its details. */
  static String outcome(Runnable action) {
    return text(
        Together.outcome(
            () -> {
              action.run();
              return DONE;
            }));
  }

  /** Returns the text of an outcome, in the same form. */
  static String text(Outcome<?> outcome) {
    return outcome.isDone() ? DONE : refusal(outcome.failure());
  }

  private static String refusal(PlatformException failure) {
    StringBuilder text = new StringBuilder(failure.code().name());
    failure
        .details()
        .forEach(
            detail -> {
              if (detail instanceof PreconditionFailure obstacle) {
                text.append(' ').append(obstacle.type());
              }
              if (detail instanceof BadRequest badRequest) {
                badRequest.violations().stream()
                    .map(FieldViolation::field)
                    .forEach(field -> text.append(' ').append(field));
              }
            });
    return text.toString();
  }
}
