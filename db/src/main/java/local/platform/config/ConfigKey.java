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
      "`true` starts for trying out: embedded database, generated keys, self-service organizations, bootstrap files in the data directory. Loopback only."),
  HTTP_ADDRESS(
      "platform.http.address",
      "127.0.0.1",
      "Address that the HTTP listener binds. Environment variable only: the application server reads it before the application exists."),
  HTTP_PORT(
      "platform.http.port",
      "8080",
      "Port of the HTTP listener. Environment variable only, like the address."),
  HTTP_MAX_BODY_BYTES(
      "platform.http.max-body-bytes",
      "1048576",
      "Longest request body, in bytes. A longer one is answered 413."),
  HTTP_REQUEST_TIMEOUT(
      "platform.http.request-timeout",
      "PT30S",
      "How long a request may take from its first byte to its last, an ISO 8601 duration from PT1S to PT1H. One that takes longer is answered 408."),
  HTTP_MAX_CONNECTIONS(
      "platform.http.max-connections",
      "2048",
      "Most connections to the HTTP listener at a time, 16 to 4000. When there are more, the one on which nothing has been served longest is closed; if all are being served, the new one is answered 503."),
  CORS_ORIGINS(
      "platform.cors.origins",
      "none",
      "Origins, separated by commas, whose pages may use the API and `/sts` in a browser, such as `https://app.example.com`. They are compared exactly; `*` and `null` are not accepted. Not for `/operator`, `/metrics` and `/health`."),
  METRICS_PUBLIC(
      "platform.metrics.public",
      "false",
      "`true` serves `/metrics` to every peer. Otherwise only to loopback peers."),
  GRPC_ADDRESS("platform.grpc.address", "that of HTTP", "Address that the gRPC listener binds."),
  GRPC_PORT("platform.grpc.port", "9090", "Port of the gRPC listener. 0 switches it off."),
  GRPC_MAX_MESSAGE_BYTES(
      "platform.grpc.max-message-bytes",
      "4194304",
      "Longest request message over gRPC, in bytes. A longer one is RESOURCE_EXHAUSTED."),
  GRPC_TLS_CERTIFICATE(
      "platform.grpc.tls.certificate",
      "none: plain text",
      "PEM file with the certificate of the gRPC listener, followed by those that lead to its root."),
  GRPC_TLS_KEY(
      "platform.grpc.tls.key",
      "none",
      "PEM file with the private key of that certificate: PKCS #8, without password."),
  GRPC_PACKAGE_ALIASES(
      "platform.grpc.package-aliases",
      "none",
      "What may stand for `platform` at the beginning of the gRPC packages, separated by commas: with `chainguard.platform`, clients generated from the public SDK reach every service."),
  ADMIN_PORT(
      "platform.admin-port",
      "4848",
      "Port of the administration listener that Payara Server cannot do without; `platform.ear` only. On loopback, and nobody can log in. Environment variable only, like the address."),
  LOG_FORMAT(
      "platform.log.format",
      "text on a terminal, else json",
      "`text` or `json`: how the log, which is the standard error, is written. Either has one line for each record. Environment variable only, like the address."),
  LOG_LEVEL(
      "platform.log.level",
      "info",
      "The least serious level that is logged: `error`, `warning`, `info` or `debug`. For what the application server tells at `info` it must be `debug`. Environment variable only, like the address."),
  STOP_WITH_PARENT(
      "platform.stop-with-parent",
      "false",
      "`true` stops the server when the process that started it has ended. Environment variable only, like the address."),
  DATA_DIR(
      "platform.data-dir",
      "./data",
      "Directory of the embedded database, of uploaded files while they are imported, and of the files that the quick start writes. Nobody but its owner may be able to write to it, and nobody else should have any right to it."),
  DB_URL(
      "platform.db.url",
      "an H2 file in the data directory",
      "JDBC URL of the database: `jdbc:mysql://…` or `jdbc:h2:file:…`."),
  DB_USER("platform.db.user", "sa with H2, else none", "Database user."),
  DB_PASSWORD("platform.db.password", "empty", "Password of the database user."),
  DB_POOL_SIZE("platform.db.pool-size", "20", "Most database connections held at once, 2 to 1000."),
  ISSUER_URL(
      "platform.issuer-url",
      "required; quick start: the HTTP address",
      "Public base URL of this server, which is the issuer of its tokens: https, or http on a loopback host; no trailing slash."),
  AUDIENCE(
      "platform.audience",
      "the issuer URL; quick start: and that of gRPC",
      "Audiences of this server, separated by commas. A token for the API must carry one of them."),
  SERVICE_DOMAIN(
      "platform.service-domain",
      "platform.local",
      "Domain that errors name, after the part of the API: `iam.<service domain>`, `registry.<service domain>`. Written backwards, it begins keys of annotations that are reserved."),
  KEY_ENCRYPTION_KEY(
      "platform.key-encryption-key",
      "required, this or the file; quick start: generated",
      "Key under which signing keys are stored, and from which page-token keys are derived: 32 bytes in base64. The same on every node."),
  KEY_ENCRYPTION_KEY_FILE(
      "platform.key-encryption-key-file", "none", "File that holds the key-encryption key."),
  KEY_ENCRYPTION_KEY_PREVIOUS(
      "platform.key-encryption-key-previous",
      "none",
      "The previous key-encryption key, while it is being changed: what is stored under it is read, and the signing keys are stored under the new one. To be set with the new key on each node, one after the other, and removed from each again when all have it and three days have passed, after which no older page token is valid."),
  KEY_ENCRYPTION_KEY_PREVIOUS_FILE(
      "platform.key-encryption-key-previous-file",
      "none",
      "File that holds the previous key-encryption key."),
  KEY_ROTATION_INTERVAL(
      "platform.key-rotation-interval",
      "P30D",
      "How long a key signs tokens before the next one takes over, an ISO 8601 duration of at least one hour."),
  ISSUERS_ALLOW_LOOPBACK(
      "platform.issuers.allow-loopback",
      "false; quick start: true",
      "`true` also trusts issuers on loopback hosts, over https and http. For development only."),
  ISSUERS_ALLOWED_HOSTS(
      "platform.issuers.allowed-hosts",
      "any public host",
      "Host names, separated by commas, of the issuers that identities with an issuer pattern may have. Identities that name their issuer are not restricted."),
  BOOTSTRAP_ISSUER(
      "platform.bootstrap.issuer",
      "none",
      "Issuer of the external subject that a first start makes an owner and operator."),
  BOOTSTRAP_SUBJECT("platform.bootstrap.subject", "none", "Subject of that external subject."),
  BOOTSTRAP_ORGANIZATION(
      "platform.bootstrap.organization",
      "none; quick start: quickstart",
      "Name of the organization that a first start creates for it. Without issuer and subject its owner is an identity of this server's own, for which only the command `--bootstrap-token` gets a token."),
  HUB_MAX_UPLOAD_BYTES(
      "platform.hub.max-upload-bytes",
      "268435456",
      "Longest file that can be imported, in bytes, as it is sent. A longer one is answered 413. Up to 18 such files are in the data directory at a time."),
  ORGANIZATIONS_SELF_SERVICE(
      "platform.organizations.self-service",
      "false; quick start: true",
      "`true` lets every authenticated identity create an organization. Otherwise only operators."),
  V1_GRPC_LIST_LIMIT(
      "platform.v1.grpc-list-limit",
      "50000",
      "Most rows of a list of version 1 over gRPC, 1 to 1000000. A longer one is RESOURCE_EXHAUSTED, and so is one of more than 64 MiB, whatever this says; over REST it is streamed, and not limited.");

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
