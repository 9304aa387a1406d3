package local.platform.contract.testing.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Routes.Need;
import local.platform.contract.testing.sample.Version1Words.Names;

/** The sample of identities, which are recognised by the claims of a token. */
final class IdentitySample implements Sample {
  private static final String PRINCIPAL = "SERVICE_PRINCIPAL_";

  static final Version1Words WORDS =
      new Version1Words(
              "identities",
              "/iam/v1/identities",
              Names.of(
                  "uid=id",
                  "parent=parentId",
                  "name",
                  "description",
                  "createTime=createdAt",
                  "updateTime=updatedAt",
                  "lastSeenTime=lastSeen",
                  "claimMatch",
                  "staticKeys=static",
                  "servicePrincipal",
                  "awsIdentity"))
          .nesting(
              "staticKeys",
              Names.of("issuer", "subject", "issuerKeys", "audiences", "expirationTime=expiration"))
          .converting(
              "servicePrincipal",
              value -> TextNode.valueOf(value.textValue().replace(PRINCIPAL, "")),
              value -> TextNode.valueOf(PRINCIPAL + value.textValue()));

  @Override
  public String type() {
    return "Identity";
  }

  @Override
  public String plural() {
    return "identities";
  }

  @Override
  public Version1Words version1() {
    return WORDS;
  }

  @Override
  public Capability listed() {
    return Capability.IAM_IDENTITY_LIST;
  }

  @Override
  public List<Route> routes(Routes routes) {
    return routes.standard(
        this,
        Need.of(Capability.IAM_IDENTITY_CREATE),
        Need.of(Capability.IAM_IDENTITY_UPDATE),
        Capability.IAM_IDENTITY_DELETE);
  }

  @Override
  public ObjectNode state(PlatformClient client, String organization, int number) {
    ObjectNode state = Sample.described(number);
    ObjectNode match = state.putObject("claimMatch");
    match.put("issuer", "https://issuer.test/" + number);
    match.put(number % 2 == 0 ? "subject" : "subjectPattern", "subject");
    match.putObject("claims").put("claim", "value " + number);
    return state;
  }

  @Override
  public List<String> fields() {
    return List.of("name", "description", "claimMatch");
  }
}
