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
 * A client of one server: sends what it is told in the words of version 2 over REST, in the dialect
 * that it speaks, and returns what came. Never retries.
 */
public final class PlatformClient {
  /** For building and comparing JSON. */
  public static final ObjectMapper JSON = JsonMapper.builder().build();

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

  /** A client of REST that sends this token; none if it is empty. */
  public static PlatformClient of(URI url, String token, String organization) {
    return new PlatformClient(url, new RestTransport(url), Dialect.REST_V2, token, organization);
  }

  /** The same client with another token. */
  public PlatformClient withToken(String otherToken) {
    return new PlatformClient(url, transport, dialect, otherToken, organization);
  }

  /** The same client, whose own organization is this one. */
  PlatformClient ownerOf(String otherOrganization) {
    return new PlatformClient(url, transport, dialect, token, otherOrganization);
  }

  /** The same client over REST, in version 2. */
  public PlatformClient rest() {
    return of(url, token, organization);
  }

  /**
   * The same client in another dialect.
   *
   * @param server for dialects of gRPC
   */
  public PlatformClient in(Dialect other, GrpcServer server) {
    RestTransport rest = new RestTransport(url);
    Transport protocol = other.isGrpc() ? new GrpcTransport(rest, server) : rest;
    Transport chosen = other.isVersion1() ? new Version1Transport(protocol) : protocol;
    return new PlatformClient(url, chosen, other, token, organization);
  }

  /** How it speaks. */
  public Dialect dialect() {
    return dialect;
  }

  /** The address of the server. */
  public URI url() {
    return url;
  }

  /** The token that it sends. */
  public String token() {
    return token;
  }

  /** The uid of an organization that this client owns. */
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
    /** The body as JSON. */
    public JsonNode json() {
      try {
        return JSON.readTree(text);
      } catch (IOException e) {
        throw new UncheckedIOException("not JSON: " + text, e);
      }
    }

    /** The first value of a header field. */
    public Optional<String> header(String name) {
      return headers.firstValue(name);
    }

    /** The reason in the error's ErrorInfo. */
    public String reason() {
      return json().path("details").path(0).path("reason").asText();
    }

    /** The detail of this type, such as {@code BadRequest}. */
    public JsonNode detail(String type) {
      for (JsonNode detail : json().path("details")) {
        if (detail.path("@type").asText().equals("type.googleapis.com/google.rpc." + type)) {
          return detail;
        }
      }
      throw new AssertionError("no detail " + type + " in " + text);
    }

    /** The fields that are named as wrong. */
    public List<String> violations() {
      List<String> fields = new ArrayList<>();
      detail("BadRequest")
          .path("fieldViolations")
          .forEach(violation -> fields.add(violation.path("field").asText()));
      return fields;
    }

    /** What stands in the way: the type of the violated precondition. */
    public String obstacle() {
      return detail("PreconditionFailure").path("violations").path(0).path("type").asText();
    }

    /** The uid of the resource in the body. */
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

  /** Replaces a whole resource: what the body leaves out is emptied. */
  public Reply replace(String path, String body) {
    return patch(path + "?updateMask=*", body);
  }

  public Reply delete(String path) {
    return send("DELETE", path);
  }

  /** Whether the server says that it is ready. */
  public boolean isReady() {
    try {
      return get("/health/ready").status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** Creates an organization; its uid. */
  public String createOrganization(String name) {
    return made(post("/iam/v2/groups", group(name, ""))).uid();
  }

  /** Creates a group; its uid. */
  public String createGroup(String parent, String name) {
    return made(post("/iam/v2/groups/" + parent, group(name, ""))).uid();
  }

  /** What the token says. The server is not asked, as its answer grows with the role bindings. */
  public JWTClaimsSet claims() {
    try {
      return SignedJWT.parse(token).getJWTClaimsSet();
    } catch (ParseException e) {
      throw new IllegalStateException("the token of this client is none", e);
    }
  }

  /** The uid of the identity that calls. */
  public String identity() {
    return claims().getSubject();
  }

  /** Creates an identity for which the token of this client can be exchanged; its uid. */
  public String createIdentity(String group) {
    ObjectNode identity = JSON.createObjectNode().put("name", "identity");
    identity
        .putObject("claimMatch")
        .put("issuer", claims().getIssuer())
        .put("subject", claims().getSubject());
    return made(post("/iam/v2/identities/" + group, identity.toString())).uid();
  }

  /** Creates a custom role that allows this, such as {@code CAP_REPO_LIST}; its uid. */
  public String createRole(String group, String name, String... capabilities) {
    ObjectNode role = JSON.createObjectNode().put("name", name);
    List.of(capabilities).forEach(role.putArray("capabilities")::add);
    return made(post("/iam/v2/roles/" + group, role.toString())).uid();
  }

  /** Grants a role at a group; the uid of the role binding. */
  public String bind(String group, String identity, String role) {
    return made(post("/iam/v2/roleBindings/" + group, roleBinding(identity, role))).uid();
  }

  /**
   * A client that acts as an identity for which the token of this one can be exchanged.
   *
   * @param namesAndValues further parameters of the exchange: names and values in turn
   */
  public PlatformClient as(String identity, String... namesAndValues) {
    List<String> parameters = new ArrayList<>(List.of("identity", identity));
    parameters.addAll(List.of(namesAndValues));
    Reply exchanged = made(get("/sts/exchange" + query(parameters.toArray(String[]::new))));
    return withToken(exchanged.json().path("token").asText());
  }

  /** A client that acts as a new identity of a group, to which a role is granted there. */
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

  /** The JSON of a group. */
  public static String group(String name, String description) {
    ObjectNode group = JSON.createObjectNode().put("name", name);
    if (!description.isEmpty()) {
      group.put("description", description);
    }
    return group.toString();
  }

  /** The JSON of a role binding that is to be created. */
  public static String roleBinding(String identity, String role) {
    return JSON.createObjectNode().put("identityUid", identity).put("roleUid", role).toString();
  }

  /** The JSON of an invite that is to be created. */
  public static String groupInvite(String role, String ttl) {
    return JSON.createObjectNode().put("roleUid", role).put("ttl", ttl).toString();
  }

  /** A query string of these parameters: names and values in turn. */
  public static String query(String... namesAndValues) {
    return "?" + form(namesAndValues);
  }

  /** These parameters as they are in a form: names and values in turn; a name may be repeated. */
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
