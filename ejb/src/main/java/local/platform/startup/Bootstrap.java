package local.platform.startup;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.Optional;
import local.platform.config.BootstrapSettings;
import local.platform.error.FieldViolations;
import local.platform.iam.group.GroupRepository;
import local.platform.iam.group.Organizations;
import local.platform.iam.identity.IdentityRepository;
import local.platform.operator.OperatorRepository;
import local.platform.resource.Author;
import local.platform.resource.ResourceWrites;
import local.platform.resource.Write;
import local.platform.transaction.DatabaseFailure;
import local.platform.transaction.DatabaseFailure.Kind;
import local.platform.transaction.Transactions;
import local.platform.uid.Uid;
import local.platform.validation.FieldRules;

/**
 * Makes the first organization, its first identity, and that identity its owner and an operator:
 * once for a database, in one transaction that begins with the mark of which there is only one. Of
 * two servers that start at once one makes it, and both go on.
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
   * What a bootstrap made.
   *
   * @param organization uid of the organization
   * @param identity uid of the identity
   */
  public record Installation(Uid organization, Uid identity) {}

  /** What a bootstrap of this database made; empty if there was none. */
  public Optional<Installation> installation() {
    return transactions
        .read(
            () ->
                Optional.ofNullable(
                    entityManager.find(InstallationEntity.class, InstallationEntity.ID)))
        .map(mark -> new Installation(mark.organization(), mark.identity()));
  }

  /**
   * Performs the bootstrap if this database has none yet.
   *
   * @return what it made; empty if that was done before, or by another server meanwhile
   * @throws local.platform.error.PlatformException INVALID_ARGUMENT if the organization's name is
   *     not one
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
      // Another server that starts at the same time was faster.
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
