package local.platform.config;

/**
 * Whom a first start makes the owner of a first organization, and an operator.
 *
 * @param issuer issuer of the external subject
 * @param subject the external subject
 * @param organization name of the organization
 */
public record BootstrapSettings(String issuer, String subject, String organization) {}
