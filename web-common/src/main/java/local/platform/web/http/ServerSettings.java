package local.platform.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import local.platform.web.http.ServerListeners.Listener;

/**
 * The settings that {@code ops/payara} makes on a Payara Server; {@code docs/payara-server.md} says
 * why.
 */
final class ServerSettings {
  /** Settings of the virtual server need no look: without one there would be no deployment. */
  private static final Pattern SETTING =
      Pattern.compile("set configs\\.config\\.server-config\\.((?!http-service)[^=]+)=(.*)");

  private static final Pattern PROPERTY = Pattern.compile("create-system-properties ([^=]+)=(.*)");

  private ServerSettings() {}

  /**
   * Returns the settings and system properties, each with the value that it should have, that the
   * server of a listener lacks or has with another value.
   *
   * @throws ReflectiveOperationException if this is an unknown version of the server
   */
  static List<String> missing(Listener listener) throws ReflectiveOperationException {
    List<String> missing = new ArrayList<>();
    for (String line : lines("settings.asadmin").toList()) {
      Matcher setting = SETTING.matcher(line);
      if (setting.matches()) {
        String path =
            setting
                .group(1)
                .replace(".protocol.platform.", ".protocol." + listener.protocol() + ".");
        if (!setting.group(2).equals(ServerListeners.setting(path))) {
          missing.add(listener.configuration() + "." + path + "=" + setting.group(2));
        }
      }
    }
    for (String line : lines("started.asadmin").toList()) {
      Matcher property = PROPERTY.matcher(line);
      if (property.matches() && !property.group(2).equals(System.getProperty(property.group(1)))) {
        missing.add(property.group(1) + "=" + property.group(2));
      }
    }
    return missing;
  }

  private static Stream<String> lines(String file) {
    try (InputStream in = ServerSettings.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), UTF_8).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
