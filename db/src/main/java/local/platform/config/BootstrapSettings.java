package local.platform.config;

/**
 * Whom a first start makes the owner of a first organization, and an operator.
 *
 * @param issuer issuer of an external subject; or this server, if the identity is to be no such one
 * @param subject the external subject; or {@link Configuration#BOOTSTRAP_SUBJECT}
 * @param organization name of the organization
 */
public record BootstrapSettings(String issuer, String subject, String organization) {}
