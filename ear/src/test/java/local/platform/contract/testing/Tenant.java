package local.platform.contract.testing;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.PlatformClient.Reply;

/** An organization of one test, in which resources are created as its owner. */
public final class Tenant {
  private final PlatformClient owner;
  private final String uid;

  private Tenant(PlatformClient owner, String uid) {
    this.owner = owner;
    this.uid = uid;
  }

  /** Creates an organization. */
  public static Tenant create(PlatformClient owner) {
    return new Tenant(owner, owner.createOrganization("tenant"));
  }

  /** Returns the same organization for another client. */
  public Tenant by(PlatformClient other) {
    return new Tenant(other, uid);
  }

  /** Returns its uid. */
  public String uid() {
    return uid;
  }

  /** Creates a group; returns its uid. */
  public String group(String parent) {
    return owner.createGroup(parent, "group");
  }

  /** Creates an identity for a subject of an issuer; returns its uid. */
  public String identity(String issuer, String subject) {
    return identity("claimMatch", Map.of("issuer", issuer, "subject", subject));
  }

  /** Creates an identity with this relationship; returns its uid. */
  public String identity(String relationship, Map<String, ?> parts) {
    return created(createIdentity(relationship, parts)).uid();
  }

  /** Tries to create an identity with this relationship; returns the answer. */
  public Reply createIdentity(String relationship, Map<String, ?> parts) {
    ObjectNode body = JSON.createObjectNode().put("name", "identity");
    body.set(relationship, JSON.valueToTree(parts));
    return owner.post("/iam/v2/identities/" + uid, body.toString());
  }

  /** Grants a built-in role, given by its name, at a group; returns the uid of the role binding. */
  public String bind(String group, String identity, String role) {
    String roleUid =
        owner.get("/iam/v2/roles" + query("name", role)).json().findPath("uid").asText();
    return bindRole(group, identity, roleUid);
  }

  /** Grants a role at a group; returns the uid of the role binding. */
  public String bindRole(String group, String identity, String roleUid) {
    ObjectNode body = JSON.createObjectNode().put("identityUid", identity).put("roleUid", roleUid);
    return created(owner.post("/iam/v2/roleBindings/" + group, body.toString())).uid();
  }

  /**
   * Exchanges a token for that of an identity, with these further parameters; returns the answer.
   */
  public Reply exchange(String token, String identity, String... namesAndValues) {
    List<String> parameters = new ArrayList<>(List.of("identity", identity));
    parameters.addAll(List.of(namesAndValues));
    return owner.withToken(token).get("/sts/exchange" + query(parameters.toArray(String[]::new)));
  }

  /**
   * Returns a client with a token that was exchanged for that of an identity, with these further
   * parameters.
   */
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
