package local.platform.config;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.url.InvalidUrlException;
import local.platform.url.IssuerUrl;
import local.platform.url.StrictUrl;

/** Builds a configuration from its values, and checks how they fit together. */
final class ConfigurationReader {
  private static final int KEY_BYTES = 32;
  private static final Pattern DOMAIN =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  private static final Pattern PACKAGE = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*");
  private static final Pattern ADVISORY_ID_PREFIX = Pattern.compile("[A-Z][A-Z0-9]{1,15}");
  private static final Pattern RATE_LIMIT = Pattern.compile("([0-9]{1,7})/([0-9]{1,4})s");
  private static final int MAX_QUOTA = 1_000_000;
  private static final int MAX_WINDOW = 3_600; // seconds
  private static final String OFF = "off";
  private static final int MAX_SUBJECT_LENGTH = 255; // OpenID Connect Core 1.0, section 2

  private final ConfigValues values;

  ConfigurationReader(ConfigValues values) {
    this.values = values;
  }

  /**
   * Returns the configuration.
   *
   * @param unknownKeys passed on
   * @throws ConfigurationException if anything is missing or wrong
   */
  Configuration read(List<String> unknownKeys) {
    boolean quickStart = values.flag(ConfigKey.QUICKSTART, false);
    HttpSettings http = http(quickStart);
    int adminPort = values.number(ConfigKey.ADMIN_PORT, 4848, 1, 65_535);
    checkProcess();
    GrpcSettings grpc = grpc(quickStart, http);
    Path dataDirectory =
        values.path(ConfigKey.DATA_DIR, values.text(ConfigKey.DATA_DIR).orElse("./data"));
    DatabaseSettings database = database(dataDirectory);
    TokenSettings tokens = tokens(quickStart, http, grpc);
    UpstreamSettings upstream = upstream(quickStart);
    AwsSettings aws = aws();
    String serviceDomain = serviceDomain();
    Optional<BootstrapSettings> bootstrap =
        bootstrap(quickStart, tokens.issuer(), upstream.allowLoopback());
    HubSettings hub = hub();
    RateLimitSettings rateLimits = rateLimits(quickStart);
    boolean selfService = values.flag(ConfigKey.ORGANIZATIONS_SELF_SERVICE, quickStart);
    boolean explorer = values.flag(ConfigKey.EXPLORER, quickStart);
    boolean console = values.flag(ConfigKey.CONSOLE, true);
    Duration totalTimeout = totalTimeout();
    int v1GrpcListLimit = values.number(ConfigKey.V1_GRPC_LIST_LIMIT, 50_000, 1, 1_000_000);
    values.throwIfWrong();
    return new Configuration(
        quickStart,
        http,
        adminPort,
        grpc,
        dataDirectory,
        database,
        tokens,
        upstream,
        aws,
        serviceDomain,
        bootstrap,
        hub,
        rateLimits,
        selfService,
        explorer,
        console,
        totalTimeout,
        v1GrpcListLimit,
        unknownKeys);
  }

  /** Validates the keys that the launcher reads before the product is loaded. */
  private void checkProcess() {
    values.oneOf(ConfigKey.LOG_FORMAT, "text", "json");
    values.oneOf(ConfigKey.LOG_LEVEL, "error", "warning", "info", "debug");
    values.oneOf(ConfigKey.STOP_WITH_PARENT, "true", "false");
  }

  private HttpSettings http(boolean quickStart) {
    String address = values.text(ConfigKey.HTTP_ADDRESS).orElse("127.0.0.1");
    if (quickStart && !isLoopback(address)) {
      values.problem(ConfigKey.HTTP_ADDRESS, "must be a loopback address in the quick start");
    }
    return new HttpSettings(
        address,
        values.number(ConfigKey.HTTP_PORT, 8080, 1, 65_535),
        values.number(ConfigKey.HTTP_MAX_BODY_BYTES, 1 << 20, 1, 1 << 30),
        requestTimeout(),
        // The request queue of the application server has 4,096 places.
        values.number(ConfigKey.HTTP_MAX_CONNECTIONS, 2_048, 16, 4_000),
        corsOrigins(),
        values.flag(ConfigKey.METRICS_PUBLIC, false));
  }

