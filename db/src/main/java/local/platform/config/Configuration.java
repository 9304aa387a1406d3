package local.platform.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.ConfigValue;

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
 * @param aws whom to ask about AWS identities
 * @param serviceDomain domain that errors name
 * @param bootstrap the first owner and operator, if one is configured
 * @param hub the advisory hub
 * @param rateLimits how many requests callers may make
 * @param selfServiceOrganizations whether every authenticated identity may create an organization
 * @param explorer whether the page on which the API can be tried is served
 * @param console whether the console is served
 * @param totalTimeout how long a list waits until its rows are counted
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
    AwsSettings aws,
    String serviceDomain,
    Optional<BootstrapSettings> bootstrap,
    HubSettings hub,
    RateLimitSettings rateLimits,
    boolean selfServiceOrganizations,
    boolean explorer,
    boolean console,
    Duration totalTimeout,
    int v1GrpcListLimit,
    List<String> unknownKeys) {

  /**
   * The subject of a bootstrap identity without an external subject, whose issuer is this server.
   * No token that this server issues ever has it.
   */
  public static final String BOOTSTRAP_SUBJECT = "bootstrap";

  /** The ordinal of environment variables among the sources of MicroProfile Config. */
  private static final int ENVIRONMENT_ORDINAL = 300;

  /**
   * Reads the configuration of this process.
   *
   * @throws ConfigurationException if anything is missing or wrong
   */
  public static Configuration load() {
    Config config = ConfigProvider.getConfig();
    return from(
        property -> value(config, property),
        variable -> Optional.ofNullable(System.getenv(variable)),
        config.getPropertyNames());
  }

  /**
   * Returns the value of a property. Payara looks for the environment variable by its name in upper
   * case of the process's locale, which in Turkish has other letters: there the variable is read
   * here, unless a source that takes precedence has the property.
   */
  private static Optional<String> value(Config config, String property) {
    String variable = ConfigKey.environmentVariable(property);
    ConfigValue found = config.getConfigValue(property);
    boolean hidden =
        found.getSourceOrdinal() < ENVIRONMENT_ORDINAL
            && !Objects.requireNonNullElse(System.getenv(variable), "").isEmpty();
    return config.getOptionalValue(hidden ? variable : property, String.class);
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
    return new ConfigurationReader(new ConfigValues(properties, environment)).read(unknown(names));
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
}
