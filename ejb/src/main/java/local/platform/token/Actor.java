package local.platform.token;

/**
 * Who showed which token to get a token of ours: what the claim {@code act} tells of it (RFC 8693,
 * section 4.1). Personal data of the shown token is not passed on.
 *
 * @param issuer its issuer
 * @param subject its subject
 * @param audience by which of its audiences it was accepted
 */
public record Actor(String issuer, String subject, String audience) {}