  private Set<String> corsOrigins() {
    List<String> origins = values.list(ConfigKey.CORS_ORIGINS);
    if (!origins.stream().allMatch(ConfigurationReader::isOrigin)) {
      values.problem(
          ConfigKey.CORS_ORIGINS,
          "must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash");
    }
    return Set.copyOf(origins);
  }

  private static boolean isOrigin(String text) {
    return StrictUrl.parse(text).filter(url -> url.origin().equals(text)).isPresent();
  }

  private Duration requestTimeout() {
    Duration timeout = values.duration(ConfigKey.HTTP_REQUEST_TIMEOUT, Duration.ofSeconds(30));
    if (timeout.compareTo(Duration.ofSeconds(1)) < 0
        || timeout.compareTo(Duration.ofHours(1)) > 0) {
      values.problem(ConfigKey.HTTP_REQUEST_TIMEOUT, "must be from PT1S to PT1H");
    }
    return timeout;
  }

  private Duration totalTimeout() {
    Duration timeout = values.duration(ConfigKey.LISTS_TOTAL_TIMEOUT, Duration.ofSeconds(2));
    // The database is not waited for longer.
    if (timeout.isNegative() || timeout.compareTo(Duration.ofSeconds(8)) > 0) {
      values.problem(ConfigKey.LISTS_TOTAL_TIMEOUT, "must be from PT0S to PT8S");
    }
    return timeout;
  }

  private GrpcSettings grpc(boolean quickStart, HttpSettings http) {
    Optional<String> address = values.text(ConfigKey.GRPC_ADDRESS);
    if (quickStart && address.filter(host -> !isLoopback(host)).isPresent()) {
      values.problem(ConfigKey.GRPC_ADDRESS, "must be a loopback address in the quick start");
    }
    List<String> aliases = values.list(ConfigKey.GRPC_PACKAGE_ALIASES);
    if (!aliases.stream().allMatch(alias -> PACKAGE.matcher(alias).matches())
        || aliases.contains("platform")
        || Set.copyOf(aliases).size() < aliases.size()) {
      values.problem(
          ConfigKey.GRPC_PACKAGE_ALIASES,
          "must be different package names other than platform, separated by commas");
    }
    return new GrpcSettings(
        address.orElse(http.address()),
        values.number(ConfigKey.GRPC_PORT, 9090, 0, 65_535),
        values.number(ConfigKey.GRPC_MAX_MESSAGE_BYTES, 4 << 20, 1, 1 << 30),
        grpcTls(),
        aliases);
  }

  private Optional<GrpcSettings.Tls> grpcTls() {
    Optional<Path> certificate = readable(ConfigKey.GRPC_TLS_CERTIFICATE);
    Optional<Path> key = readable(ConfigKey.GRPC_TLS_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      values.problem(
          "PLATFORM_GRPC_TLS_CERTIFICATE and PLATFORM_GRPC_TLS_KEY must be set together");
    }
    return certificate.flatMap(file -> key.map(keyFile -> new GrpcSettings.Tls(file, keyFile)));
  }

  private Optional<Path> readable(ConfigKey key) {
    Optional<Path> file = values.file(key);
    if (file.filter(path -> !Files.isReadable(path)).isPresent()) {
      values.problem(key, "names a file that cannot be read");
    }
    return file;
  }

