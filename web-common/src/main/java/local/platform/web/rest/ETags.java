package local.platform.web.rest;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.foundation.digest.Sha256;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.VersionCondition.Versions;
import org.jspecify.annotations.Nullable;

/**
 * Entity tags (RFC 9110, section 8.8.3): strong ones that consist of the version of a resource, and
 * of a digest of what it shows besides, if there is any. Its uid is in the URL.
 *
 * <p>Who reads a resource is shown it again when either differs. {@code If-Match} compares versions
 * alone: it protects what others have written, and nobody could change a resource while what it
 * shows besides changes all the time.
 */
public final class ETags {
  private static final Pattern TAG = Pattern.compile("(W/)?\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"");

  private static final Pattern VERSION = Pattern.compile("(0|[1-9][0-9]{0,17})(?:-[0-9a-f]{16})?");

  private static final int DIGEST_DIGITS = 16;

  private ETags() {}

  /**
   * Returns the tag of a version.
   *
   * @param besides what the resource shows besides; empty if there is none
   */
  static String of(long version, String besides) {
    String digest = besides.isEmpty() ? "" : "-" + Sha256.hex(besides).substring(0, DIGEST_DIGITS);
    return "\"" + version + digest + "\"";
  }

  /**
   * Returns whether {@code If-None-Match} names a tag; weak tags count too (section 13.1.2).
   *
   * @throws HttpFailure 400 if the header is not {@code *} or a list of tags
   */
  public static boolean isNamed(@Nullable String header, String tag) {
    return header != null
        && (header.strip().equals("*")
            || parse(header, HttpHeaders.IF_NONE_MATCH).stream()
                .anyMatch(each -> tag.equals("\"" + each.value() + "\"")));
  }

  /**
   * Returns the preconditions of a request.
   *
   * <p>POST has none in {@code If-None-Match}: what it creates has no URL yet, and everything that
   * its own URL may stand for exists.
   *
   * @throws HttpFailure 400 if a header is not {@code *} or a list of tags
   */
  static VersionCondition condition(ContainerRequestContext request) {
    return new VersionCondition(
        ifMatch(request.getHeaderString(HttpHeaders.IF_MATCH)),
        request.getMethod().equals(HttpMethod.POST)
            ? Versions.NONE
            : ifNoneMatch(request.getHeaderString(HttpHeaders.IF_NONE_MATCH)));
  }

  /**
   * Returns the versions that {@code If-Match} accepts. Weak tags never match (section 13.1.1), and
   * neither do tags that this server did not issue.
   *
   * @throws HttpFailure 400 if the header is not {@code *} or a list of tags
   */
  static Versions ifMatch(@Nullable String header) {
    return header == null
        ? Versions.ALL
        : versions(header, HttpHeaders.IF_MATCH, tag -> !tag.weak());
  }

  /**
   * Returns the versions that {@code If-None-Match} names; weak tags count too (section 13.1.2).
   *
   * @throws HttpFailure 400 if the header is not {@code *} or a list of tags
   */
  static Versions ifNoneMatch(@Nullable String header) {
    return header == null
        ? Versions.NONE
        : versions(header, HttpHeaders.IF_NONE_MATCH, tag -> true);
  }

  private static Versions versions(String header, String name, Predicate<Tag> counts) {
    if (header.strip().equals("*")) {
      return Versions.ALL;
    }
    return Versions.of(
        parse(header, name).stream()
            .filter(counts)
            .map(tag -> VERSION.matcher(tag.value()))
            .filter(Matcher::matches)
            .map(version -> Long.valueOf(version.group(1)))
            .collect(Collectors.toSet()));
  }

  private record Tag(boolean weak, String value) {}

  private static List<Tag> parse(String header, String name) {
    List<Tag> tags = new ArrayList<>();
    Matcher tag = TAG.matcher(header);
    int end = 0;
    while (tag.find()) {
      if (!header.substring(end, tag.start()).matches("[\\s,]*")) {
        throw badHeader(name);
      }
      tags.add(new Tag(tag.group(1) != null, tag.group(2)));
      end = tag.end();
    }
    if (tags.isEmpty() || !header.substring(end).matches("[\\s,]*")) {
      throw badHeader(name);
    }
    return tags;
  }

  private static HttpFailure badHeader(String name) {
    return HttpFailure.badRequest(name + " must be * or a list of entity tags");
  }
}
