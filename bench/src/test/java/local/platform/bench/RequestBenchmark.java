package local.platform.bench;

import static local.platform.contract.testing.PlatformClient.form;
import static local.platform.contract.testing.PlatformClient.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jwt.JWTClaimsSet;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.bench.Rounds.Load;
import local.platform.bench.Rounds.Result;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.contract.testing.Tenant;
import local.platform.db.testing.FreePorts;
import local.platform.db.testing.MySqlServer;

/**
 * Compares requests over REST on MySQL with plain resources on the same server, which do the least
 * that such a request needs and answer with the same bytes. Both sides get the same requests, but
 * for their paths, from the same client. At the end it prints how much memory the server takes.
 */
public final class RequestBenchmark {
  private static final int CONNECTIONS = 16;
  private static final int CALLERS = 200;
  private static final int GROUPS = 200;
  private static final String PAGE_SIZE = "50";
  private static final String HEAP = "512m";

  /** Longer than a run takes. */
  private static final Duration TOKEN_LIFETIME = Duration.ofHours(6);

  private static final String GROUP = "/iam/v2/groups";
  private static final String PLAIN = "/bench/requests/";
  private static final Pattern UID = Pattern.compile("\"uid\":\"([0-9a-f/]+)\"");
  private static final Pattern PAGE_TOKEN = Pattern.compile("\"nextPageToken\":\"[^\"]*\"");
  private static final Pattern RSS = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");

  /** Selects the comparisons: those whose subjects' names contain a match. */
  private static final Pattern SUBJECTS = Pattern.compile(System.getProperty("bench.subjects", ""));

  private static final String GET_BY_ONE = "get group, 1 caller";
  private static final String TWO_SELECTS_BY_ONE = "two SELECTs, 1 caller";
  private static final String GET = "get group, 200 callers";
  private static final String TWO_SELECTS = "two SELECTs, 200 callers";
  private static final String UNKNOWN = "unknown path, 200 callers";
  private static final String SELECT = "one SELECT, 200 callers";
  private static final String LIST = "list of 50";
  private static final String SELECT_LIST = "one SELECT of 50";
  private static final String CREATE = "create group";
  private static final String INSERT = "one INSERT";
  private static final String DELETE = "delete group";
  private static final String EXCHANGE = "exchange";
  private static final String EXCHANGE_OWN = "exchange, token of ours";
  private static final String DOCUMENT = "document";
  private static final String PLAIN_DOCUMENT = "plain document";
  private static final String UNCHANGED = "document, unchanged";
  private static final String PLAIN_UNCHANGED = "plain document, unchanged";
  private static final String TWO_SIGNATURES = "one SELECT, two signatures";

  private static final List<Comparison> COMPARISONS =
      List.of(
          new Comparison(
              "get group to two SELECTs, 1 caller, at least 0.75", GET_BY_ONE, TWO_SELECTS_BY_ONE),
          new Comparison("get group to two SELECTs, 200 callers, at least 0.75", GET, TWO_SELECTS),
          new Comparison("unknown path to one SELECT, 200 callers, at least 0.95", UNKNOWN, SELECT),
          new Comparison("list of 50 to one SELECT of 50, at least 0.5", LIST, SELECT_LIST),
          new Comparison("create group to one INSERT, at least 0.5", CREATE, INSERT),
          new Comparison("delete group to create group, at least 0.8", DELETE, CREATE),
          new Comparison(
              "exchange to one SELECT and two signatures, at least 0.7", EXCHANGE, TWO_SIGNATURES),
          new Comparison("exchange of a token of ours to the same", EXCHANGE_OWN, TWO_SIGNATURES),
          new Comparison(
              "OpenAPI document to a plain resource, at least 0.9", DOCUMENT, PLAIN_DOCUMENT),
          new Comparison("the same with 304, at least 0.9", UNCHANGED, PLAIN_UNCHANGED));

  private final PlatformClient owner;
  private final URI url;

  /** The loads in the order in which they are measured: groups are created before they go. */
  private final Map<String, Load> loads = new LinkedHashMap<>();

  private RequestBenchmark(PlatformClient owner) {
    this.owner = owner;
    this.url = owner.url();
  }

  /**
   * A ratio of two rates.
   *
   * @param text what is printed
   */
  private record Comparison(String text, String subject, String baseline) {
    boolean isMade() {
      return SUBJECTS.matcher(subject).find();
    }
  }