  private DatabaseSettings database(Path dataDirectory) {
    Optional<String> configured = values.text(ConfigKey.DB_URL);
    String url = configured.orElse("jdbc:h2:file:" + dataDirectory.resolve("platform"));
    String path = dataDirectory.toString().replace(File.separatorChar, '/');
    if (configured.isEmpty() && (path.contains(";") || path.contains("\\"))) {
      values.problem(
          ConfigKey.DATA_DIR,
          "must not contain a semicolon, with which H2 ends the name of its file, nor a backslash, which it takes for a slash: choose another directory, or set PLATFORM_DB_URL");
    }
    if (configured.filter(text -> text.matches("jdbc:h2:[^;]*\\\\.*")).isPresent()) {
      values.problem(ConfigKey.DB_URL, "must not contain a backslash, which H2 takes for a slash");
    }
    if (url.startsWith("jdbc:mariadb:")) {
      values.problem(ConfigKey.DB_URL, "names MariaDB, which is not supported: use MySQL 8");
    } else if (!url.matches("(?s)jdbc:(?:mysql:|mysql\\+srv:|h2:file:).*")) {
      values.problem(ConfigKey.DB_URL, "must begin with jdbc:mysql: or jdbc:h2:file:");
    }
    if (url.matches("(?i)jdbc:mysql(?:\\+srv:.*|:(?:loadbalance|replication):.*)")
        || DatabaseSettings.sets(url, "dnsSrv")) {
      values.problem(
          ConfigKey.DB_URL,
          "must not use loadbalance, replication, +srv or dnsSrv, with which old values can be read: name the hosts of the group as in jdbc:mysql://one,two,three/platform");
    }
    if (url.matches("jdbc:mysql:[^?]*\\[[^\\]]*,.*")) {
      values.problem(ConfigKey.DB_URL, "must name its hosts without brackets around all of them");
    }
    if (DatabaseSettings.sets(url, "sessionVariables")) {
      values.problem(ConfigKey.DB_URL, "must not set sessionVariables: the server needs its own");
    }
    if (DatabaseSettings.sets(url, "maxAllowedPacket")) {
      values.problem(
          ConfigKey.DB_URL, "must not set maxAllowedPacket: the limit of MySQL itself applies");
    }
    if (DatabaseSettings.sets(url, "write_delay")) {
      values.problem(
          ConfigKey.DB_URL, "must not set WRITE_DELAY: H2 can corrupt its file if it is short");
    }
    if (url.startsWith("jdbc:h2:") && DatabaseSettings.sets(url, "init")) {
      values.problem(
          ConfigKey.DB_URL, "must not set INIT: the server needs its own settings of H2");
    }
    if (DatabaseSettings.sets(url, "optimize_reuse_results")) {
      values.problem(
          ConfigKey.DB_URL,
          "must not set OPTIMIZE_REUSE_RESULTS: with it, H2 can return results from before a commit");
    }
    String user =
        values.text(ConfigKey.DB_USER).orElseGet(() -> url.startsWith("jdbc:h2:") ? "sa" : "");
    String password = values.text(ConfigKey.DB_PASSWORD).orElse("");
    return new DatabaseSettings(
        url, user, password, values.number(ConfigKey.DB_POOL_SIZE, 20, 2, 1_000));
  }

