package local.platform.contract.testing;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Version1Words;
import local.platform.contract.testing.sample.Version1Words.Names;
import org.jspecify.annotations.Nullable;

/**
 * Translates requests from the words of version 2 to version 1, and answers back. What version 1
 * cannot express is an {@link IllegalArgumentException}: such a request belongs in a test of
 * version 2 alone. Requests without a version are sent unchanged.
 */
record Version1Transport(Transport transport) implements Transport {
  private static final Pattern PATH =
      Pattern.compile(
          "/(?:iam|registry|vulnerabilities)/v2/(\\w+)(:\\w+)?(?:/([^?]*))?(?:\\?(.*))?");
  private static final Pattern IMAGE =
      Pattern.compile(
          "/registry/v2/(repos/[^?]*/digests/[^/?]+/(?:architectures|size))(?:\\?architecture=(.*))?");
  private static final Names IMAGE_NAMES =
      Names.of("repoUid=repoId", "architectures=archs", "architecture=arch");
  private static final Pattern WHOLE = Pattern.compile("update(?:M|_m)ask=(?:\\*|%2A)");
  private static final String BATCH = ":batchCreate";

  /** A request in version 1, and how to translate its answer. */
  private record Said(
      String method, String path, @Nullable JsonNode body, UnaryOperator<Reply> shown) {}

  @Override
  public Reply send(
      String method,
      String path,
      @Nullable String body,
      Map<String, String> headers,
      String token) {
    Matcher image = IMAGE.matcher(path);
    if (image.matches()) {
      String query = image.group(2) == null ? "" : "?arch=" + image.group(2);
      String said = "/registry/v1/" + image.group(1) + query;
      Reply reply = transport.send(method, said, body, headers, token);
      return with(reply, Version1Words.renamed(reply.json(), IMAGE_NAMES).toString());
    }
    Matcher told = PATH.matcher(path);
    if (!told.matches()) {
      return transport.send(method, path, body, headers, token);
    }
    Version1Words words = Version1Words.of(told.group(1));
    String verb = Optional.ofNullable(told.group(2)).orElse("");
    @Nullable String place = told.group(3);
    String query = Optional.ofNullable(told.group(4)).orElse("");
    Said said =
        switch (method) {
          case "GET" -> place == null ? list(words, verb, query) : read(words, place, query);
          case "POST" ->
              verb.equals(BATCH) ? batch(words, parse(body)) : create(words, verb, place, body);
          case "PATCH" -> replace(words, place, query, parse(body));
          case "DELETE" ->
              new Said("DELETE", path(words, verb, place), null, reply -> with(reply, ""));
          default -> throw new IllegalArgumentException("version 2 has no " + method);
        };
    Reply reply =
        transport.send(
            said.method(),
            said.path(),
            said.body() == null ? null : said.body().toString(),
            headers,
            token);
    return reply.status() == 200
        ? said.shown().apply(reply)
        : with(reply, words.shownError(reply.json(), method).toString());
  }

  private static Said list(Version1Words words, String verb, String query) {
    String said =
        query.isEmpty()
            ? ""
            : Arrays.stream(query.split("&", -1))
                .map(parameter -> parameter(words, parameter))
                .collect(Collectors.joining("&", "?", ""));
    return new Said(
        "GET",
        words.path() + verb + said,
        null,
        reply -> with(reply, words.shownAll("items", reply.json()).toString()));
  }

  private static String parameter(Version1Words words, String parameter) {
    String[] parts = parameter.split("=", 2);
    return words
        .parameter(decode(parts[0]))
        .map(name -> parts.length == 1 ? name : name + "=" + parts[1])
        .orElseThrow(() -> new IllegalArgumentException("version 1 has no " + parameter));
  }

  /** Reads by a list with the uid, which is empty if the resource is missing or may not be seen. */
  private static Said read(Version1Words words, String uid, String query) {
    if (uid.isEmpty() || !query.isEmpty()) {
      throw new IllegalArgumentException("version 1 reads by a uid alone");
    }
    return new Said(
        "GET",
        words.path() + query(words.id(), decode(uid)),
        null,
        reply -> {
          JsonNode items = reply.json().path("items");
          return items.isEmpty()
              ? new Reply(404, reply.headers(), "{\"code\":5}")
              : with(reply, words.shown(items.path(0)).toString());
        });
  }

  private static Said create(
      Version1Words words, String verb, @Nullable String parent, @Nullable String body) {
    return new Said(
        "POST",
        path(words, verb, parent),
        body == null ? null : words.said(parse(body)),
        reply -> with(reply, words.shown(reply.json()).toString()));
  }

  private static Said batch(Version1Words words, JsonNode batch) {
    return new Said(
        "POST",
        words.path() + "/batch/" + batch.path("parent").asText(),
        words.saidBatch(batch),
        reply -> with(reply, words.shownAll("roleBindings", reply.json()).toString()));
  }

  private static Said replace(
      Version1Words words, @Nullable String uid, String query, JsonNode resource) {
    if (!WHOLE.matcher(query).matches()) {
      throw new IllegalArgumentException("version 1 replaces the whole resource");
    }
    return new Said(
        "PUT",
        path(words, "", uid),
        words.said(resource),
        reply -> with(reply, words.shown(reply.json()).toString()));
  }

  private static String path(Version1Words words, String verb, @Nullable String place) {
    return words.path() + verb + (place == null ? "" : "/" + place);
  }

  private static Reply with(Reply reply, String text) {
    return new Reply(reply.status(), reply.headers(), text);
  }

  private static JsonNode parse(@Nullable String body) {
    try {
      JsonNode json = JSON.readTree(body == null || body.isEmpty() ? "{}" : body);
      if (!json.isObject()) {
        throw new IllegalArgumentException("no resource: " + body);
      }
      return json;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + body, e);
    }
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
