package local.platform.contract.testing.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Routes.Need;
import local.platform.contract.testing.sample.Version1Words.Names;

/**
 * The sample of account associations, with all providers but the one that refers to identities.
 * Each lies in a new group of its parent, whose uid it has.
 */
final class AccountAssociationSample implements Sample {
  private static final Version1Words WORDS = new Words();

  /** Filters by the group. */
  private static final class Words extends Version1Words {
    Words() {
      super(
          "accountAssociations",
          "/iam/v1/account_associations",
          Names.of(
              "uid=group",
              "name",
              "description",
              "amazon",
              "google",
              "chainguard",
              "azure",
              "github"));
    }

    @Override
    public Optional<String> parameter(String name) {
      return name.equals("uidp.ids")
          ? Optional.of("group")
          : Optional.of(name).filter(each -> each.equals("name"));
    }

    /** The group is the parent of what is created, and the uid of what is there. */
    @Override
    String field(String field, String method) {
      return method.equals("POST") && field.equals("group") ? "parent" : super.field(field, method);
    }
  }

  @Override
  public String type() {
    return "AccountAssociation";
  }

  @Override
  public String plural() {
    return "accountAssociations";
  }

  @Override
  public Version1Words version1() {
    return WORDS;
  }

  @Override
  public Capability listed() {
    return Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST;
  }

  @Override
  public List<Route> routes(Routes routes) {
    UnaryOperator<String> association = routes.target(this);
    Capability listing = Capability.IAM_ACCOUNT_ASSOCIATIONS_LIST;
    List<Route> standard =
        routes.standard(
            this,
            Need.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_CREATE),
            Need.of(Capability.IAM_ACCOUNT_ASSOCIATIONS_UPDATE),
            Capability.IAM_ACCOUNT_ASSOCIATIONS_DELETE);
    Stream<Route> checks =
        Stream.of(
            new Route(
                "POST",
                path() + "/UID:checkAccountAssociation",
                "{\"providerType\": \"ACCOUNT_PROVIDER_TYPE_AMAZON\"}",
                association,
                listing),
            new Route(
                "POST",
                WORDS.path() + "/UID:check",
                "{\"accountType\": \"AMAZON\"}",
                association,
                listing));
    return Stream.concat(standard.stream(), checks).toList();
  }

  @Override
  public ObjectNode state(PlatformClient client, String organization, int number) {
    ObjectNode state = Sample.described(number);
    state.putObject("amazon").put("account", String.format(Locale.ROOT, "%012d", number));
    state
        .putObject("google")
        .put("projectId", "project " + number)
        .put("projectNumber", String.valueOf(number));
    ObjectNode azure = state.putObject("azure").put("tenantId", "tenant " + number);
    azure.putObject("clientIds").put("a", "client " + number).put("b", "client");
    ObjectNode app =
        state
            .putObject("github")
            .putObject("appInstallations")
            .putObject(String.valueOf(number + 1));
    app.putArray("installations").addObject().put("installationId", "9007199254740993");
    return state;
  }

  @Override
  public List<String> fields() {
    return List.of("name", "description", "amazon", "google", "azure", "github");
  }

  @Override
  public String placeIn(PlatformClient client, String parent) {
    return client.createGroup(parent, "place");
  }

  @Override
  public String[] listing(String parent, String uid) {
    return new String[] {"uidp.ids", uid};
  }

  @Override
  public boolean hasUidOfItsGroup() {
    return true;
  }
}
