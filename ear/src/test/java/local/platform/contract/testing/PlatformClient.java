package local.platform.contract.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client of one server. It takes requests in the words of version 2 over REST, sends them in its
 * dialect, and returns the answers. It never retries.
 */
public final class PlatformClient {
  /** Reads and writes JSON. */
  public static final ObjectMapper JSON = JsonMapper.builder().build();

  /** The id of all requests that bring none, over gRPC too: errors repeat it. */
  public static final String REQUEST_ID = "of-a-test";

  private final URI url;
  private final Transport transport;
  private final Dialect dialect;
  private final String token;
  private final String organization;

  private PlatformClient(
      URI url, Transport transport, Dialect dialect, String token, String organization) {
    this.url = url;
    this.transport = transport;
    this.dialect = dialect;
    this.token = token;
    this.organization = organization;
  }

  /**
   * Creates a client over REST, in version 2.
   *
   * @param token the bearer token; empty for none
   */
  public static PlatformClient of(URI url, String token, String organization) {
    return new PlatformClient(url, new RestTransport(url), Dialect.REST_V2, token, organization);
  }

  /** Returns the same client with another token. */
  public PlatformClient withToken(String otherToken) {
    return new PlatformClient(url, transport, dialect, otherToken, organization);
  }

  /** Returns the same client with another own organization. */
  PlatformClient ownerOf(String otherOrganization) {
    return new PlatformClient(url, transport, dialect, token, otherOrganization);
  }

  /** Returns the same client over REST, in version 2. */
  public PlatformClient rest() {
    return of(url, token, organization);
  }

  /**
   * Returns the same client in another dialect.
   *
   * @param server for dialects of gRPC
   */
  public PlatformClient in(Dialect other, GrpcServer server) {
    RestTransport rest = new RestTransport(url);
    Transport protocol = other.isGrpc() ? new GrpcTransport(rest, server) : rest;
    Transport chosen = other.isVersion1() ? new Version1Transport(protocol) : protocol;
    return new PlatformClient(url, chosen, other, token, organization);
  }

  /** Returns its dialect. */
  public Dialect dialect() {
    return dialect;
  }

  /** Returns the address of the server. */
  public URI url() {
    return url;
  }

  /** Returns its token. */
  public String token() {
    return token;
  }

  /** Returns the uid of an organization that this client owns. */
  public String organization() {
    return organization;
  }

  /**
   * An answer.
   *
   * @param status status
   * @param headers header fields
   * @param text body
   */
  public record Reply(int status, java.net.http.HttpHeaders headers, String text) {
    /** Returns the body as JSON. */
    public JsonNode json() {
      try {
        return JSON.readTree(text);
      } catch (IOException e) {
        throw new UncheckedIOException("not JSON: " + text, e);
      }
    }

    /** Returns the first value of a header field. */
    public Optional<String> header(String name) {
      return headers.firstValue(name);
    }

    /** Returns the reason in the error's ErrorInfo. */
    public String reason() {
      return json().path("details").path(0).path("reason").asText();
    }

    /** Returns the detail of this type, such as {@code BadRequest}. */
    public JsonNode detail(String type) {
      for (JsonNode detail : json().path("details")) {
        if (detail.path("@type").asText().equals("type.googleapis.com/google.rpc." + type)) {
          return detail;
        }
      }
      throw new AssertionError("no detail " + type + " in " + text);
    }

    /** Returns the wrong fields of an error. */
    public List<String> violations() {
      List<String> fields = new ArrayList<>();
      detail("BadRequest")
          .path("fieldViolations")
          .forEach(violation -> fields.add(violation.path("field").asText()));
      return fields;
    }

    /** Returns the type of the violated precondition. */
    public String obstacle() {
      return detail("PreconditionFailure").path("violations").path(0).path("type").asText();
    }

    /** Returns the uid of the resource in the body. */
    public String uid() {
      return json().path("uid").asText();
    }
  }

  /** Sends a request without a body. */
  public Reply send(String method, String path) {
    return send(method, path, null, Map.of());
  }

  /** Sends a request with a body, as JSON unless the headers say otherwise. */
  public Reply send(
      String method, String path, @Nullable String body, Map<String, String> headers) {
    return transport.send(method, path, body, headers, token);
  }

  public Reply get(String path) {
    return send("GET", path);
  }

  public Reply post(String path, String body) {
    return send("POST", path, body, Map.of());
  }

