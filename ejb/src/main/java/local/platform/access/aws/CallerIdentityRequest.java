package local.platform.access.aws;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.access.upstream.VerificationFailedException;

/**
 * A request for {@code GetCallerIdentity} as it is sent to AWS: with exactly the headers that are
 * here, to a fixed method, host and target. So nobody can have AWS asked something else, and what
 * is checked here is what AWS verifies.
 *
 * @param headers the headers, with names in lower case
 * @param date when it was signed
 */
record CallerIdentityRequest(Map<String, String> headers, Instant date) {
  /** Its target, as the SDK writes it. */
  static final String TARGET = "/?Action=GetCallerIdentity&Version=2011-06-15";

  /** How long after its date AWS accepts a signature. */
  static final Duration MAX_AGE = Duration.ofMinutes(15);

  /** How far AWS lets the clock of a signer be ahead. */
  static final Duration MAX_AHEAD = Duration.ofMinutes(5);

  private static final String METHOD = "POST";
  private static final String HOST = "host";
  private static final String AUTHORIZATION = "authorization";
  private static final String DATE = "x-amz-date";
  private static final String SECURITY_TOKEN = "x-amz-security-token";
  private static final String ACCEPT = "accept";

  /** The headers that bind a request to a server and to an identity there. */
  private static final String AUDIENCE = "chainguard-audience";

  private static final String IDENTITY = "chainguard-identity";

  /** The headers that must be signed. */
  private static final List<String> SIGNED = List.of(HOST, DATE, AUDIENCE, IDENTITY);

  /** The headers that may be signed: those that are sent, because AWS verifies only these. */
  private static final Set<String> SIGNABLE =
      Set.of(HOST, DATE, AUDIENCE, IDENTITY, SECURITY_TOKEN, ACCEPT);

  /** The authorization of Signature Version 4, as the SDK writes it. */
  private static final Pattern SIGNATURE =
      Pattern.compile(
          "AWS4-HMAC-SHA256 Credential=\\w{1,128}/([0-9]{8})/[a-z0-9-]{1,64}/sts/aws4_request,"
              + " SignedHeaders=([a-z0-9;-]{1,512}), Signature=[0-9a-f]{64}");

  private static final Pattern DATE_FORM = Pattern.compile("[0-9]{8}T[0-9]{6}Z");
  private static final DateTimeFormatter DATE_FORMAT =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT)
          .withZone(ZoneOffset.UTC);

  CallerIdentityRequest {
    headers = Map.copyOf(headers);
  }

  /**
   * Returns the request that is sent for a signed one. Of its headers it has only those that are
   * needed; others must not be signed.
   *
   * @param host the host of AWS, with the port unless it is that of https
   * @throws VerificationFailedException if the signed one is another request, or is not signed in
   *     the right way
   */
  static CallerIdentityRequest of(SignedRequest signed, String host)
      throws VerificationFailedException {
    check(signed.method().equals(METHOD), "it is not a POST");
    check(signed.target().equals(TARGET), "it does not ask for GetCallerIdentity and nothing else");
    check(!signed.repeatsHeader(), "it has a header twice");
    check(
        signed.body().isEmpty()
            && signed.header("content-length").orElse("0").equals("0")
            && signed.header("transfer-encoding").isEmpty(),
        "it has a body");
    check(required(signed, HOST).equals(host), "it is for another host");
    check(
        required(signed, ACCEPT).equals("application/json"),
        "it does not accept JSON, or not only");
    String date = required(signed, DATE);
    checkSignature(signed, date);
    Map<String, String> headers = new LinkedHashMap<>();
    for (String name : List.of(AUTHORIZATION, DATE, ACCEPT, AUDIENCE, IDENTITY)) {
      headers.put(name, required(signed, name));
    }
    signed.header(SECURITY_TOKEN).ifPresent(token -> headers.put(SECURITY_TOKEN, token));
    return new CallerIdentityRequest(headers, instant(date));
  }

  private static void checkSignature(SignedRequest signed, String date)
      throws VerificationFailedException {
    Matcher signature = SIGNATURE.matcher(required(signed, AUTHORIZATION));
    check(signature.matches(), "its authorization is not that of Signature Version 4");
    check(date.startsWith(signature.group(1)), "its credential is for another day");
    List<String> names = Arrays.asList(signature.group(2).split(";", -1));
    check(
        names.equals(names.stream().distinct().sorted().toList()),
        "the names of its signed headers are not in their order, or one is there twice");
    check(
        Stream.concat(
                SIGNED.stream(), signed.header(SECURITY_TOKEN).map(t -> SECURITY_TOKEN).stream())
            .allMatch(names::contains),
        "a header is not signed that has to be");
    check(
        names.stream().allMatch(name -> SIGNABLE.contains(name) && signed.header(name).isPresent()),
        "a header is signed that is not sent");
  }

  private static Instant instant(String date) throws VerificationFailedException {
    check(DATE_FORM.matcher(date).matches(), "its date has another form");
    try {
      return DATE_FORMAT.parse(date, Instant::from);
    } catch (DateTimeException e) {
      throw new VerificationFailedException("its date does not exist");
    }
  }

  private static String required(SignedRequest signed, String name)
      throws VerificationFailedException {
    Optional<String> value = signed.header(name);
    check(value.isPresent(), "it lacks the header " + name);
    return value.orElseThrow();
  }

  /** Checks that AWS would accept the date now. */
  void checkDate(Instant now) throws VerificationFailedException {
    check(!date.plus(MAX_AGE).isBefore(now), "it was signed too long ago");
    check(!date.isAfter(now.plus(MAX_AHEAD)), "it is dated in the future");
  }

  /** Returns the server that it is meant for. */
  String audience() {
    return headers.getOrDefault(AUDIENCE, "");
  }

  /** Returns the uid of the identity that it is meant for. */
  String identity() {
    return headers.getOrDefault(IDENTITY, "");
  }

  static void check(boolean holds, String otherwise) throws VerificationFailedException {
    if (!holds) {
      throw new VerificationFailedException(otherwise);
    }
  }

  /** Returns a text without the signature. */
  @Override
  public String toString() {
    return "GetCallerIdentity of " + date;
  }
}
