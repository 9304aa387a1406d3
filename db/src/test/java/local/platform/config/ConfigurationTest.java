package local.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.config.RateLimitSettings.RateLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationTest {
  private static final String ISSUER = "https://platform.example";
  private static final String KEY = base64("0123456789abcdef0123456789abcdef");
  private static final String OTHER_KEY = base64("fedcba9876543210fedcba9876543210");

  /** The minimum that a server needs outside the quick start. */
  private static final Map<String, String> REQUIRED =
      Map.of("PLATFORM_ISSUER_URL", ISSUER, "PLATFORM_KEY_ENCRYPTION_KEY", KEY);

  private static final Map<String, String> QUICKSTART = Map.of("PLATFORM_QUICKSTART", "true");

  /** How a key appears in the finished configuration when it is set to a value. */
  private record Mapping(
      ConfigKey key, String text, Function<Configuration, Object> part, Object value) {
    @Override
    public String toString() {
      return key + "=" + text;
    }
  }

  static Stream<Mapping> mappings() {
    return Stream.of(
        new Mapping(ConfigKey.QUICKSTART, "true", Configuration::quickStart, true),
        new Mapping(ConfigKey.HTTP_ADDRESS, "192.0.2.1", c -> c.http().address(), "192.0.2.1"),
        new Mapping(ConfigKey.HTTP_PORT, "65535", c -> c.http().port(), 65_535),
        new Mapping(ConfigKey.HTTP_MAX_BODY_BYTES, "5", c -> c.http().maxBodyBytes(), 5),
        new Mapping(
            ConfigKey.HTTP_REQUEST_TIMEOUT,
            "PT5S",
            c -> c.http().requestTimeout(),
            Duration.ofSeconds(5)),
        new Mapping(ConfigKey.HTTP_MAX_CONNECTIONS, "50", c -> c.http().maxConnections(), 50),
        new Mapping(ConfigKey.METRICS_PUBLIC, "TRUE", c -> c.http().metricsPublic(), true),
        new Mapping(ConfigKey.ADMIN_PORT, "1", Configuration::adminPort, 1),
        new Mapping(ConfigKey.DATA_DIR, "/a/../b", Configuration::dataDirectory, Path.of("/b")),
        new Mapping(ConfigKey.DATA_DIR, "/b", c -> c.database().url(), "jdbc:h2:file:/b/platform"),
        new Mapping(
            ConfigKey.DB_URL, "jdbc:mysql://h/d", c -> c.database().url(), "jdbc:mysql://h/d"),
        new Mapping(ConfigKey.DB_USER, "u", c -> c.database().user(), "u"),
        new Mapping(ConfigKey.DB_PASSWORD, "p", c -> c.database().password(), "p"),
        new Mapping(ConfigKey.DB_POOL_SIZE, "2", c -> c.database().poolSize(), 2),
        new Mapping(
            ConfigKey.ISSUER_URL,
            "https://i_1/x%20y",
            c -> c.tokens().issuer(),
            "https://i_1/x%20y"),
        new Mapping(ConfigKey.AUDIENCE, " a , ,b ", c -> c.tokens().audiences(), List.of("a", "b")),
        new Mapping(ConfigKey.GRPC_ADDRESS, "::1", c -> c.grpc().url(), "http://[::1]:9090"),
        new Mapping(ConfigKey.GRPC_PORT, "0", c -> c.grpc().enabled(), false),
        new Mapping(ConfigKey.GRPC_MAX_MESSAGE_BYTES, "1", c -> c.grpc().maxMessageBytes(), 1),
        new Mapping(
            ConfigKey.GRPC_PACKAGE_ALIASES,
            " a.platform ,b_1",
            c -> c.grpc().packageAliases(),
            List.of("a.platform", "b_1")),
        new Mapping(ConfigKey.SERVICE_DOMAIN, "a-1.b", Configuration::serviceDomain, "a-1.b"),
        new Mapping(
            ConfigKey.KEY_ENCRYPTION_KEY,
            KEY,
            c -> c.tokens().keyEncryptionKey(),
            Optional.of(KEY)),
        new Mapping(
            ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS,
            OTHER_KEY,
            c -> c.tokens().previousKeyEncryptionKey(),
            Optional.of(OTHER_KEY)),
        new Mapping(
            ConfigKey.KEY_ROTATION_INTERVAL,
            "PT1H",
            c -> c.tokens().keyRotationInterval(),
            Duration.ofHours(1)),
        new Mapping(
            ConfigKey.ISSUERS_ALLOW_LOOPBACK, "true", c -> c.upstream().allowLoopback(), true),
        new Mapping(
            ConfigKey.CORS_ORIGINS,
            " https://a.example,, http://[::1]:3000 ,https://a.example,http://my_app:81",
            c -> c.http().corsOrigins(),
            Set.of("https://a.example", "http://[::1]:3000", "http://my_app:81")),
        new Mapping(
            ConfigKey.ISSUERS_ALLOWED_HOSTS,
            " A.example,, b,My_IDP.example,192.0.2.1,[2001:DB8::1] ",
            c -> c.upstream().allowedHosts(),
            Set.of("a.example", "b", "my_idp.example", "192.0.2.1", "[2001:db8::1]")),
        new Mapping(
            ConfigKey.AWS_STS_URL,
            "https://STS.eu-central-1.amazonaws.com:443/",
            c -> c.aws().stsUrl().orElseThrow(),
            "https://sts.eu-central-1.amazonaws.com"),
        new Mapping(
            ConfigKey.ORGANIZATIONS_SELF_SERVICE,
            "true",
            Configuration::selfServiceOrganizations,
            true),
        new Mapping(ConfigKey.EXPLORER, "true", Configuration::explorer, true),
        new Mapping(ConfigKey.CONSOLE, "false", Configuration::console, false),
        new Mapping(ConfigKey.HUB_ADVISORY_ID_PREFIX, "A1", c -> c.hub().advisoryIdPrefix(), "A1"),
        new Mapping(
            ConfigKey.HUB_FEED_INTERVAL, "PT1H", c -> c.hub().feedInterval(), Duration.ofHours(1)),
        new Mapping(ConfigKey.HUB_FOUR_EYES, "true", c -> c.hub().fourEyes(), true),
        new Mapping(
            ConfigKey.HUB_FEED_CACHE_BYTES,
            "1048576",
            configuration -> configuration.hub().feedCacheBytes(),
            1_048_576L),
        new Mapping(
            ConfigKey.HUB_MAX_UPLOAD_BYTES,
            "2147483647",
            configuration -> configuration.hub().maxUploadBytes(),
            Integer.MAX_VALUE),
        new Mapping(
            ConfigKey.RATE_LIMIT_READS,
            "1000000/3600s",
            c -> c.rateLimits().reads().orElseThrow(),
            new RateLimit(Policy.READS, 1_000_000, 3_600)),
        new Mapping(
            ConfigKey.RATE_LIMIT_WRITES,
            "1/1s",
            c -> c.rateLimits().writes().orElseThrow(),
            new RateLimit(Policy.WRITES, 1, 1)),
        new Mapping(
            ConfigKey.RATE_LIMIT_ORGANIZATION,
            "off",
            c -> c.rateLimits().organization(),
            Optional.empty()),
        new Mapping(ConfigKey.RATE_LIMIT_BETA, "true", c -> c.rateLimits().beta(), true),
        new Mapping(
            ConfigKey.LISTS_TOTAL_TIMEOUT,
            "PT8S",
            Configuration::totalTimeout,
            Duration.ofSeconds(8)),
        new Mapping(
            ConfigKey.V1_GRPC_LIST_LIMIT, "1000000", Configuration::v1GrpcListLimit, 1_000_000));
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void eachKeySetsItsPart(Mapping mapping) {
    Configuration configuration = environment(REQUIRED, mapping.key(), mapping.text());

    assertThat(mapping.part().apply(configuration)).isEqualTo(mapping.value());
  }

  @Test
  void everyKeyHasATestOfItsMapping() {
    Set<ConfigKey> elsewhere =
        EnumSet.of(
            ConfigKey.KEY_ENCRYPTION_KEY_FILE,
            ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS_FILE,
            ConfigKey.GRPC_TLS_CERTIFICATE,
            ConfigKey.GRPC_TLS_KEY,
            // read by the launcher
            ConfigKey.LOG_FORMAT,
            ConfigKey.LOG_LEVEL,
            ConfigKey.STOP_WITH_PARENT,
            ConfigKey.BOOTSTRAP_ISSUER,
            ConfigKey.BOOTSTRAP_SUBJECT,
            ConfigKey.BOOTSTRAP_ORGANIZATION);
    elsewhere.addAll(mappings().map(Mapping::key).collect(Collectors.toSet()));

    assertThat(elsewhere).containsExactlyInAnyOrder(ConfigKey.values());
  }

  @Test
  void aServerThatHasTheRequiredKeysTakesTheDefaultsForAllOthers() {
    Configuration configuration = environment(REQUIRED);

    Path data = Path.of("data").toAbsolutePath();
    assertThat(configuration)
        .isEqualTo(
            new Configuration(
                false,
                new HttpSettings(
                    "127.0.0.1", 8080, 1 << 20, Duration.ofSeconds(30), 2_048, Set.of(), false),
                4848,
                new GrpcSettings("127.0.0.1", 9090, 4 << 20, Optional.empty(), List.of()),
                data,
                new DatabaseSettings("jdbc:h2:file:" + data.resolve("platform"), "sa", "", 20),
                new TokenSettings(
                    ISSUER,
                    List.of(ISSUER),
                    Optional.of(KEY),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ofDays(30)),
                new UpstreamSettings(false, Set.of()),
                new AwsSettings(Optional.empty()),
                "platform.local",
                Optional.empty(),
                new HubSettings("PSA", false, 256 << 20, 4L << 30, Duration.ofMinutes(1)),
                new RateLimitSettings(
                    Optional.of(new RateLimit(Policy.READS, 12_000, 60)),
                    Optional.of(new RateLimit(Policy.WRITES, 3_000, 60)),
                    Optional.of(new RateLimit(Policy.ORGANIZATION, 60_000, 60)),
                    false),
                false,
                false,
                true,
                Duration.ofSeconds(2),
                50_000,
                List.of()));
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "QUICKSTART",
        "HTTP_ADDRESS",
        "HTTP_PORT",
        "HTTP_MAX_BODY_BYTES",
        "HTTP_REQUEST_TIMEOUT",
        "HTTP_MAX_CONNECTIONS",
        "METRICS_PUBLIC",
        "CONSOLE",
        "GRPC_PORT",
        "GRPC_MAX_MESSAGE_BYTES",
        "HUB_MAX_UPLOAD_BYTES",
        "HUB_FEED_CACHE_BYTES",
        "ADMIN_PORT",
        "LOG_LEVEL",
        "STOP_WITH_PARENT",
        "DATA_DIR",
        "DB_POOL_SIZE",
        "SERVICE_DOMAIN",
        "RATE_LIMIT_BETA",
        "KEY_ROTATION_INTERVAL",
        "LISTS_TOTAL_TIMEOUT",
        "V1_GRPC_LIST_LIMIT"
      })
  void theDocumentedDefaultIsTheDefault(ConfigKey key) {
    assertThat(environment(REQUIRED, key, key.defaultText())).isEqualTo(environment(REQUIRED));
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "RATE_LIMIT_READS",
        "RATE_LIMIT_WRITES",
        "RATE_LIMIT_ORGANIZATION",
        "ORGANIZATIONS_SELF_SERVICE"
      })
  void soAreTheTwoOfWhatTheQuickStartHasAnotherOneFor(ConfigKey key) {
    String[] defaults = key.defaultText().split("; quick start: ", 2);

    assertThat(environment(REQUIRED, key, defaults[0])).isEqualTo(environment(REQUIRED));
    assertThat(environment(QUICKSTART, key, defaults[1])).isEqualTo(environment(QUICKSTART));
  }

  @Test
  void theQuickStartHasNoLimitsUnlessTheyAreSet() {
    assertThat(environment(QUICKSTART).rateLimits())
        .isEqualTo(
            new RateLimitSettings(Optional.empty(), Optional.empty(), Optional.empty(), false));
    assertThat(environment(QUICKSTART, ConfigKey.RATE_LIMIT_WRITES, "5/10s").rateLimits().writes())
        .contains(new RateLimit(Policy.WRITES, 5, 10));
  }

  @Test
  void theQuickStartNeedsNothingElse() {
    Configuration configuration = environment(QUICKSTART);

    assertThat(configuration.quickStart()).isTrue();
    assertThat(configuration.selfServiceOrganizations()).isTrue();
    assertThat(configuration.explorer()).isTrue();
    assertThat(configuration.upstream().allowLoopback()).isTrue();
    assertThat(configuration.tokens().issuer()).isEqualTo("http://127.0.0.1:8080");
    assertThat(configuration.tokens().audiences())
        .containsExactly("http://127.0.0.1:8080", "http://127.0.0.1:9090");
    assertThat(configuration.tokens().keyEncryptionKey()).isEmpty();
    assertThat(configuration.bootstrap())
        .contains(new BootstrapSettings("http://127.0.0.1:8080", "bootstrap", "quickstart"));
  }

  @Test
  void theQuickStartsOrganizationCanBeNamed() {
    Configuration configuration = environment(QUICKSTART, ConfigKey.BOOTSTRAP_ORGANIZATION, "mine");

    assertThat(configuration.bootstrap().orElseThrow().organization()).isEqualTo("mine");
  }

  @Test
  void theQuickStartsIssuerFollowsItsListener() {
    Map<String, String> listener =
        Map.of("PLATFORM_QUICKSTART", "true", "PLATFORM_HTTP_ADDRESS", "::1");

    Configuration configuration = environment(listener, ConfigKey.HTTP_PORT, "9000");

    assertThat(configuration.tokens().issuer()).isEqualTo("http://[::1]:9000");
  }

  @Test
  void selfServiceCanBeSwitchedOffInTheQuickStart() {
    Configuration configuration =
        environment(QUICKSTART, ConfigKey.ORGANIZATIONS_SELF_SERVICE, "false");

    assertThat(configuration.selfServiceOrganizations()).isFalse();
  }

  @Test
  void theExplorerCanBeSwitchedOffInTheQuickStart() {
    assertThat(environment(QUICKSTART, ConfigKey.EXPLORER, "false").explorer()).isFalse();
  }

  @Test
  void issuersOnLoopbackCanBeSwitchedOffInTheQuickStart() {
    Configuration configuration =
        environment(QUICKSTART, ConfigKey.ISSUERS_ALLOW_LOOPBACK, "false");

    assertThat(configuration.upstream().allowLoopback()).isFalse();
  }

  @Test
  void aDatabaseThatIsNotH2HasNoDefaultUser() {
    Configuration configuration = environment(REQUIRED, ConfigKey.DB_URL, "jdbc:mysql://h/d");

    assertThat(configuration.database().user()).isEmpty();
  }

  @Test
  void theBootstrapIsReadFromItsThreeKeys() {
    Map<String, String> variables = new HashMap<>(REQUIRED);
    variables.put("PLATFORM_BOOTSTRAP_ISSUER", "https://idp.example");
    variables.put("PLATFORM_BOOTSTRAP_SUBJECT", "alice");
    variables.put("PLATFORM_BOOTSTRAP_ORGANIZATION", "acme");

    assertThat(environment(variables).bootstrap())
        .contains(new BootstrapSettings("https://idp.example", "alice", "acme"));
    for (String issuer : List.of("https://my_idp/My%20Realm", "accounts.google.com")) {
      variables.put("PLATFORM_BOOTSTRAP_ISSUER", issuer);
      assertThat(environment(variables).bootstrap())
          .contains(new BootstrapSettings(issuer, "alice", "acme"));
    }
  }

  @Test
  void anOrganizationAloneIsGivenAnIdentityOfOurOwn() {
    assertThat(environment(REQUIRED, ConfigKey.BOOTSTRAP_ORGANIZATION, "acme").bootstrap())
        .contains(new BootstrapSettings(ISSUER, "bootstrap", "acme"));
    assertThat(environment(REQUIRED).bootstrap()).isEmpty();
  }

  @Test
  void aBootstrapIssuerOnLoopbackMayBeHttpWhereSuchIssuersAreTrusted() {
    Map<String, String> variables = new HashMap<>(REQUIRED);
    variables.put("PLATFORM_BOOTSTRAP_ISSUER", "http://127.0.0.1:9000/idp");
    variables.put("PLATFORM_BOOTSTRAP_SUBJECT", "alice");
    variables.put("PLATFORM_BOOTSTRAP_ORGANIZATION", "acme");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(variables));
    variables.put("PLATFORM_ISSUERS_ALLOW_LOOPBACK", "true");
    assertThat(environment(variables).bootstrap().orElseThrow().issuer())
        .isEqualTo("http://127.0.0.1:9000/idp");
    variables.put("PLATFORM_BOOTSTRAP_ISSUER", "http://idp.example");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(variables));
  }

  @Test
  void theKeyEncryptionKeyCanComeFromAFile(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("key"), KEY + "\n");

    Configuration configuration =
        environment(
            Map.of("PLATFORM_ISSUER_URL", ISSUER),
            ConfigKey.KEY_ENCRYPTION_KEY_FILE,
            file.toString());

    assertThat(configuration.tokens().keyEncryptionKeyFile()).contains(file);
    assertThat(configuration.tokens().keyEncryptionKey()).isEmpty();
  }

  @Test
  void theKeyOfBeforeCanComeFromAFile(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("key"), OTHER_KEY + "\n");

    Configuration configuration =
        environment(REQUIRED, ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS_FILE, file.toString());

    assertThat(configuration.tokens().previousKeyEncryptionKeyFile()).contains(file);
  }

  @Test
  void aKeyOfBeforeThatIsNoneIsRefused(@TempDir Path directory) throws IOException {
    assertRefused(
        ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS,
        "something else",
        "PLATFORM_KEY_ENCRYPTION_KEY_PREVIOUS must be 32 bytes in base64");
    assertRefused(
        ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS,
        KEY,
        "PLATFORM_KEY_ENCRYPTION_KEY_PREVIOUS must differ from the key-encryption key: unset it, or set a new key-encryption key");
    Path file = Files.writeString(directory.resolve("key"), KEY + "\n");
    assertRefused(
        ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS_FILE,
        file.toString(),
        "PLATFORM_KEY_ENCRYPTION_KEY_PREVIOUS must differ from the key-encryption key: unset it, or set a new key-encryption key");
    assertRefused(
        ConfigKey.KEY_ENCRYPTION_KEY_PREVIOUS_FILE,
        directory.resolve("missing").toString(),
        "PLATFORM_KEY_ENCRYPTION_KEY_PREVIOUS_FILE names a file that cannot be read");
  }

  private static void assertRefused(ConfigKey key, String value, String problem) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(REQUIRED, key, value))
        .withMessage(problem);
  }

  @Test
  void aPropertyIsReadWhereNoVariableIsSet() {
    Configuration configuration =
        Configuration.from(
            name ->
                Optional.ofNullable(
                    Map.of(
                            "platform.issuer-url",
                            ISSUER,
                            "platform.key-encryption-key",
                            KEY,
                            "platform.db.pool-size",
                            "7")
                        .get(name)),
            variable -> Optional.empty(),
            Set.of());

    assertThat(configuration.database().poolSize()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({"platform.http.address, 127.0.0.2", "platform.http.port, 8081"})
  void theListenersKeysAreReadFromTheEnvironmentAlone(String property, String value) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(
            () ->
                Configuration.from(
                    name ->
                        name.equals(property)
                            ? Optional.of(value)
                            : Optional.ofNullable(byProperty(REQUIRED).get(name)),
                    variable -> Optional.ofNullable(REQUIRED.get(variable)),
                    Set.of()))
        .withMessage(
            ConfigKey.environmentVariable(property)
                + " can only be set as an environment variable");
  }

  @Test
  void blanksAroundAValueAndAnEmptyValueDoNotCount() {
    Map<String, String> variables = new HashMap<>(REQUIRED);
    variables.put("PLATFORM_DB_POOL_SIZE", " 3 ");
    variables.put("PLATFORM_SERVICE_DOMAIN", "  ");

    Configuration configuration = environment(variables);

    assertThat(configuration.database().poolSize()).isEqualTo(3);
    assertThat(configuration.serviceDomain()).isEqualTo("platform.local");
  }

  /** The application server reads these variables itself, and would not ignore the blanks. */
  @ParameterizedTest
  @ValueSource(strings = {"", " ", " 81", "81 "})
  void blanksInTheListenersKeysAreRefused(String value) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(REQUIRED, ConfigKey.HTTP_PORT, value))
        .withMessage(
            "PLATFORM_HTTP_PORT must not be empty or have blanks around it: unset it to use the default");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "accounts.example.com",
        "http://accounts.example.com",
        "https://accounts.example.com?a=b",
        "https://user@accounts.example.com",
        "https:accounts",
        "https://accounts.example.com/a//b",
        "https://accounts.example.com/a%2fb",
        "a b",
        ISSUER
      })
  void aBootstrapIssuerThatNoTokenCanHaveIsRefused(String issuer) {
    Map<String, String> variables = new HashMap<>(REQUIRED);
    variables.put("PLATFORM_BOOTSTRAP_SUBJECT", "subject");
    variables.put("PLATFORM_BOOTSTRAP_ORGANIZATION", "organization");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(variables, ConfigKey.BOOTSTRAP_ISSUER, issuer))
        .withMessageStartingWith("PLATFORM_BOOTSTRAP_ISSUER ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          QUICKSTART                 | yes                    | must be true or false
          METRICS_PUBLIC             | 1                      | must be true or false
          EXPLORER                   | on                     | must be true or false
          ORGANIZATIONS_SELF_SERVICE | on                     | must be true or false
          ISSUERS_ALLOW_LOOPBACK     | on                     | must be true or false
          CORS_ORIGINS               | *                      | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | null                   | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | a.example              | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | https://a.example/     | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | https://A.example      | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | https://a.example:443  | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | http://a.example:80    | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | https://*.example      | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | https://a@b.example    | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | ftp://a.example        | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | https://a.example;https://b.example | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | https://a.example:0443 | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | https://a.example?b    | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | https://a.example.     | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          CORS_ORIGINS               | https://127.1          | must be origins as browsers send them, separated by commas: scheme, host in lower case, and the port unless it is the default of the scheme, without a trailing slash
          ISSUERS_ALLOWED_HOSTS      | https://a.example      | must be host names without scheme, port and wildcard, separated by commas
          ISSUERS_ALLOWED_HOSTS      | a.example:443          | must be host names without scheme, port and wildcard, separated by commas
          ISSUERS_ALLOWED_HOSTS      | a.example,*.b.example  | must be host names without scheme, port and wildcard, separated by commas
          ISSUERS_ALLOWED_HOSTS      | a.example/b            | must be host names without scheme, port and wildcard, separated by commas
          ISSUERS_ALLOWED_HOSTS      | a.example.             | must be host names without scheme, port and wildcard, separated by commas
          ISSUERS_ALLOWED_HOSTS      | 127.1                  | must be host names without scheme, port and wildcard, separated by commas
          ISSUERS_ALLOWED_HOSTS      | a@b.example            | must be host names without scheme, port and wildcard, separated by commas
          ISSUERS_ALLOWED_HOSTS      | ,                      | contains no host: unset it to allow any public host
          HUB_ADVISORY_ID_PREFIX     | P                      | must be 2 to 16 upper-case letters and digits, a letter first
          HUB_ADVISORY_ID_PREFIX     | PSa                    | must be 2 to 16 upper-case letters and digits, a letter first
          HUB_ADVISORY_ID_PREFIX     | ABCDEFGHIJKLMNOPQ      | must be 2 to 16 upper-case letters and digits, a letter first
          HUB_FEED_INTERVAL          | PT0.9S                 | must be from PT1S to PT1H
          HUB_FEED_INTERVAL          | PT1H1S                 | must be from PT1S to PT1H
          HUB_FOUR_EYES              | on                     | must be true or false
          HTTP_PORT                  | 0                      | must be a whole number from 1 to 65535
          HTTP_PORT                  | 65536                  | must be a whole number from 1 to 65535
          HTTP_PORT                  | http                   | must be a whole number from 1 to 65535
          HTTP_MAX_BODY_BYTES        | 0                      | must be a whole number from 1 to 1073741824
          HTTP_MAX_BODY_BYTES        | 1073741825             | must be a whole number from 1 to 1073741824
          HTTP_REQUEST_TIMEOUT       | PT0.9S                 | must be from PT1S to PT1H
          HTTP_REQUEST_TIMEOUT       | PT1H1S                 | must be from PT1S to PT1H
          HTTP_MAX_CONNECTIONS       | 15                     | must be a whole number from 16 to 4000
          DB_POOL_SIZE               | 1                      | must be a whole number from 2 to 1000
          DB_POOL_SIZE               | 1001                   | must be a whole number from 2 to 1000
          DB_POOL_SIZE               | 2.5                    | must be a whole number from 2 to 1000
          DB_URL                     | jdbc:mariadb://h/d     | names MariaDB, which is not supported: use MySQL 8
          DB_URL                     | jdbc:postgresql://h/d  | must begin with jdbc:mysql: or jdbc:h2:file:
          DB_URL                     | jdbc:h2:mem:x          | must begin with jdbc:mysql: or jdbc:h2:file:
          DB_URL                     | jdbc:h2:tcp://h/d      | must begin with jdbc:mysql: or jdbc:h2:file:
          DB_URL                     | jdbc:mysql:loadbalance://a,b/d           | must not use loadbalance, replication, +srv or dnsSrv, with which old values can be read: name the hosts of the group as in jdbc:mysql://one,two,three/platform
          DB_URL                     | jdbc:mysql:replication://a,b/d           | must not use loadbalance, replication, +srv or dnsSrv, with which old values can be read: name the hosts of the group as in jdbc:mysql://one,two,three/platform
          DB_URL                     | jdbc:mysql:LoadBalance://a,b/d           | must not use loadbalance, replication, +srv or dnsSrv, with which old values can be read: name the hosts of the group as in jdbc:mysql://one,two,three/platform
          DB_URL                     | jdbc:mysql://h/d?dnsSrv=true             | must not use loadbalance, replication, +srv or dnsSrv, with which old values can be read: name the hosts of the group as in jdbc:mysql://one,two,three/platform
          DB_URL                     | jdbc:mysql+srv://h/d                     | must not use loadbalance, replication, +srv or dnsSrv, with which old values can be read: name the hosts of the group as in jdbc:mysql://one,two,three/platform
          DB_URL                     | jdbc:mysql+srv:loadbalance://h/d         | must not use loadbalance, replication, +srv or dnsSrv, with which old values can be read: name the hosts of the group as in jdbc:mysql://one,two,three/platform
          DB_URL                     | jdbc:mysql://[a:1,b]/d                   | must name its hosts without brackets around all of them
          DB_URL                     | mysql://h/d            | must begin with jdbc:mysql: or jdbc:h2:file:
          DB_URL                     | jdbc:mysql://h/d?a=b&sessionvariables=c=1 | must not set sessionVariables: the server needs its own
          DB_URL                     | jdbc:mysql://h/d?maxallowedpacket=1       | must not set maxAllowedPacket: the limit of MySQL itself applies
          DB_URL                     | jdbc:h2:file:./x\\y                      | must not contain a backslash, which H2 takes for a slash
          DATA_DIR                   | /a;b                                      | must not contain a semicolon, with which H2 ends the name of its file, nor a backslash, which it takes for a slash: choose another directory, or set PLATFORM_DB_URL
          DATA_DIR                   | /a\\b                                    | must not contain a semicolon, with which H2 ends the name of its file, nor a backslash, which it takes for a slash: choose another directory, or set PLATFORM_DB_URL
          DB_URL                     | jdbc:h2:file:./x;write_delay=0            | must not set WRITE_DELAY: H2 can corrupt its file if it is short
          DB_URL                     | jdbc:h2:file:./x;Init=SET LOCK_MODE 0     | must not set INIT: the server needs its own settings of H2
          DB_URL                     | jdbc:h2:file:./x;Optimize_Reuse_Results=1 | must not set OPTIMIZE_REUSE_RESULTS: with it, H2 can return results from before a commit
          ADMIN_PORT                 | 65536                  | must be a whole number from 1 to 65535
          AWS_STS_URL                | http://sts.example     | must begin with https://
          AWS_STS_URL                | http://127.0.0.1       | must begin with https://
          AWS_STS_URL                | https://sts.example/a  | must have no path and no query
          AWS_STS_URL                | https://sts.example?   | must have no path and no query
          AWS_STS_URL                | https://sts.example/?a | must have no path and no query
          AWS_STS_URL                | https://u@sts.example  | must have no user
          AWS_STS_URL                | https://sts.example#a  | must have no fragment
          AWS_STS_URL                | sts.example            | must begin with https:// or http://
          ISSUER_URL                 | https://i/             | must have no trailing slash
          ISSUER_URL                 | http://192.0.2.1       | must begin with https:// (http:// only on a loopback host)
          ISSUER_URL                 | https://u@i            | must have no user
          ISSUER_URL                 | https://i?q            | must have no query
          ISSUER_URL                 | https://i#f            | must have no fragment
          ISSUER_URL                 | ftp://i                | must begin with https:// (http:// only on a loopback host)
          ISSUER_URL                 | i.example              | must begin with https:// (http:// only on a loopback host)
          ISSUER_URL                 | https://i/a b          | must be ASCII without blanks and control characters (a host name in another script is written with xn--)
          ISSUER_URL                 | https://i/a//b         | must have a path without empty segments and dot segments
          ISSUER_URL                 | https://i/a%2Fb        | must not percent-encode letters, digits, control characters and -._~/\\?#;% in its path
          ISSUER_URL                 | accounts.google.com    | must begin with https://
          ISSUER_URL                 | http://my_host         | must begin with https:// (http:// only on a loopback host)
          SERVICE_DOMAIN             | Platform.local         | must be a domain name in lower case
          SERVICE_DOMAIN             | -a.b                   | must be a domain name in lower case
          SERVICE_DOMAIN             | a..b                   | must be a domain name in lower case
          SERVICE_DOMAIN             | https://a              | must be a domain name in lower case
          KEY_ENCRYPTION_KEY         | not base64!            | must be 32 bytes in base64
          KEY_ENCRYPTION_KEY         | c2hvcnQ=               | must be 32 bytes in base64
          HUB_MAX_UPLOAD_BYTES       | 0                      | must be a whole number from 1 to 2147483647
          HUB_FEED_CACHE_BYTES       | 1048575                | must be a whole number from 1048576 to 1125899906842624
          LISTS_TOTAL_TIMEOUT        | PT-1S                  | must be from PT0S to PT8S
          LISTS_TOTAL_TIMEOUT        | PT8.001S               | must be from PT0S to PT8S
          V1_GRPC_LIST_LIMIT         | 0                      | must be a whole number from 1 to 1000000
          V1_GRPC_LIST_LIMIT         | 1000001                | must be a whole number from 1 to 1000000
          RATE_LIMIT_READS           | 0/60s                  | must be a number of requests from 1 to 1000000 and a window from 1s to 3600s, such as 12000/60s, or off
          RATE_LIMIT_READS           | 1000001/60s            | must be a number of requests from 1 to 1000000 and a window from 1s to 3600s, such as 12000/60s, or off
          RATE_LIMIT_READS           | 10/0s                  | must be a number of requests from 1 to 1000000 and a window from 1s to 3600s, such as 12000/60s, or off
          RATE_LIMIT_READS           | 10/3601s               | must be a number of requests from 1 to 1000000 and a window from 1s to 3600s, such as 12000/60s, or off
          RATE_LIMIT_READS           | 10/1m                  | must be a number of requests from 1 to 1000000 and a window from 1s to 3600s, such as 12000/60s, or off
          RATE_LIMIT_READS           | 10                     | must be a number of requests from 1 to 1000000 and a window from 1s to 3600s, such as 12000/60s, or off
          RATE_LIMIT_READS           | OFF                    | must be a number of requests from 1 to 1000000 and a window from 1s to 3600s, such as 12000/60s, or off
          RATE_LIMIT_BETA            | on                     | must be true or false
          KEY_ROTATION_INTERVAL      | 30d                    | must be an ISO 8601 duration such as P30D or PT12H
          KEY_ROTATION_INTERVAL      | PT59M59S               | must be at least PT1H
          KEY_ROTATION_INTERVAL      | PT-2H                  | must be at least PT1H
          """)
  void aWrongValueIsRefused(ConfigKey key, String value, String problem) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(REQUIRED, key, value))
        .withMessage(key.environmentVariable() + " " + problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost", "http://127.0.0.1:8080", "http://[::1]:8080/base"})
  void anIssuerOnLoopbackMayBeHttp(String issuer) {
    assertThat(environment(REQUIRED, ConfigKey.ISSUER_URL, issuer).tokens().issuer())
        .isEqualTo(issuer);
  }

  @Test
  void theDataDirectoryMayHaveASemicolonIfTheDatabaseIsElsewhere() {
    Map<String, String> variables = new HashMap<>(REQUIRED);
    variables.put("PLATFORM_DB_URL", "jdbc:mysql://h/d");

    assertThat(environment(variables, ConfigKey.DATA_DIR, "/a;b").dataDirectory())
        .isEqualTo(Path.of("/a;b"));
  }

  /** Java reads what its locale does not have as this character, and writes it as another one. */
  @ParameterizedTest
  @EnumSource
  void aValueThatWasNotReadIsRefusedOnce(ConfigKey key) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(REQUIRED, key, "j\ufffd\ufffdrgen"))
        .withMessageContaining(
            key.environmentVariable()
                + " has characters that the locale of this process does not have: set LC_ALL ")
        .matches(e -> e.getMessage().split(key.environmentVariable() + " ", -1).length == 2);
  }

  @Test
  void aPathThatIsNoneIsRefused() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(REQUIRED, ConfigKey.DATA_DIR, "a\0b"))
        .withMessage("PLATFORM_DATA_DIR is not a path");
  }

  @Test
  void aServerWithoutIssuerAndKeyIsRefused() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(Map.of()))
        .withMessage(
            "PLATFORM_ISSUER_URL is required (or PLATFORM_QUICKSTART=true to try the server out); "
                + "PLATFORM_KEY_ENCRYPTION_KEY or PLATFORM_KEY_ENCRYPTION_KEY_FILE is required: "
                + "32 random bytes in base64, for example from 'openssl rand -base64 32' "
                + "(or PLATFORM_QUICKSTART=true to try the server out)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "192.0.2.1", "::"})
  void theQuickStartIsRefusedOnAnAddressThatOthersReach(String address) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(QUICKSTART, ConfigKey.HTTP_ADDRESS, address))
        .withMessage("PLATFORM_HTTP_ADDRESS must be a loopback address in the quick start");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "192.0.2.1", "::"})
  void theQuickStartIsRefusedWhereOthersReachItsGrpc(String address) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(QUICKSTART, ConfigKey.GRPC_ADDRESS, address))
        .withMessage("PLATFORM_GRPC_ADDRESS must be a loopback address in the quick start");
  }

  @ParameterizedTest
  @ValueSource(strings = {"platform", "a,platform", "A", "a..b", "a.", "1a", "a,a", "a/b"})
  void packageAliasesThatAreNoneAreRefused(String aliases) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(REQUIRED, ConfigKey.GRPC_PACKAGE_ALIASES, aliases))
        .withMessage(
            "PLATFORM_GRPC_PACKAGE_ALIASES must be different package names other than platform, separated by commas");
  }

  @Test
  void certificateAndKeyOfGrpcGoTogether(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("pem"), "");
    Map<String, String> both = new HashMap<>(REQUIRED);
    both.put("PLATFORM_GRPC_TLS_CERTIFICATE", file.toString());
    both.put("PLATFORM_GRPC_TLS_KEY", file.toString());

    assertThat(environment(both).grpc().tls()).contains(new GrpcSettings.Tls(file, file));
    assertThat(environment(both).grpc().url()).startsWith("https://");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(REQUIRED, ConfigKey.GRPC_TLS_KEY, file.toString()))
        .withMessage(
            "PLATFORM_GRPC_TLS_CERTIFICATE and PLATFORM_GRPC_TLS_KEY must be set together");
    both.put("PLATFORM_GRPC_TLS_KEY", directory.resolve("missing").toString());
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(both))
        .withMessageContaining("PLATFORM_GRPC_TLS_KEY names a file that cannot be read");
  }

  @Test
  void keyAndKeyFileTogetherAreRefused(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("key"), KEY);

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(REQUIRED, ConfigKey.KEY_ENCRYPTION_KEY_FILE, file.toString()))
        .withMessage("PLATFORM_KEY_ENCRYPTION_KEY and its file are both set: set only one of them");
  }

  @Test
  void aKeyFileThatHoldsNoKeyIsRefused(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("key"), "something else");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(
            () ->
                environment(
                    Map.of("PLATFORM_ISSUER_URL", ISSUER),
                    ConfigKey.KEY_ENCRYPTION_KEY_FILE,
                    file.toString()))
        .withMessage("PLATFORM_KEY_ENCRYPTION_KEY_FILE must hold 32 bytes in base64");
  }

  @Test
  void aKeyFileThatIsNotThereIsRefused(@TempDir Path directory) {
    Path file = directory.resolve("missing");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(
            () ->
                environment(
                    Map.of("PLATFORM_ISSUER_URL", ISSUER),
                    ConfigKey.KEY_ENCRYPTION_KEY_FILE,
                    file.toString()))
        .withMessage("PLATFORM_KEY_ENCRYPTION_KEY_FILE names a file that cannot be read");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PLATFORM_BOOTSTRAP_ISSUER",
        "PLATFORM_BOOTSTRAP_SUBJECT",
        "PLATFORM_BOOTSTRAP_ORGANIZATION"
      })
  void aBootstrapOfAnExternalSubjectNeedsAllThree(String missing) {
    Map<String, String> variables = new HashMap<>(REQUIRED);
    variables.put("PLATFORM_BOOTSTRAP_ISSUER", "https://idp.example");
    variables.put("PLATFORM_BOOTSTRAP_SUBJECT", "alice");
    variables.put("PLATFORM_BOOTSTRAP_ORGANIZATION", "acme");
    variables.remove(missing);

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(variables))
        .withMessage(
            "PLATFORM_BOOTSTRAP_ISSUER and _SUBJECT must be set together, and with _ORGANIZATION");
  }

  @Test
  void oneRefusalNamesEverythingThatIsWrong() {
    Map<String, String> variables =
        Map.of(
            "PLATFORM_HTTP_PORT", "-1",
            "PLATFORM_DB_POOL_SIZE", "many",
            "PLATFORM_ISSUER_URL", "https://i/",
            "PLATFORM_KEY_ENCRYPTION_KEY", "short");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(variables))
        .satisfies(
            e ->
                assertThat(e.getMessage().split("; "))
                    .hasSize(4)
                    .anyMatch(problem -> problem.startsWith("PLATFORM_HTTP_PORT "))
                    .anyMatch(problem -> problem.startsWith("PLATFORM_DB_POOL_SIZE "))
                    .anyMatch(problem -> problem.startsWith("PLATFORM_ISSUER_URL "))
                    .anyMatch(problem -> problem.startsWith("PLATFORM_KEY_ENCRYPTION_KEY ")));
  }

  @Test
  void aRefusalRepeatsNoValue() {
    // The file name is repeated: it is no secret, and helps to find the file.
    Map<String, String> variables =
        Arrays.stream(ConfigKey.values())
            .filter(key -> key != ConfigKey.KEY_ENCRYPTION_KEY_FILE)
            .collect(Collectors.toMap(ConfigKey::environmentVariable, key -> "T0p Secret\0"));

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> environment(variables))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContainIgnoringCase("secret"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://db.example:3306/platform?user=u&password=T0pSecret",
        "jdbc:h2:file:/data/platform;PASSWORD=T0pSecret"
      })
  void noTextOfAConfigurationHasASecret(String url) {
    Map<String, String> variables = new HashMap<>(REQUIRED);
    variables.put("PLATFORM_DB_URL", url);
    variables.put("PLATFORM_DB_PASSWORD", "T0pSecret");

    Configuration configuration = environment(variables);

    assertThat(configuration.database().password()).isEqualTo("T0pSecret");
    assertThat(
            List.of(
                configuration.toString(),
                configuration.database().toString(),
                configuration.database().safeUrl(),
                configuration.tokens().toString()))
        .noneMatch(text -> text.contains("T0pSecret") || text.contains(KEY));
  }

  @Test
  void namesThatBeginLikeOursAndMeanNothingAreFound() {
    Configuration configuration =
        Configuration.from(
            name -> Optional.ofNullable(byProperty(REQUIRED).get(name)),
            variable -> Optional.empty(),
            List.of(
                "PLATFORM_DB_URL",
                "platform.db.url",
                "PLATFORM_DB_URI",
                "platform.db-pool-sizes",
                "platform.db-pool-sizes",
                "platform_quickstart",
                "PLATFORMS",
                "PATH",
                "java.home"));

    assertThat(configuration.unknownKeys())
        .containsExactly("PLATFORM_DB_URI", "platform.db-pool-sizes");
  }

  private static Configuration environment(
      Map<String, String> variables, ConfigKey key, String value) {
    Map<String, String> more = new HashMap<>(variables);
    more.put(key.environmentVariable(), value);
    return environment(more);
  }

  /** Shows an environment as MicroProfile Config does: each variable is also a property. */
  private static Configuration environment(Map<String, String> variables) {
    Map<String, String> properties = byProperty(variables);
    return Configuration.from(
        property -> Optional.ofNullable(properties.get(property)),
        variable -> Optional.ofNullable(variables.get(variable)),
        variables.keySet());
  }

  private static Map<String, String> byProperty(Map<String, String> variables) {
    Map<String, String> properties = new HashMap<>();
    for (ConfigKey key : ConfigKey.values()) {
      String value = variables.get(key.environmentVariable());
      if (value != null) {
        properties.put(key.property(), value);
      }
    }
    return properties;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }
}
