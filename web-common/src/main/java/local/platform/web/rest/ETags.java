package local.platform.web.rest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.foundation.resource.VersionCondition;
import org.jspecify.annotations.Nullable;

/**
 * Entity tags (RFC 9110, section 8.8.3): strong ones that consist of the version of a resource. Its
 * uid is in the URL.
 */
final class ETags {
  private static final Pattern TAG = Pattern.compile("(W/)?\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"");

  private ETags() {}

  /** Returns the tag of a version. */
  static String of(long version) {
    return "\"" + version + "\"";
  }

  /**
   * Returns the precondition of {@code If-Match}. Weak tags never match (section 13.1.1), and
   * neither do tags that this server did not issue.
   *
   * @throws HttpFailure 400 if the header is not a list of tags
   */
  static VersionCondition ifMatch(@Nullable String header) {
    if (header == null || header.strip().equals("*")) {
      return VersionCondition.ANY;
    }
    Set<Long> versions = new HashSet<>();
    for (Tag tag : parse(header, "If-Match")) {
      if (!tag.weak() && tag.value().matches("0|[1-9][0-9]{0,17}")) {
        versions.add(Long.parseLong(tag.value()));
      }
    }
    return new VersionCondition(Optional.of(versions));
  }

  /**
   * Returns whether {@code If-None-Match} names the version, which the client then already has
   * (section 13.1.2).
   *
   * @throws HttpFailure 400 if the header is not a list of tags
   */
  static boolean noneMatchNames(@Nullable String header, long version) {
    if (header == null) {
      return false;
    }
    if (header.strip().equals("*")) {
      return true;
    }
    String current = String.valueOf(version);
    return parse(header, "If-None-Match").stream().anyMatch(tag -> tag.value().equals(current));
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