  /** Runs the benchmark and prints its ratios, each with the bound that is to be reached. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (MySqlServer mySql = MySqlServer.start();
        HttpIssuer issuer = HttpIssuer.start();
        PlatformProcess server =
            PlatformProcess.in(Packaging.JAR, "bench-requests")
                .empty()
                .quickStart()
                .heap(HEAP)
                .on(mySql.createDatabase())
                .with(BaselineListener.PORT, String.valueOf(FreePorts.next()))
                .start()) {
      RequestBenchmark benchmark = new RequestBenchmark(server.owner());
      benchmark.addReads();
      benchmark.addWrites();
      benchmark.addExchanges(issuer);
      benchmark.addFiles();
      benchmark.measure();
      System.out.printf(
          "%-60s %6d%n",
          "MB that the server takes with -Xmx" + HEAP + ", at most 700", residentMegabytes(server));
    }
  }

  private void measure() throws IOException, InterruptedException {
    List<Comparison> made = COMPARISONS.stream().filter(Comparison::isMade).toList();
    List<String> measured =
        made.stream()
            .flatMap(comparison -> Stream.of(comparison.subject(), comparison.baseline()))
            .toList();
    loads.keySet().retainAll(measured);
    Map<String, List<Result>> results = Rounds.measureAlike(loads);
    Rounds.print(results);
    for (Comparison comparison : made) {
      Rounds.printRatio(results, comparison.text(), comparison.subject(), comparison.baseline());
    }
  }

  private static long residentMegabytes(PlatformProcess server) throws IOException {
    Matcher status =
        RSS.matcher(Files.readString(Path.of("/proc", String.valueOf(server.pid()), "status")));
    if (!status.find()) {
      throw new IllegalStateException("the system does not tell how much memory the server takes");
    }
    return Long.parseLong(status.group(1)) / 1024;
  }

  private void addReads() {
    List<PlatformClient> callers =
        Stream.generate(
                () -> owner.withRole(owner.organization(), BuiltInRole.VIEWER.uid().value()))
            .limit(CALLERS)
            .toList();
    PlatformClient one = callers.get(0);
    String listed = owner.createGroup(owner.organization(), "listed");
    String uid = "";
    for (int i = 0; i < GROUPS; i++) {
      uid = owner.createGroup(listed, "group " + i);
    }

    String path = GROUP + "/" + uid;
    owner.patch(path, PlatformClient.group("group", "nothing of it is empty, and it was changed"));
    String plainPath = PLAIN + "group?uid=" + uid + "&caller=";
    setAnswer("group", owner.get(path));
    loads.put(GET_BY_ONE, gets(List.of(one), caller -> path, 200));
    loads.put(TWO_SELECTS_BY_ONE, gets(List.of(one), byIdentity(plainPath), 200));
    loads.put(GET, gets(callers, caller -> path, 200));
    loads.put(TWO_SELECTS, gets(callers, byIdentity(plainPath), 200));
    requireSame(one, path, plainPath + one.identity());

    String unknown = "/iam/v2/nothing";
    String plainUnknown = PLAIN + "nothing?caller=";
    setAnswer("nothing", owner.get(unknown));
    loads.put(UNKNOWN, gets(callers, caller -> unknown, 404));
    loads.put(SELECT, gets(callers, byIdentity(plainUnknown), 404));
    requireSame(one, unknown, plainUnknown + one.identity());

    addLists(one, listed);
  }

  /** Adds the second page of a list, whose token has the total of the first. */
  private void addLists(PlatformClient caller, String listed) {
    String first = GROUP + query("uidp.children_of", listed, "page_size", PAGE_SIZE);
    JsonNode firstPage = caller.get(first).json();
    String second = first + "&" + form("page_token", firstPage.path("nextPageToken").asText());
    Reply secondPage = caller.get(second);
    String plain =
        PLAIN
            + "page"
            + query("parent", listed, "size", PAGE_SIZE)
            + "&"
            + form("after", lastUid(firstPage), "last", lastUid(secondPage.json()));
    setAnswer("page", secondPage);
    loads.put(LIST, gets(List.of(caller), any -> second, 200));
    loads.put(SELECT_LIST, gets(List.of(caller), any -> plain, 200));
    requireSame(caller, second, plain);
  }

  private static String lastUid(JsonNode page) {
    List<String> uids = page.findValuesAsText("uid");
    return uids.get(uids.size() - 1);
  }

  private void addWrites() {
    String parent = owner.createOrganization("created in a run");
    String path = GROUP + "/" + parent;
    String plainPath = PLAIN + "create?parent=" + parent;
    String json = PlatformClient.group(BaselineGroups.NAME, BaselineGroups.DESCRIPTION);
    Reply created = owner.post(path, json);
    setAnswer("create", created);
    require(owner.post(plainPath, json).text().equals(created.text()), plainPath);
    JsonNode both = owner.get(GROUP + query("uidp.children_of", parent)).json().path("groups");
    require(
        both.size() == 2 && withoutUidAndTimes(both.get(0)).equals(withoutUidAndTimes(both.get(1))),
        both.toString());

    Queue<String> existing = new ConcurrentLinkedQueue<>();
    byte[] create = HttpConnection.post(url, path, owner.token(), json);
    byte[] insert = HttpConnection.post(url, plainPath, owner.token(), json);
    loads.put(CREATE, load(() -> Optional.of(create), answer -> existing.add(uid(answer))));
    loads.put(INSERT, load(() -> Optional.of(insert), answer -> {}));
    loads.put(
        DELETE, load(() -> Optional.ofNullable(existing.poll()).map(this::deletion), answer -> {}));
  }