  private TokenSettings tokens(boolean quickStart, HttpSettings http, GrpcSettings grpc) {
    Optional<String> configuredIssuer = values.text(ConfigKey.ISSUER_URL);
    if (configuredIssuer.isEmpty() && !quickStart) {
      values.problem(ConfigKey.ISSUER_URL, "is required (or " + quickStartHint() + ")");
    }
    configuredIssuer.ifPresent(this::checkIssuer);
    String issuer = configuredIssuer.orElseGet(http::url);
    List<String> audiences = values.list(ConfigKey.AUDIENCE);
    Duration rotation = values.duration(ConfigKey.KEY_ROTATION_INTERVAL, Duration.ofDays(30));
    if (rotation.compareTo(Duration.ofHours(1)) < 0) {
      values.problem(ConfigKey.KEY_ROTATION_INTERVAL, "must be at least PT1H");
    }
    Optional<String> key = values.text(ConfigKey.KEY_ENCRYPTION_KEY);
    Optional<Path> keyFile = values.file(ConfigKey.KEY_ENCRYPTION_KEY_FILE);
    if (key.isEmpty() && keyFile.isEmpty() && !quickStart) {
      values.problem(
          ConfigKey.KEY_ENCRYPTION_KEY,
          "or "
              + ConfigKey.KEY_ENCRYPTION_KEY_FILE.environmentVariable()
              + " is required: 32 random bytes in base64, for example from 'openssl rand -base64 32' (or "
              + quickStartHint()
              + ")");
    }
    Optional<String> previous = values.text(ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS);
    Optional<Path> previousFile = values.file(ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS_FILE);
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
      values.problem(
          ConfigKey.BOOTSTRAP_ISSUER,
          "is this server, which has no users: unset issuer and subject");
      return;
    }
    try {
      if (IssuerUrl.of(issuer).isPlainHttp() && !allowLoopback) {
        values.problem(ConfigKey.BOOTSTRAP_ISSUER, "must begin with https://");
      }
    } catch (InvalidUrlException e) {
      values.problem(ConfigKey.BOOTSTRAP_ISSUER, e.getMessage());
    }
  }

  private void checkIssuer(String issuer) {
    try {
      if (!IssuerUrl.of(issuer).value().equals(issuer)) {
        values.problem(ConfigKey.ISSUER_URL, "must begin with https://");
      } else if (issuer.endsWith("/")) {
        values.problem(ConfigKey.ISSUER_URL, "must have no trailing slash");
      }
    } catch (InvalidUrlException e) {
      values.problem(ConfigKey.ISSUER_URL, e.getMessage());
    }
  }

  private void checkKeys(Optional<String> key, Optional<String> previous) {
    if (previous.isPresent() && previous.equals(key)) {
      values.problem(
          ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS,
          "must differ from the key-encryption key: unset it, or set a new key-encryption key");
    }
  }

  /**
   * Reads a key. Returns empty if it is not configured, or if it is invalid, which is then added as
   * a problem.
   */
  private Optional<String> readKey(
      ConfigKey key, Optional<String> value, ConfigKey fileKey, Optional<Path> file) {
    if (value.isPresent() && file.isPresent()) {
      values.problem(key, "and its file are both set: set only one of them");
    }
    value
        .filter(text -> !isKey(text))
        .ifPresent(text -> values.problem(key, "must be 32 bytes in base64"));
    Optional<String> content = file.flatMap(path -> content(fileKey, path));
    content
        .filter(text -> !isKey(text))
        .ifPresent(text -> values.problem(fileKey, "must hold 32 bytes in base64"));
    return value.or(() -> content).filter(ConfigurationReader::isKey);
  }

  private Optional<String> content(ConfigKey key, Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      values.problem(key, "names a file that cannot be read");
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
        values.list(ConfigKey.ISSUERS_ALLOWED_HOSTS).stream()
            .map(host -> host.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    if (!hosts.stream().allMatch(ConfigurationReader::isHost)) {
      values.problem(
          ConfigKey.ISSUERS_ALLOWED_HOSTS,
          "must be host names without scheme, port and wildcard, separated by commas");
    }
    // Otherwise a list without any host would be the same as no list, which allows all hosts.
    if (hosts.isEmpty() && values.text(ConfigKey.ISSUERS_ALLOWED_HOSTS).isPresent()) {
      values.problem(
          ConfigKey.ISSUERS_ALLOWED_HOSTS, "contains no host: unset it to allow any public host");
    }
    return new UpstreamSettings(values.flag(ConfigKey.ISSUERS_ALLOW_LOOPBACK, quickStart), hosts);
  }

  private static boolean isHost(String text) {
    return StrictUrl.parse("https://" + text).filter(url -> url.host().equals(text)).isPresent();
  }

  private AwsSettings aws() {
    Optional<String> configured = values.text(ConfigKey.AWS_STS_URL);
    if (configured.isEmpty()) {
      return new AwsSettings(Optional.empty());
    }
    try {
      StrictUrl url = StrictUrl.of(configured.get());
      if (!url.isHttps()) {
        values.problem(ConfigKey.AWS_STS_URL, "must begin with https://");
      } else if (!Set.of("", "/").contains(url.path()) || url.hasQuery()) {
        values.problem(ConfigKey.AWS_STS_URL, "must have no path and no query");
      }
      return new AwsSettings(Optional.of(url.origin()));
    } catch (InvalidUrlException e) {
      values.problem(ConfigKey.AWS_STS_URL, e.getMessage());
      return new AwsSettings(Optional.empty());
    }
  }

  private String serviceDomain() {
    String domain = values.text(ConfigKey.SERVICE_DOMAIN).orElse("platform.local");
    if (!DOMAIN.matcher(domain).matches()) {
      values.problem(ConfigKey.SERVICE_DOMAIN, "must be a domain name in lower case");
    }
    return domain;
  }

  private HubSettings hub() {
    String prefix = values.text(ConfigKey.HUB_ADVISORY_ID_PREFIX).orElse("PSA");
    if (!ADVISORY_ID_PREFIX.matcher(prefix).matches()) {
      values.problem(
          ConfigKey.HUB_ADVISORY_ID_PREFIX,
          "must be 2 to 16 upper-case letters and digits, a letter first");
    }
    return new HubSettings(
        prefix,
        values.flag(ConfigKey.HUB_FOUR_EYES, false),
        values.number(ConfigKey.HUB_MAX_UPLOAD_BYTES, 256 << 20, 1, Integer.MAX_VALUE),
        values.number(ConfigKey.HUB_FEED_CACHE_BYTES, 4L << 30, 1L << 20, 1L << 50),
        feedInterval());
  }

  private Duration feedInterval() {
    Duration interval = values.duration(ConfigKey.HUB_FEED_INTERVAL, Duration.ofMinutes(1));
    if (interval.compareTo(Duration.ofSeconds(1)) < 0
        || interval.compareTo(Duration.ofHours(1)) > 0) {
      values.problem(ConfigKey.HUB_FEED_INTERVAL, "must be from PT1S to PT1H");
    }
    return interval;
  }

  /** Reads the limits. A quick start has none, since nobody else uses it. */
  private RateLimitSettings rateLimits(boolean quickStart) {
    return new RateLimitSettings(
        rateLimit(ConfigKey.RATE_LIMIT_READS, Policy.READS, quickStart ? OFF : "12000/60s"),
        rateLimit(ConfigKey.RATE_LIMIT_WRITES, Policy.WRITES, quickStart ? OFF : "3000/60s"),
        rateLimit(
            ConfigKey.RATE_LIMIT_ORGANIZATION, Policy.ORGANIZATION, quickStart ? OFF : "60000/60s"),
        values.flag(ConfigKey.RATE_LIMIT_BETA, false));
  }

  private Optional<RateLimit> rateLimit(ConfigKey key, Policy policy, String byDefault) {
    String text = values.text(key).orElse(byDefault);
    if (text.equals(OFF)) {
      return Optional.empty();
    }
    Matcher parts = RATE_LIMIT.matcher(text);
    if (parts.matches()) {
      int quota = Integer.parseInt(parts.group(1));
      int window = Integer.parseInt(parts.group(2));
      if (quota >= 1 && quota <= MAX_QUOTA && window >= 1 && window <= MAX_WINDOW) {
        return Optional.of(new RateLimit(policy, quota, window));
      }
    }
    values.problem(
        key,
        "must be a number of requests from 1 to 1000000 and a window from 1s to 3600s, such as 12000/60s, or off");
    return Optional.empty();
  }

  private Optional<BootstrapSettings> bootstrap(
      boolean quickStart, String ownIssuer, boolean allowLoopback) {
    Optional<String> issuer = values.text(ConfigKey.BOOTSTRAP_ISSUER);
    Optional<String> subject = values.text(ConfigKey.BOOTSTRAP_SUBJECT);
    Optional<String> organization = values.text(ConfigKey.BOOTSTRAP_ORGANIZATION);
    if (issuer.isEmpty() && subject.isEmpty()) {
      return organization
          .or(() -> quickStart ? Optional.of("quickstart") : Optional.empty())
          .map(name -> new BootstrapSettings(ownIssuer, Configuration.BOOTSTRAP_SUBJECT, name));
    }
    if (issuer.isEmpty() || subject.isEmpty() || organization.isEmpty()) {
      values.problem(
          "PLATFORM_BOOTSTRAP_ISSUER and _SUBJECT must be set together, and with _ORGANIZATION");
      return Optional.empty();
    }
    checkBootstrapIssuer(issuer.orElseThrow(), ownIssuer, allowLoopback);
    if (subject.orElseThrow().length() > MAX_SUBJECT_LENGTH) {
      values.problem(ConfigKey.BOOTSTRAP_SUBJECT, "must have at most 255 characters");
    }
    return Optional.of(
        new BootstrapSettings(
            issuer.orElseThrow(), subject.orElseThrow(), organization.orElseThrow()));
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
}
