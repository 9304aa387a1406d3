package local.platform.web.http;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds out for whom a request is, from as much of its head as is needed, before anything of it is
 * checked. So it accepts what the parser of the application server accepts.
 */
final class Destination {
  private static final Pattern ABSOLUTE_FORM =
      Pattern.compile("https?://([^/?]*)", Pattern.CASE_INSENSITIVE);
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");
  private static final String HOST = "host:";

  private final Routing routing;
  private boolean hasRequestLine;
  private int headers;
  private @Nullable String target;
  private @Nullable String host;
  private boolean known;

  Destination(Routing routing) {
    this.routing = routing;
  }

  /** Takes the next line of the head, without its end. */
  void addLine(String line) {
    if (!hasRequestLine) {
      hasRequestLine = true;
      String[] parts = line.trim().split("[ \t]+", 3);
      target = parts.length < 2 ? null : parts[1];
      known = target == null || takesHostFromTarget(target);
    } else if (line.isEmpty() || ++headers > RequestHead.MAX_HEADERS) {
      known = true;
    } else if (line.toLowerCase(Locale.ROOT).startsWith(HOST)) {
      host = line.substring(HOST.length()).trim();
      known = true;
    }
  }

  /** Returns whether a request line was taken. */
  boolean hasRequestLine() {
    return hasRequestLine;
  }

  /** Returns whether further lines have no influence. */
  boolean isKnown() {
    return known;
  }

  /** Returns whether the request must be guarded, by the lines that were taken. */
  boolean isOurs() {
    return target == null
        || !target.startsWith("/")
        || routing.isOurs(
            host == null ? null : PORT.matcher(host).replaceFirst(""), withoutQuery(target));
  }

  /** In the absolute form of a target, its host is valid, whatever Host says. */
  private boolean takesHostFromTarget(String form) {
    Matcher absolute = ABSOLUTE_FORM.matcher(form);
    if (!absolute.lookingAt()) {
      return false;
    }
    String rest = form.substring(absolute.end());
    host = absolute.group(1);
    target = rest.startsWith("/") ? rest : "/" + rest;
    return true;
  }

  private static String withoutQuery(String path) {
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }
}
