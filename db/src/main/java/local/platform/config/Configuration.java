package local.platform.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * The complete and validated configuration of one server.
 *
 * @param quickStart whether this is a quick start, for evaluation
 * @param http the HTTP listener
 * @param adminPort port of the administration listener of Payara Server
 * @param grpc the gRPC listener
 * @param dataDirectory absolute path of the data directory, which need not exist yet
 * @param database the database
 * @param tokens issued and accepted tokens
 * @param upstream trusted issuers of upstream tokens
 * @param serviceDomain domain that errors name
 * @param bootstrap the first owner and operator, if one is configured
 * @param selfServiceOrganizations whether every authenticated identity may create an organization
 * @param v1GrpcListLimit maximum number of rows of a list of version 1 over gRPC
 * @param unknownKeys names that begin like ours but are not keys; worth a warning
 */
public record Configuration(
    boolean quickStart,
    HttpSettings http,
    int adminPort,
    GrpcSettings grpc,
    Path dataDirectory,
    DatabaseSettings database,
    TokenSettings tokens,
    UpstreamSettings upstream,
    String serviceDomain,
    Optional<BootstrapSettings> bootstrap,
    boolean selfServiceOrganizations,
    int v1GrpcListLimit,
    List<String> unknownKeys) {

  /**
   * The subject of a bootstrap identity without an external subject, whose issuer is this server.
   * No token that this server issues ever has it.
   */
  public static final String BOOTSTRAP_SUBJECT = "bootstrap";

  private static final int KEY_BYTES = 32;

  /**
   * Reads the configuration of this process.
   *
   * @throws ConfigurationException if anything is missing or wrong
   */
  public static Configuration load() {
    Config config = ConfigProvider.getConfig();
    return from(
        property -> config.getOptionalValue(property, String.class),
        variable -> Optional.ofNullable(System.getenv(variable)),
        config.getPropertyNames());
  }

  /**
   * Reads the configuration of this process without an application server, and so without
   * MicroProfile Config: from system properties and environment variables, by the same rules.
   *
   * @throws ConfigurationException if anything is missing or wrong
   */
  public static Configuration loadWithoutServer() {
    ProcessProperties properties = ProcessProperties.now();
    return from(
        properties::value,
        variable -> Optional.ofNullable(System.getenv(variable)),
        properties.names());
  }

  /**
   * Reads a configuration.
   *
   * @param properties returns the value of a property, from any source
   * @param environment returns the value of an environment variable
   * @param names the names of all properties and environment variables that are set
   * @throws ConfigurationException if anything is missing or wrong
   */
  public static Configuration from(
      Function<String, Optional<String>> properties,
      Function<String, Optional<String>> environment,
      Iterable<String> names) {
    return new Reader(properties, environment).read(unknown(names));
  }

  private static List<String> unknown(Iterable<String> names) {
    Set<String> known =
        Arrays.stream(ConfigKey.values())
            .map(ConfigKey::environmentVariable)
            .collect(Collectors.toSet());
    return StreamSupport.stream(names.spliterator(), false)
        .filter(name -> ConfigKey.environmentVariable(name).startsWith("PLATFORM_"))
        .filter(name -> !known.contains(ConfigKey.environmentVariable(name)))
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .toList();
  }

  /** Reads key by key and collects problems, so that one attempt to start reports them all. */
  private static final class Reader {
    private static final Pattern DOMAIN =
        Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

    /** An origin as browsers write it (RFC 6454, section 6.2). */
    private static final Pattern ORIGIN =
        Pattern.compile(
            "http(://(?!.*:80$)|s://(?!.*:443$))("
                + DOMAIN.pattern()
                + "|\\[[0-9a-f:.]+])(:[1-9][0-9]{0,4})?");

    private static final Pattern PACKAGE = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*");
    private static final int MAX_ISSUER_LENGTH = 1_024;
    private static final int MAX_SUBJECT_LENGTH = 255; // OpenID Connect Core 1.0, section 2
    private static final Set<ConfigKey> ENVIRONMENT_ONLY =
        Set.of(
            ConfigKey.HTTP_ADDRESS,
            ConfigKey.HTTP_PORT,
            ConfigKey.ADMIN_PORT,
            ConfigKey.LOG_FORMAT,
            ConfigKey.LOG_LEVEL,
            ConfigKey.STOP_WITH_PARENT);

    private final Function<String, Optional<String>> properties;
    private final Function<String, Optional<String>> environment;
    private final List<String> problems = new ArrayList<>();

    Reader(
        Function<String, Optional<String>> properties,
        Function<String, Optional<String>> environment) {
      this.properties = properties;
      this.environment = environment;
    }

    Configuration read(List<String> unknownKeys) {
      boolean quickStart = flag(ConfigKey.QUICKSTART, false);
      HttpSettings http = http(quickStart);
      int adminPort = number(ConfigKey.ADMIN_PORT, 4848, 1, 65_535);
      checkProcess();
      GrpcSettings grpc = grpc(quickStart, http);
      Path dataDirectory = path(ConfigKey.DATA_DIR, text(ConfigKey.DATA_DIR).orElse("./data"));
      DatabaseSettings database = database(dataDirectory);
      TokenSettings tokens = tokens(quickStart, http, grpc);
      UpstreamSettings upstream = upstream(quickStart);
      String serviceDomain = serviceDomain();
      Optional<BootstrapSettings> bootstrap =
          bootstrap(quickStart, tokens.issuer(), upstream.allowLoopback());
      boolean selfService = flag(ConfigKey.ORGANIZATIONS_SELF_SERVICE, quickStart);
      int v1GrpcListLimit = number(ConfigKey.V1_GRPC_LIST_LIMIT, 50_000, 1, 1_000_000);
      if (!problems.isEmpty()) {
        throw new ConfigurationException(problems);
      }
      return new Configuration(
          quickStart,
          http,
          adminPort,
          grpc,
          dataDirectory,
          database,
          tokens,
          upstream,
          serviceDomain,
          bootstrap,
          selfService,
          v1GrpcListLimit,
          unknownKeys);
    }

    /** Validates the keys that the launcher reads before the product is loaded. */
    private void checkProcess() {
      oneOf(ConfigKey.LOG_FORMAT, "text", "json");
      oneOf(ConfigKey.LOG_LEVEL, "error", "warning", "info", "debug");
      oneOf(ConfigKey.STOP_WITH_PARENT, "true", "false");
    }

    private HttpSettings http(boolean quickStart) {
      String address = text(ConfigKey.HTTP_ADDRESS).orElse("127.0.0.1");
      if (quickStart && !isLoopback(address)) {
        problem(ConfigKey.HTTP_ADDRESS, "must be a loopback address in the quick start");
      }
      return new HttpSettings(
          address,
          number(ConfigKey.HTTP_PORT, 8080, 1, 65_535),
          number(ConfigKey.HTTP_MAX_BODY_BYTES, 1 << 20, 1, 1 << 30),
          requestTimeout(),
          // The request queue of the application server has 4,096 places.
          number(ConfigKey.HTTP_MAX_CONNECTIONS, 2_048, 16, 4_000),
          corsOrigins(),
          flag(ConfigKey.METRICS_PUBLIC, false));
    }

    private Set<String> corsOrigins() {
      List<String> origins = list(ConfigKey.CORS_ORIGINS);
      if (!origins.stream().allMatch(origin -> ORIGIN.matcher(origin).matches())) {
        problem(
            ConfigKey.CORS_ORIGINS,
            "must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port if it is not the scheme's own, without a slash at the end");
      }
      return Set.copyOf(origins);
    }

    private Duration requestTimeout() {
      Duration timeout = duration(ConfigKey.HTTP_REQUEST_TIMEOUT, Duration.ofSeconds(30));
      if (timeout.compareTo(Duration.ofSeconds(1)) < 0
          || timeout.compareTo(Duration.ofHours(1)) > 0) {
        problem(ConfigKey.HTTP_REQUEST_TIMEOUT, "must be from PT1S to PT1H");
      }
      return timeout;
    }

    private GrpcSettings grpc(boolean quickStart, HttpSettings http) {
      Optional<String> address = text(ConfigKey.GRPC_ADDRESS);
      if (quickStart && address.filter(host -> !isLoopback(host)).isPresent()) {
        problem(ConfigKey.GRPC_ADDRESS, "must be a loopback address in the quick start");
      }
      List<String> aliases = list(ConfigKey.GRPC_PACKAGE_ALIASES);
      if (!aliases.stream().allMatch(alias -> PACKAGE.matcher(alias).matches())
          || aliases.contains("platform")
          || Set.copyOf(aliases).size() < aliases.size()) {
        problem(
            ConfigKey.GRPC_PACKAGE_ALIASES,
            "must be different package names other than platform, separated by commas");
      }
      return new GrpcSettings(
          address.orElse(http.address()),
          number(ConfigKey.GRPC_PORT, 9090, 0, 65_535),
          number(ConfigKey.GRPC_MAX_MESSAGE_BYTES, 4 << 20, 1, 1 << 30),
          grpcTls(),
          aliases);
    }

    private Optional<GrpcSettings.Tls> grpcTls() {
      Optional<Path> certificate = readable(ConfigKey.GRPC_TLS_CERTIFICATE);
      Optional<Path> key = readable(ConfigKey.GRPC_TLS_KEY);
      if (certificate.isPresent() != key.isPresent()) {
        problems.add(
            "PLATFORM_GRPC_TLS_CERTIFICATE and PLATFORM_GRPC_TLS_KEY must be set together");
      }
      return certificate.flatMap(file -> key.map(keyFile -> new GrpcSettings.Tls(file, keyFile)));
    }

    private Optional<Path> readable(ConfigKey key) {
      Optional<Path> file = file(key);
      if (file.filter(path -> !Files.isReadable(path)).isPresent()) {
        problem(key, "names a file that cannot be read");
      }
      return file;
    }

    private DatabaseSettings database(Path dataDirectory) {
      Optional<String> configured = text(ConfigKey.DB_URL);
      String url = configured.orElse("jdbc:h2:file:" + dataDirectory.resolve("platform"));
      if (url.startsWith("jdbc:mariadb:")) {
        problem(ConfigKey.DB_URL, "names MariaDB, which is not supported: use MySQL 8");
      } else if (!url.startsWith("jdbc:mysql:") && !url.startsWith("jdbc:h2:file:")) {
        problem(ConfigKey.DB_URL, "must begin with jdbc:mysql: or jdbc:h2:file:");
      }
      if (DatabaseSettings.sets(url, "sessionVariables")) {
        problem(
            ConfigKey.DB_URL,
            "must not set sessionVariables: the server relies on those that it sets itself");
      }
      if (DatabaseSettings.sets(url, "write_delay")) {
        problem(
            ConfigKey.DB_URL,
            "must not set WRITE_DELAY: H2 is known to corrupt its file with a low one");
      }
      if (url.startsWith("jdbc:h2:") && DatabaseSettings.sets(url, "init")) {
        problem(
            ConfigKey.DB_URL,
            "must not set INIT: the server relies on the settings of H2 that it makes itself");
      }
      if (DatabaseSettings.sets(url, "optimize_reuse_results")) {
        problem(
            ConfigKey.DB_URL,
            "must not set OPTIMIZE_REUSE_RESULTS: H2 is known to return results of before a commit with it");
      }
      String user = text(ConfigKey.DB_USER).orElseGet(() -> url.startsWith("jdbc:h2:") ? "sa" : "");
      String password = text(ConfigKey.DB_PASSWORD).orElse("");
      return new DatabaseSettings(
          url, user, password, number(ConfigKey.DB_POOL_SIZE, 20, 2, 1_000));
    }

    private TokenSettings tokens(boolean quickStart, HttpSettings http, GrpcSettings grpc) {
      Optional<String> configuredIssuer = text(ConfigKey.ISSUER_URL);
      if (configuredIssuer.isEmpty() && !quickStart) {
        problem(ConfigKey.ISSUER_URL, "is required (or " + quickStartHint() + ")");
      }
      configuredIssuer.ifPresent(this::checkIssuer);
      String issuer = configuredIssuer.orElseGet(http::url);
      List<String> audiences = list(ConfigKey.AUDIENCE);
      Duration rotation = duration(ConfigKey.KEY_ROTATION_INTERVAL, Duration.ofDays(30));
      if (rotation.compareTo(Duration.ofHours(1)) < 0) {
        problem(ConfigKey.KEY_ROTATION_INTERVAL, "must be at least PT1H");
      }
      Optional<String> key = text(ConfigKey.KEY_ENCRYPTION_KEY);
      Optional<Path> keyFile = file(ConfigKey.KEY_ENCRYPTION_KEY_FILE);
      if (key.isEmpty() && keyFile.isEmpty() && !quickStart) {
        problem(
            ConfigKey.KEY_ENCRYPTION_KEY,
            "or "
                + ConfigKey.KEY_ENCRYPTION_KEY_FILE.environmentVariable()
                + " is required: 32 random bytes in base64, for example from 'openssl rand -base64 32' (or "
                + quickStartHint()
                + ")");
      }
      Optional<String> previous = text(ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS);
      Optional<Path> previousFile = file(ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS_FILE);
      checkKeys(
          readKey(ConfigKey.KEY_ENCRYPTION_KEY, key, ConfigKey.KEY_ENCRYPTION_KEY_FILE, keyFile),
          readKey(
              ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS,
              previous,
              ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS_FILE,
              previousFile));
      return new TokenSettings(
          issuer,
          audiences.isEmpty() ? defaultAudiences(quickStart, issuer, grpc) : audiences,
          key,
          keyFile,
          previous,
          previousFile,
          rotation);
    }

    private static List<String> defaultAudiences(
        boolean quickStart, String issuer, GrpcSettings grpc) {
      return quickStart && grpc.enabled() ? List.of(issuer, grpc.url()) : List.of(issuer);
    }

    private void checkBootstrapIssuer(String issuer, String ownIssuer, boolean allowLoopback) {
      if (issuer.equals(ownIssuer)) {
        problem(
            ConfigKey.BOOTSTRAP_ISSUER,
            "is this server, which has no users: leave out issuer and subject");
        return;
      }
      try {
        URI uri = new URI(issuer);
        boolean https = "https".equals(uri.getScheme());
        if (!(https || (allowLoopback && isHttpOnLoopback(uri)))
            || !hasOnlyHostAndPath(uri)
            || issuer.length() > MAX_ISSUER_LENGTH) {
          problem(
              ConfigKey.BOOTSTRAP_ISSUER,
              "must be an https URL without user, query and fragment, of at most 1024 characters");
        }
      } catch (URISyntaxException e) {
        problem(ConfigKey.BOOTSTRAP_ISSUER, "is not a URL");
      }
    }

    private void checkIssuer(String issuer) {
      try {
        URI uri = new URI(issuer);
        boolean https = "https".equals(uri.getScheme());
        if (!(https || isHttpOnLoopback(uri)) || !hasOnlyHostAndPath(uri) || issuer.endsWith("/")) {
          problem(
              ConfigKey.ISSUER_URL,
              "must be an https URL (http only on a loopback host) without trailing slash, user, query and fragment");
        }
      } catch (URISyntaxException e) {
        problem(ConfigKey.ISSUER_URL, "is not a URL");
      }
    }

    private static boolean isHttpOnLoopback(URI uri) {
      return "http".equals(uri.getScheme()) && uri.getHost() != null && isLoopback(uri.getHost());
    }

    private static boolean hasOnlyHostAndPath(URI uri) {
      return uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null;
    }

    private void checkKeys(Optional<String> key, Optional<String> previous) {
      if (previous.isPresent() && previous.equals(key)) {
        problem(
            ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS,
            "is the key-encryption key itself: unset it, or set a new key-encryption key");
      }
    }

    /**
     * Reads a key. Returns empty if it is not configured, or if it is invalid, which is then added
     * as a problem.
     */
    private Optional<String> readKey(
        ConfigKey key, Optional<String> value, ConfigKey fileKey, Optional<Path> file) {
      if (value.isPresent() && file.isPresent()) {
        problem(key, "and its file are both set: set one of them");
      }
      value
          .filter(text -> !isKey(text))
          .ifPresent(text -> problem(key, "must be 32 bytes in base64"));
      Optional<String> content = file.flatMap(path -> content(fileKey, path));
      content
          .filter(text -> !isKey(text))
          .ifPresent(text -> problem(fileKey, "must hold 32 bytes in base64"));
      return value.or(() -> content).filter(Reader::isKey);
    }

    private Optional<String> content(ConfigKey key, Path file) {
      try {
        return Optional.of(Files.readString(file).strip());
      } catch (IOException e) {
        problem(key, "names a file that cannot be read");
        return Optional.empty();
      }
    }

    private static boolean isKey(String base64) {
      try {
        return Base64.getDecoder().decode(base64).length == KEY_BYTES;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    private UpstreamSettings upstream(boolean quickStart) {
      Set<String> hosts =
          list(ConfigKey.ISSUERS_ALLOWED_HOSTS).stream()
              .map(host -> host.toLowerCase(Locale.ROOT))
              .collect(Collectors.toSet());
      if (!hosts.stream().allMatch(host -> DOMAIN.matcher(host).matches())) {
        problem(
            ConfigKey.ISSUERS_ALLOWED_HOSTS,
            "must be host names without scheme, port and wildcard, separated by commas");
      }
      // Otherwise a list without any host would be the same as no list, which allows all hosts.
      if (hosts.isEmpty() && text(ConfigKey.ISSUERS_ALLOWED_HOSTS).isPresent()) {
        problem(ConfigKey.ISSUERS_ALLOWED_HOSTS, "names no host: unset it for any public host");
      }
      return new UpstreamSettings(flag(ConfigKey.ISSUERS_ALLOW_LOOPBACK, quickStart), hosts);
    }

    private String serviceDomain() {
      String domain = text(ConfigKey.SERVICE_DOMAIN).orElse("platform.local");
      if (!DOMAIN.matcher(domain).matches()) {
        problem(ConfigKey.SERVICE_DOMAIN, "must be a domain name in lower case");
      }
      return domain;
    }

    private Optional<BootstrapSettings> bootstrap(
        boolean quickStart, String ownIssuer, boolean allowLoopback) {
      Optional<String> issuer = text(ConfigKey.BOOTSTRAP_ISSUER);
      Optional<String> subject = text(ConfigKey.BOOTSTRAP_SUBJECT);
      Optional<String> organization = text(ConfigKey.BOOTSTRAP_ORGANIZATION);
      if (issuer.isEmpty() && subject.isEmpty()) {
        return organization
            .or(() -> quickStart ? Optional.of("quickstart") : Optional.empty())
            .map(name -> new BootstrapSettings(ownIssuer, BOOTSTRAP_SUBJECT, name));
      }
      if (issuer.isEmpty() || subject.isEmpty() || organization.isEmpty()) {
        problems.add(
            "PLATFORM_BOOTSTRAP_ISSUER and _SUBJECT must be set together, and with _ORGANIZATION");
        return Optional.empty();
      }
      checkBootstrapIssuer(issuer.orElseThrow(), ownIssuer, allowLoopback);
      if (subject.orElseThrow().length() > MAX_SUBJECT_LENGTH) {
        problem(ConfigKey.BOOTSTRAP_SUBJECT, "must have at most 255 characters");
      }
      return Optional.of(
          new BootstrapSettings(
              issuer.orElseThrow(), subject.orElseThrow(), organization.orElseThrow()));
    }

    private Optional<String> text(ConfigKey key) {
      if (!ENVIRONMENT_ONLY.contains(key)) {
        return properties.apply(key.property()).map(String::strip).filter(s -> !s.isEmpty());
      }
      Optional<String> variable = environment.apply(key.environmentVariable());
      Optional<String> property = properties.apply(key.property());
      if (property.isPresent() && !property.equals(variable)) {
        problem(key, "can only be set as an environment variable");
      }
      // The application server uses the variable unchanged.
      if (variable.filter(value -> value.isEmpty() || !value.equals(value.strip())).isPresent()) {
        problem(key, "must not be empty and not have blanks around it: unset it for the default");
        return Optional.empty();
      }
      return variable;
    }

    private List<String> list(ConfigKey key) {
      return text(key).stream()
          .flatMap(list -> Arrays.stream(list.split(",")))
          .map(String::strip)
          .filter(element -> !element.isEmpty())
          .toList();
    }

    private boolean flag(ConfigKey key, boolean byDefault) {
      return text(key)
          .map(
              value ->
                  switch (value.toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> {
                      problem(key, "must be true or false");
                      yield byDefault;
                    }
                  })
          .orElse(byDefault);
    }

    private void oneOf(ConfigKey key, String... values) {
      if (text(key).filter(value -> !List.of(values).contains(value)).isPresent()) {
        problem(key, "must be one of " + String.join(", ", values));
      }
    }

    private int number(ConfigKey key, int byDefault, int least, int most) {
      return text(key)
          .map(
              value -> {
                try {
                  int number = Integer.parseInt(value);
                  if (number >= least && number <= most) {
                    return number;
                  }
                } catch (NumberFormatException e) {
                  // reported below, like a number out of range
                }
                problem(key, "must be a whole number from " + least + " to " + most);
                return byDefault;
              })
          .orElse(byDefault);
    }

    private Duration duration(ConfigKey key, Duration byDefault) {
      return text(key)
          .map(
              value -> {
                try {
                  return Duration.parse(value);
                } catch (DateTimeParseException e) {
                  problem(key, "must be an ISO 8601 duration such as P30D or PT12H");
                  return byDefault;
                }
              })
          .orElse(byDefault);
    }

    private Optional<Path> file(ConfigKey key) {
      return text(key).map(name -> path(key, name));
    }

    private Path path(ConfigKey key, String value) {
      try {
        return Path.of(value).toAbsolutePath().normalize();
      } catch (InvalidPathException e) {
        problem(key, "is not a path");
        return Path.of("").toAbsolutePath();
      }
    }

    private static boolean isLoopback(String host) {
      try {
        return InetAddress.getByName(host).isLoopbackAddress();
      } catch (IOException e) {
        return false;
      }
    }

    private static String quickStartHint() {
      return ConfigKey.QUICKSTART.environmentVariable() + "=true to try the server out";
    }

    private void problem(ConfigKey key, String what) {
      problems.add(key.environmentVariable() + " " + what);
    }
  }
}
