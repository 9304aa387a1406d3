package local.platform.config;

import java.util.Locale;

/**
 * All keys that the server reads. {@code docs/configuration.md} contains this table; a test
 * compares the two.
 *
 * <p>A key is a MicroProfile Config property such as {@code platform.db.pool-size}, and therefore
 * also the environment variable {@code PLATFORM_DB_POOL_SIZE}.
 */
public enum ConfigKey {
  QUICKSTART(
      "platform.quickstart",
      "false",
      "`true` starts the quick start, for trying the server out: an embedded database, generated keys, self-service organizations, and files for the first login in the data directory. On loopback only."),
  HTTP_ADDRESS(
      "platform.http.address",
      "127.0.0.1",
      "Address of the HTTP listener. Environment variable only: the application server reads it before it loads the application."),
  HTTP_PORT(
      "platform.http.port",
      "8080",
      "Port of the HTTP listener. Environment variable only, like the address."),
  HTTP_MAX_BODY_BYTES(
      "platform.http.max-body-bytes",
      "1048576",
      "Maximum length of a request body, in bytes. Longer ones are answered with 413."),
  HTTP_REQUEST_TIMEOUT(
      "platform.http.request-timeout",
      "PT30S",
      "Maximum time from the first byte of a request to its last, an ISO 8601 duration from PT1S to PT1H. Requests that take longer are answered with 408."),
  HTTP_MAX_CONNECTIONS(
      "platform.http.max-connections",
      "2048",
      "Maximum number of connections to the HTTP listener, 16 to 4000. A further one replaces the connection that has been idle for the longest time; if none is idle, it is answered with 503."),
  CORS_ORIGINS(
      "platform.cors.origins",
      "none",
      "Origins whose pages may use the API and `/sts` in a browser, separated by commas, such as `https://app.example.com`. They are compared exactly; `*` and `null` are not accepted. They may not use `/operator`, `/metrics` and `/health`."),
  METRICS_PUBLIC(
      "platform.metrics.public",
      "false",
      "`true` serves `/metrics` to every client, otherwise only to clients on loopback."),
  EXPLORER(
      "platform.explorer",
      "false; quick start: true",
      "`true` serves the explorer, a page on which the API can be tried in a browser, at `/explorer/`. It holds no data, and needs no token itself."),
  CONSOLE(
      "platform.console",
      "true",
      "`false` does not serve the console, the pages at `/console/` on which people see and change what the API has. It holds no data, and needs no token itself."),
  GRPC_ADDRESS("platform.grpc.address", "that of HTTP", "Address of the gRPC listener."),
  GRPC_PORT("platform.grpc.port", "9090", "Port of the gRPC listener. 0 disables it."),
  GRPC_MAX_MESSAGE_BYTES(
      "platform.grpc.max-message-bytes",
      "4194304",
      "Maximum length of a request message over gRPC, in bytes. Longer ones are refused with RESOURCE_EXHAUSTED."),
  GRPC_TLS_CERTIFICATE(
      "platform.grpc.tls.certificate",
      "none: plain text",
      "PEM file with the certificate of the gRPC listener, followed by its intermediate certificates."),
  GRPC_TLS_KEY(
      "platform.grpc.tls.key",
      "none",
      "PEM file with the private key of that certificate, in PKCS #8 without a password."),
  GRPC_PACKAGE_ALIASES(
      "platform.grpc.package-aliases",
      "none",
      "Aliases of the leading `platform` in the names of the gRPC packages, separated by commas: with `chainguard.platform`, clients that were generated from the public SDK can call every service."),
  ADMIN_PORT(
      "platform.admin-port",
      "4848",
      "Port of the administration listener of Payara Server, which cannot be disabled; `ops/payara/run.sh` only. It is on loopback. Environment variable only, like the address."),
  LOG_FORMAT(
      "platform.log.format",
      "text on a terminal, otherwise json",
      "Format of the log, which is written to the standard error: `text` or `json`. Both have one line for each record. `platform.jar` only. Environment variable only, like the address."),
  LOG_LEVEL(
      "platform.log.level",
      "info",
      "Lowest level that is logged: `error`, `warning`, `info` or `debug`. Messages of the application server at `info` are logged only with `debug`. `platform.jar` only. Environment variable only, like the address."),
  STOP_WITH_PARENT(
      "platform.stop-with-parent",
      "false",
      "`true` stops the server when the process that started it ends. Environment variable only, like the address."),
  DATA_DIR(
      "platform.data-dir",
      "./data",
      "Directory of the embedded database, of uploaded files while they are imported, and of the files of the quick start. Only its owner may have the right to write to it, and others should have no access at all."),
  DB_URL(
      "platform.db.url",
      "an H2 file in the data directory",
      "JDBC URL of the database: `jdbc:mysql://…`, with one host or all of a group, or `jdbc:h2:file:…`."),
  DB_USER("platform.db.user", "sa with H2, otherwise none", "Database user."),
  DB_PASSWORD("platform.db.password", "empty", "Password of the database user."),
  DB_POOL_SIZE("platform.db.pool-size", "20", "Maximum number of database connections, 2 to 1000."),
  ISSUER_URL(
      "platform.issuer-url",
      "required; quick start: the HTTP address",
      "Public base URL of this server, which is also the issuer of its tokens: https, or http on `localhost` or a loopback address; without a trailing slash."),
  AUDIENCE(
      "platform.audience",
      "the issuer URL; quick start: and that of gRPC",
      "Audiences of this server, separated by commas. A token for the API must have one of them."),
  SERVICE_DOMAIN(
      "platform.service-domain",
      "platform.local",
      "Domain in errors, after the part of the API: `iam.<service domain>`, `registry.<service domain>`. Keys of annotations that begin with it, with its labels in reverse order, are reserved."),
  KEY_ENCRYPTION_KEY(
      "platform.key-encryption-key",
      "required, this or the file; quick start: generated",
      "Key that encrypts the stored signing keys, and from which the keys of page tokens are derived: 32 bytes in base64. The same on every node."),
  KEY_ENCRYPTION_KEY_FILE(
      "platform.key-encryption-key-file", "none", "File with the key-encryption key."),
  KEY_ENCRYPTION_KEY_PREVIOUS(
      "platform.key-encryption-key-previous",
      "none",
      "Previous key-encryption key, for the time in which the key is changed: what was encrypted with it can be read, and the signing keys are encrypted again with the new key. Set it together with the new key on one node after the other, and remove it again when all nodes have the new key and three days have passed, because page tokens are valid that long."),
  KEY_ENCRYPTION_KEY_PREVIOUS_FILE(
      "platform.key-encryption-key-previous-file",
      "none",
      "File with the previous key-encryption key."),
  KEY_ROTATION_INTERVAL(
      "platform.key-rotation-interval",
      "P30D",
      "How long a key signs tokens before it is replaced by the next one, an ISO 8601 duration of at least one hour."),
  ISSUERS_ALLOW_LOOPBACK(
      "platform.issuers.allow-loopback",
      "false; quick start: true",
      "`true` also allows issuers on loopback hosts, over https and http. For development only."),
  ISSUERS_ALLOWED_HOSTS(
      "platform.issuers.allowed-hosts",
      "any public host",
      "Host names of the issuers that identities with an issuer pattern accept, separated by commas. Identities that name their issuer are not restricted."),
  AWS_STS_URL(
      "platform.aws.sts-url",
      "none",
      "URL of the security token service of AWS, such as `https://sts.amazonaws.com`: https, without a path. Whoever acts as an AWS identity has signed a request to it, for exactly this host, which is sent there. Without it no token is issued for AWS identities."),
  BOOTSTRAP_ISSUER(
      "platform.bootstrap.issuer",
      "none",
      "Issuer of the external subject that becomes owner and operator at the first start."),
  BOOTSTRAP_SUBJECT(
      "platform.bootstrap.subject", "none", "Subject claim of that external subject."),
  BOOTSTRAP_ORGANIZATION(
      "platform.bootstrap.organization",
      "none; quick start: quickstart",
      "Name of the organization that the first start creates for it. Without issuer and subject, the owner is an identity of this server itself, and only the command `--bootstrap-token` issues tokens for it."),
  HUB_ADVISORY_ID_PREFIX(
      "platform.hub.advisory-id-prefix",
      "PSA",
      "Prefix of the ids of new advisories, such as `PSA-xxxx-xxxx-xxxx`: 2 to 16 upper-case letters and digits, a letter first. Existing advisories keep their ids."),
  HUB_FEED_INTERVAL(
      "platform.hub.feed-interval",
      "PT60S",
      "How often a feed is built at most, an ISO 8601 duration from one second to one hour. What is approved, rejected, deleted or withdrawn is in its files within two of these."),
  HUB_FOUR_EYES(
      "platform.hub.four-eyes",
      "false",
      "With `true`, an event of an advisory must be approved by another identity than those that created or changed it, so it cannot be created approved either."),
  HUB_MAX_UPLOAD_BYTES(
      "platform.hub.max-upload-bytes",
      "268435456",
      "Maximum length of a file to import, in bytes, as it is sent. Longer ones are answered with 413. Up to 18 such files are in the data directory at the same time, of one organization at most 6."),
  HUB_FEED_CACHE_BYTES(
      "platform.hub.feed-cache-bytes",
      "4294967296",
      "How many bytes the archives and lists of feeds have at most that this server keeps in its data directory, at least 1048576. What was not asked for longest is deleted first. An archive of all records of a feed has a tenth to a third of their length; one with more bytes than this cannot be served."),
  ORGANIZATIONS_SELF_SERVICE(
      "platform.organizations.self-service",
      "false; quick start: true",
      "`true` allows every authenticated identity to create organizations, otherwise only operators."),
  RATE_LIMIT_READS(
      "platform.rate-limit.reads",
      "12000/60s; quick start: off",
      "How many requests that only read one identity may make: `12000/60s` allows 12000 at once, and gives back as many evenly within 60 seconds. From 1 to 1000000 requests, in 1s to 3600s, or `off`. Further requests are answered with 429."),
  RATE_LIMIT_WRITES(
      "platform.rate-limit.writes",
      "3000/60s; quick start: off",
      "How many other requests one identity may make, in the same form."),
  RATE_LIMIT_ORGANIZATION(
      "platform.rate-limit.organization",
      "60000/60s; quick start: off",
      "How many requests all identities of one organization may make together, in the same form."),
  RATE_LIMIT_BETA(
      "platform.rate-limit.beta",
      "false",
      "`true` also refuses requests of beta versions of the API. Otherwise they count, but are not refused."),
  LISTS_TOTAL_TIMEOUT(
      "platform.lists.total-timeout",
      "PT2S",
      "How long a list waits until its rows are counted, an ISO 8601 duration from PT0S, with which they never are, to PT8S. If that takes longer, its pages come without `totalCount`; only those of libraries always have it. MySQL only."),
  V1_GRPC_LIST_LIMIT(
      "platform.v1.grpc-list-limit",
      "50000",
      "Maximum number of rows in a list of version 1 over gRPC, 1 to 1000000. Longer lists are refused with RESOURCE_EXHAUSTED, and so are those of more than 64 MiB; over REST lists are streamed and not limited.");

  private final String property;
  private final String defaultText;
  private final String meaning;

  ConfigKey(String property, String defaultText, String meaning) {
    this.property = property;
    this.defaultText = defaultText;
    this.meaning = meaning;
  }

  /** Returns the name of the MicroProfile Config property. */
  public String property() {
    return property;
  }

  /**
   * Returns the name of the environment variable, by the mapping of MicroProfile Config 3.1,
   * section 5.3.
   */
  public String environmentVariable() {
    return environmentVariable(property);
  }

  /** Returns the default value, or a description of it. */
  public String defaultText() {
    return defaultText;
  }

  /** Returns the meaning of the key, in one or two sentences of Markdown. */
  public String meaning() {
    return meaning;
  }

  static String environmentVariable(String property) {
    return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }
}
