package local.platform.startup;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.Optional;
import local.platform.access.operator.OperatorRepository;
import local.platform.config.BootstrapSettings;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.Author;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.DatabaseFailure;
import local.platform.foundation.transaction.DatabaseFailure.Kind;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.validation.FieldRules;
import local.platform.iam.group.GroupRepository;
import local.platform.iam.group.Organizations;
import local.platform.iam.identity.IdentityRepository;

/**
 * Creates the first organization and its first identity, which becomes its owner and an operator.
 * This happens once per database, in one transaction that begins by inserting a row of which there
 * can be only one, so that one of several servers that start at once does it and the others
 * continue.
 */
@Dependent
public class Bootstrap {
  private static final String IDENTITY_NAME = "bootstrap";

  private final EntityManager entityManager;
  private final Transactions transactions;
  private final ResourceWrites writes;
  private final GroupRepository groups;
  private final IdentityRepository identities;
  private final Organizations organizations;
  private final OperatorRepository operators;

  @Inject
  public Bootstrap(
      EntityManager entityManager,
      Transactions transactions,
      ResourceWrites writes,
      GroupRepository groups,
      IdentityRepository identities,
      Organizations organizations,
      OperatorRepository operators) {
    this.entityManager = entityManager;
    this.transactions = transactions;
    this.writes = writes;
    this.groups = groups;
    this.identities = identities;
    this.organizations = organizations;
    this.operators = operators;
  }

  /**
   * The result of a bootstrap.
   *
   * @param organization uid of the organization
   * @param identity uid of the identity
   */
  public record Installation(Uid organization, Uid identity) {}

  /** Returns what the bootstrap of this database created; empty if there was none. */
  public Optional<Installation> installation() {
    return transactions
        .read(
            () ->
                Optional.ofNullable(
                    entityManager.find(InstallationEntity.class, InstallationEntity.ID)))
        .map(stored -> new Installation(stored.organization(), stored.identity()));
  }

  /**
   * Performs the bootstrap if this database has none yet.
   *
   * @return what was created; empty if an earlier start or another server did it
   * @throws local.platform.foundation.error.PlatformException INVALID_ARGUMENT if the name of the
   *     organization is invalid
   */
  public Optional<Installation> run(BootstrapSettings settings) {
    if (installation().isPresent()) {
      return Optional.empty();
    }
    FieldViolations violations = new FieldViolations();
    FieldRules.name("PLATFORM_BOOTSTRAP_ORGANIZATION", settings.organization(), violations);
    violations.throwIfAny();
    Uid organization = Uid.newRoot();
    Uid identity = organization.newChild();
    try {
      writes.write(
          Author.SERVER,
          (attempt, write) -> {
            if (!attempt.mayHaveCommitted() || installation().isEmpty()) {
              make(write, settings, organization, identity);
            }
            return organization;
          });
    } catch (RuntimeException e) {
      // Another server that started at the same time was faster.
      if (DatabaseFailure.of(e).kind() != Kind.DUPLICATE) {
        throw e;
      }
    }
    Installation ours = new Installation(organization, identity);
    return installation().filter(ours::equals);
  }

  private void make(Write write, BootstrapSettings settings, Uid organization, Uid identity) {
    Instant now = write.time();
    entityManager.persist(new InstallationEntity(organization, identity, now));
    entityManager.flush();
    groups.insert(write, organization, settings.organization(), "", now);
    identities.insert(write, identity, IDENTITY_NAME, settings.issuer(), settings.subject(), now);
    organizations.appointOwner(write, organization, identity);
    operators.insert(write, identity, now);
  }
}