  private static JsonNode withoutUidAndTimes(JsonNode group) {
    ObjectNode rest = group.deepCopy();
    return rest.without(List.of("uid", "createTime", "updateTime"));
  }

  private byte[] deletion(String uid) {
    return HttpConnection.request("DELETE", url, GROUP + "/" + uid, owner.token());
  }

  private static String uid(String group) {
    Matcher uid = UID.matcher(group);
    require(uid.find(), group);
    return uid.group(1);
  }

  private void addExchanges(HttpIssuer issuer) {
    Tenant tenant = Tenant.create(owner);
    String identity = tenant.identity(issuer.url(), "alice");
    String path = "/sts/exchange?identity=" + identity;
    String plainPath = PLAIN + "exchange?identity=" + identity;
    Map<String, Object> claims = new HashMap<>(issuer.claims("alice", owner.claims().getIssuer()));
    claims.put("exp", Instant.now().plus(TOKEN_LIFETIME).getEpochSecond());
    PlatformClient alice = owner.withToken(issuer.token(claims));
    owner.send("PUT", PLAIN + "issuer-key", issuer.key().toPublicJWK().toJSONString(), Map.of());
    requireAlike(alice.get(path), alice.get(plainPath));
    loads.put(EXCHANGE, gets(List.of(alice), any -> path, 200));
    loads.put(TWO_SIGNATURES, gets(List.of(alice), any -> plainPath, 200));

    String ours = "/sts/exchange?identity=" + owner.createIdentity(owner.organization());
    loads.put(EXCHANGE_OWN, gets(List.of(owner), any -> ours, 200));
  }

  private void addFiles() {
    String path = "/openapi/v2.json";
    String plainPath = PLAIN + "document";
    Reply document = owner.get(path);
    setAnswer("document", document);
    requireSame(owner, path, plainPath);
    loads.put(DOCUMENT, gets(List.of(owner), any -> path, 200));
    loads.put(PLAIN_DOCUMENT, gets(List.of(owner), any -> plainPath, 200));
    String etag = document.header("ETag").orElseThrow();
    loads.put(UNCHANGED, unchanged(path, etag));
    loads.put(PLAIN_UNCHANGED, unchanged(plainPath, etag));
  }

  /** Returns a load of reads by a client that has this answer. */
  private Load unchanged(String path, String etag) {
    byte[] request = HttpConnection.getUnlessChanged(url, path, owner.token(), etag);
    return HttpLoad.inTurn(url, CONNECTIONS, List.of(request), 304);
  }

  /** Requires that two answers differ only in what differs between any two exchanges. */
  private static void requireAlike(Reply exchanged, Reply plain) {
    JWTClaimsSet claims = claims(exchanged);
    JWTClaimsSet plainClaims = claims(plain);
    require(
        plainClaims.getClaims().keySet().equals(claims.getClaims().keySet())
            && plainClaims.getIssuer().equals(claims.getIssuer())
            && plainClaims.getSubject().equals(claims.getSubject())
            && plainClaims.getAudience().equals(claims.getAudience())
            && plain.text().length() == exchanged.text().length(),
        exchanged.text() + " is unlike " + plain.text());
  }

  private static JWTClaimsSet claims(Reply exchanged) {
    String token = exchanged.json().path("token").asText();
    return PlatformClient.of(URI.create(""), token, "").claims();
  }

  private static Function<PlatformClient, String> byIdentity(String path) {
    return caller -> path + caller.identity();
  }

  /** Returns a load of reads by these callers in turn. */
  private Load gets(
      List<PlatformClient> callers, Function<PlatformClient, String> path, int status) {
    return HttpLoad.inTurn(
        url,
        CONNECTIONS,
        callers.stream()
            .map(caller -> HttpConnection.request("GET", url, path.apply(caller), caller.token()))
            .toList(),
        status);
  }

  private Load load(HttpLoad.Requests requests, Consumer<String> answers) {
    return new HttpLoad(url, CONNECTIONS, requests, 200, answers);
  }

  private void setAnswer(String method, Reply answer) {
    owner.send("PUT", PLAIN + "answers/" + method, answer.text(), Map.of());
  }

  /**
   * Requires that a baseline answers as the product does, but for the token of the next page, which
   * the product encrypts anew each time.
   */
  private static void requireSame(PlatformClient caller, String path, String plainPath) {
    Reply answer = caller.get(path);
    Reply plain = caller.get(plainPath);
    require(
        plain.status() == answer.status()
            && plain.text().length() == answer.text().length()
            && PAGE_TOKEN
                .matcher(plain.text())
                .replaceFirst("")
                .equals(PAGE_TOKEN.matcher(answer.text()).replaceFirst("")),
        plainPath + " does not answer as " + path);
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new IllegalStateException(message);
    }
  }
}
