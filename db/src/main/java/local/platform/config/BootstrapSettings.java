package local.platform.config;

/**
 * The first organization, and the subject that the first start makes its owner and an operator.
 *
 * @param issuer issuer of an external subject; this server if there is none
 * @param subject the external subject; {@link Configuration#BOOTSTRAP_SUBJECT} if there is none
 * @param organization name of the organization
 */
public record BootstrapSettings(String issuer, String subject, String organization) {}
