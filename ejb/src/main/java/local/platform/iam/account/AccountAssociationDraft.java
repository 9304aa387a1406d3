package local.platform.iam.account;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import local.platform.foundation.uid.Uid;

/**
 * The fields of an account association that clients may write. Several providers may be there at
 * the same time.
 *
 * @param name its name, not unique
 * @param description its description, empty for none
 * @param amazon the account at Amazon Web Services; empty for none
 * @param google the project at Google Cloud; empty for none
 * @param chainguard the services of the platform; empty for none
 * @param azure the tenant at Microsoft Azure; empty for none
 * @param github the apps at GitHub; empty for none
 */
public record AccountAssociationDraft(
    String name,
    String description,
    Optional<Amazon> amazon,
    Optional<Google> google,
    Optional<Chainguard> chainguard,
    Optional<Azure> azure,
    Optional<GitHub> github) {
  /** A draft without any values. */
  public static final AccountAssociationDraft EMPTY =
      new AccountAssociationDraft(
          "",
          "",
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /**
   * An account at Amazon Web Services.
   *
   * @param account its number; required
   */
  public record Amazon(String account) {}

  /**
   * A project at Google Cloud.
   *
   * @param projectId its id; required
   * @param projectNumber its number; required
   */
  public record Google(String projectId, String projectNumber) {}

  /**
   * Services of the platform.
   *
   * @param serviceBindings the identity as which each service acts in the group, by the name of the
   *     service principal; at least one
   */
  public record Chainguard(Map<String, Uid> serviceBindings) {
    public Chainguard {
      serviceBindings = Collections.unmodifiableMap(new TreeMap<>(serviceBindings));
    }
  }

  /**
   * A tenant at Microsoft Azure.
   *
   * @param tenantId its id; required
   * @param clientIds the ids of clients in it, by the components of the platform that use them; at
   *     least one
   */
  public record Azure(String tenantId, Map<String, String> clientIds) {
    public Azure {
      clientIds = Collections.unmodifiableMap(new TreeMap<>(clientIds));
    }
  }

  /**
   * Apps at GitHub.
   *
   * @param appInstallations where each app is installed, by the id of the app
   */
  public record GitHub(Map<Long, List<Installation>> appInstallations) {
    public GitHub {
      appInstallations =
          appInstallations.entrySet().stream()
              .collect(
                  Collectors.collectingAndThen(
                      Collectors.toMap(
                          Map.Entry::getKey,
                          entry -> List.copyOf(entry.getValue()),
                          (one, other) -> other,
                          TreeMap::new),
                      Collections::unmodifiableMap));
    }
  }

  /**
   * An installation of an app at GitHub.
   *
   * @param installationId its id; required
   * @param name what it is called, empty for none
   */
  public record Installation(long installationId, String name) {}
}