  /** Sends a form. */
  public Reply postForm(String path, String... namesAndValues) {
    return send(
        "POST",
        path,
        form(namesAndValues),
        Map.of("Content-Type", "application/x-www-form-urlencoded"));
  }

  public Reply patch(String path, String body) {
    return send("PATCH", path, body, Map.of());
  }

  /** Replaces a whole resource: fields that are not in the body are cleared. */
  public Reply replace(String path, String body) {
    return patch(path + "?updateMask=*", body);
  }

  public Reply delete(String path) {
    return send("DELETE", path);
  }

  /** Returns whether the server is ready. */
  public boolean isReady() {
    try {
      return get("/health/ready").status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** Creates an organization; returns its uid. */
  public String createOrganization(String name) {
    return made(post("/iam/v2/groups", group(name, ""))).uid();
  }

  /** Creates a group; returns its uid. */
  public String createGroup(String parent, String name) {
    return made(post("/iam/v2/groups/" + parent, group(name, ""))).uid();
  }

  /**
   * Returns the claims of the token. They are not read from the server, whose answer grows with the
   * role bindings.
   */
  public JWTClaimsSet claims() {
    try {
      return SignedJWT.parse(token).getJWTClaimsSet();
    } catch (ParseException e) {
      throw new IllegalStateException("the token of this client is none", e);
    }
  }

  /** Returns the uid of the calling identity. */
  public String identity() {
    return claims().getSubject();
  }

  /** Creates an identity for which the token of this client can be exchanged; returns its uid. */
  public String createIdentity(String group) {
    ObjectNode identity = JSON.createObjectNode().put("name", "identity");
    identity
        .putObject("claimMatch")
        .put("issuer", claims().getIssuer())
        .put("subject", claims().getSubject());
    return made(post("/iam/v2/identities/" + group, identity.toString())).uid();
  }

  /**
   * Creates a custom role with these capabilities, such as {@code CAP_REPO_LIST}; returns its uid.
   */
  public String createRole(String group, String name, String... capabilities) {
    ObjectNode role = JSON.createObjectNode().put("name", name);
    List.of(capabilities).forEach(role.putArray("capabilities")::add);
    return made(post("/iam/v2/roles/" + group, role.toString())).uid();
  }

  /** Grants a role at a group; returns the uid of the role binding. */
  public String bind(String group, String identity, String role) {
    return made(post("/iam/v2/roleBindings/" + group, roleBinding(identity, role))).uid();
  }

  /**
   * Returns a client that calls as an identity for which the token of this one can be exchanged.
   *
   * @param namesAndValues further parameters of the exchange: names and values in turn
   */
  public PlatformClient as(String identity, String... namesAndValues) {
    List<String> parameters = new ArrayList<>(List.of("identity", identity));
    parameters.addAll(List.of(namesAndValues));
    Reply exchanged = made(get("/sts/exchange" + query(parameters.toArray(String[]::new))));
    return withToken(exchanged.json().path("token").asText());
  }

  /** Returns a client that calls as a new identity of a group, with a role there. */
  public PlatformClient withRole(String group, String role) {
    String identity = createIdentity(group);
    bind(group, identity, role);
    return as(identity);
  }

  private static Reply made(Reply reply) {
    if (reply.status() != 200) {
      throw new AssertionError(reply.status() + " " + reply.text());
    }
    return reply;
  }

  /** Returns the JSON of a group. */
  public static String group(String name, String description) {
    ObjectNode group = JSON.createObjectNode().put("name", name);
    if (!description.isEmpty()) {
      group.put("description", description);
    }
    return group.toString();
  }

  /** Returns the JSON of a new role binding. */
  public static String roleBinding(String identity, String role) {
    return JSON.createObjectNode().put("identityUid", identity).put("roleUid", role).toString();
  }

  /** Returns the JSON of a new invite. */
  public static String groupInvite(String role, String ttl) {
    return JSON.createObjectNode().put("roleUid", role).put("ttl", ttl).toString();
  }

  /** Returns a query string of these parameters: names and values in turn. */
  public static String query(String... namesAndValues) {
    return "?" + form(namesAndValues);
  }

  /** Returns these parameters as in a form: names and values in turn; a name may be repeated. */
  public static String form(String... namesAndValues) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      pairs.add(encode(namesAndValues[i]) + "=" + encode(namesAndValues[i + 1]));
    }
    return String.join("&", pairs);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
