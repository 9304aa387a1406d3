package local.platform.access.aws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import local.platform.access.aws.SigV4.Credentials;

/**
 * A token as the public SDK makes it: a request for {@code GetCallerIdentity}, signed and written
 * as the libraries of Go do. Every part can be changed, before it is signed or afterwards.
 */
public final class SdkToken {
  static final String TARGET = "/?Action=GetCallerIdentity&Version=2011-06-15";
  static final String AUDIENCE = "Chainguard-Audience";
  static final String IDENTITY = "Chainguard-Identity";
  static final String DATE = "X-Amz-Date";
  private static final DateTimeFormatter DATE_FORMAT =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Credentials by;
  private final String host;
  private final String date;

  /** Go writes headers in the order of their names. */
  private final Map<String, String> headers = new TreeMap<>();

  private final Map<String, String> changed = new TreeMap<>();
  private final List<String> lines = new ArrayList<>();
  private final Set<String> unsigned = new TreeSet<>();
  private String sentHost;
  private String method = "POST";
  private String target = TARGET;
  private String sentTarget = TARGET;
  private String body = "";

  /** Prepares a token of somebody for a host of AWS. */
  public SdkToken(Credentials by, String host, Instant date) {
    this.by = by;
    this.host = host;
    this.sentHost = host;
    this.date = DATE_FORMAT.format(date);
    headers.put("Accept", "application/json");
    headers.put(DATE, this.date);
    if (!by.sessionToken().isEmpty()) {
      headers.put("X-Amz-Security-Token", by.sessionToken());
    }
  }

  /** Binds it to a server and to an identity there. */
  public SdkToken bound(String audience, String identity) {
    return with(AUDIENCE, audience).with(IDENTITY, identity);
  }

  /** Sets a header, which is signed. */
  public SdkToken with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  SdkToken without(String name) {
    headers.remove(name);
    return this;
  }

  /** Leaves a header out of those that are signed. */
  public SdkToken unsigned(String name) {
    unsigned.add(name.toLowerCase(Locale.ROOT));
    return this;
  }

  /** Changes a header after it was signed. */
  SdkToken thenWith(String name, String value) {
    changed.put(name, value);
    return this;
  }

  /** Adds a line after the headers, which is not signed. */
  SdkToken thenLine(String line) {
    lines.add(line);
    return this;
  }

  SdkToken method(String other) {
    method = other;
    return this;
  }

  SdkToken target(String other) {
    target = other;
    sentTarget = other;
    return this;
  }

  /** Changes the target after it was signed. */
  SdkToken thenTarget(String other) {
    sentTarget = other;
    return this;
  }

  /** Changes the host after it was signed. */
  SdkToken thenHost(String other) {
    sentHost = other;
    return this;
  }

  SdkToken body(String other) {
    body = other;
    return this;
  }

  /** Returns the request as it is written. */
  String request() {
    Map<String, String> written = new TreeMap<>(headers);
    written.put("Authorization", authorization());
    written.putAll(changed);
    StringBuilder text =
        new StringBuilder(method)
            .append(' ')
            .append(sentTarget)
            .append(" HTTP/1.1\r\nHost: ")
            .append(sentHost)
            .append("\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: ")
            .append(body.length())
            .append("\r\n");
    written.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    lines.forEach(line -> text.append(line).append("\r\n"));
    return text.append("\r\n").append(body).toString();
  }

  String authorization() {
    Map<String, String> signed = new TreeMap<>();
    headers.forEach((name, value) -> signed.put(name.toLowerCase(Locale.ROOT), value));
    signed.put("host", host);
    signed.keySet().removeAll(unsigned);
    String day = date.split("T", 2)[0];
    return new SigV4(method, target, signed, body, date, List.of(day, "us-east-1", "sts"))
        .authorization(by);
  }

  /** Returns the token. */
  public String text() {
    return encoded(request());
  }

  static String encoded(String request) {
    return Base64.getUrlEncoder().encodeToString(request.getBytes(ISO_8859_1));
  }
}
