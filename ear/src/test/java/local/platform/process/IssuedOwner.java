package local.platform.process;

import static local.platform.contract.testing.PlatformClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.Tenant;

/**
 * An operator and owner of an organization on several servers. Its tokens come from an issuer of
 * the test, so that new ones can be had after keys were revoked.
 *
 * @param issuer the issuer
 * @param audience the issuer URL that the servers have in common
 * @param identity the uid of its identity
 * @param tenant an organization that it owns
 */
record IssuedOwner(HttpIssuer issuer, String audience, String identity, Tenant tenant) {
  private static final String SUBJECT = "owner";

  /** Makes the bootstrap identity of a server appoint one. */
  static IssuedOwner appoint(PlatformProcess server, HttpIssuer issuer, String audience) {
    PlatformClient bootstrap = server.owner();
    Tenant first = Tenant.create(bootstrap);
    String identity = first.identity(issuer.url(), SUBJECT);
    String body = JSON.createObjectNode().put("identityUid", identity).toString();
    assertThat(bootstrap.post("/operator/operators", body).status()).isEqualTo(200);
    PlatformClient owner = first.as(issuer.token(SUBJECT, audience), identity);
    return new IssuedOwner(issuer, audience, identity, Tenant.create(owner));
  }

  /** Returns a client of a server, with a new token from there. */
  PlatformClient client(PlatformProcess server) {
    Reply reply =
        PlatformClient.of(server.url(), issuer.token(SUBJECT, audience), "")
            .get("/sts/exchange" + PlatformClient.query("identity", identity));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return PlatformClient.of(server.url(), reply.json().path("token").asText(), tenant.uid());
  }

  /** Returns its organization for such a client. */
  Tenant tenant(PlatformProcess server) {
    return tenant.by(client(server));
  }
}
