package local.platform.contract.testing;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.PlatformClient.Reply;

/** An organization of one test, with what is made in it in the name of its owner. */
public final class Tenant {
  private final PlatformClient owner;
  private final String uid;

  private Tenant(PlatformClient owner, String uid) {
    this.owner = owner;
    this.uid = uid;
  }

  /** A new organization. */
  public static Tenant create(PlatformClient owner) {
    return new Tenant(owner, owner.createOrganization("tenant"));
  }

  /** The same organization, in the name of another client. */
  public Tenant by(PlatformClient other) {
    return new Tenant(other, uid);
  }

  /** Its uid. */
  public String uid() {
    return uid;
  }

  /** A new group; its uid. */
  public String group(String parent) {
    return owner.createGroup(parent, "group");
  }

  /** A new identity, which is this subject of this issuer; its uid. */
  public String identity(String issuer, String subject) {
    return identity("claimMatch", Map.of("issuer", issuer, "subject", subject));
  }

  /** A new identity that is recognised so; its uid. */
  public String identity(String relationship, Map<String, ?> parts) {
    return created(createIdentity(relationship, parts)).uid();
  }

  /** What comes of creating an identity that is recognised so. */
  public Reply createIdentity(String relationship, Map<String, ?> parts) {
    ObjectNode body = JSON.createObjectNode().put("name", "identity");
    body.set(relationship, JSON.valueToTree(parts));
    return owner.post("/iam/v2/identities/" + uid, body.toString());
  }

  /** Grants a built-in role, by its name, at a group; the uid of the role binding. */
  public String bind(String group, String identity, String role) {
    String roleUid =
        owner.get("/iam/v2/roles" + query("name", role)).json().findPath("uid").asText();
    return bindRole(group, identity, roleUid);
  }

  /** Grants a role at a group; the uid of the role binding. */
  public String bindRole(String group, String identity, String roleUid) {
    ObjectNode body = JSON.createObjectNode().put("identityUid", identity).put("roleUid", roleUid);
    return created(owner.post("/iam/v2/roleBindings/" + group, body.toString())).uid();
  }

  /** What comes of exchanging a token for an identity, with these further parameters. */
  public Reply exchange(String token, String identity, String... namesAndValues) {
    List<String> parameters = new ArrayList<>(List.of("identity", identity));
    parameters.addAll(List.of(namesAndValues));
    return owner.withToken(token).get("/sts/exchange" + query(parameters.toArray(String[]::new)));
  }

  /** A client with a token that was exchanged for an identity, with these further parameters. */
  public PlatformClient as(String token, String identity, String... namesAndValues) {
    Reply exchanged = exchange(token, identity, namesAndValues);
    return owner.withToken(created(exchanged).json().path("token").asText());
  }

  private static Reply created(Reply reply) {
    if (reply.status() != 200) {
      throw new AssertionError(reply.status() + " " + reply.text());
    }
    return reply;
  }
}
