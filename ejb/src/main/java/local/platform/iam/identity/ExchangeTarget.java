package local.platform.iam.identity;

import java.time.Instant;
import local.platform.access.token.TokenSubject;

/**
 * An identity for which a token may be exchanged.
 *
 * @param subject the subject of tokens that are issued to it
 * @param relationship the tokens that it accepts
 * @param lastSeenTime when a token was last exchanged for it
 */
public record ExchangeTarget(
    TokenSubject subject, Relationship relationship, Instant lastSeenTime) {}
