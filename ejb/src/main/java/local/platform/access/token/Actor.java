package local.platform.access.token;

/**
 * The actor of an exchanged token: what the claim {@code act} says about the token that it was
 * exchanged for (RFC 8693, section 4.1). Personal data in that token is not passed on.
 *
 * @param issuer issuer of that token
 * @param subject its subject
 * @param audience the audience by which it was accepted
 */
public record Actor(String issuer, String subject, String audience) {}
