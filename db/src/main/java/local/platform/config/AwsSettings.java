package local.platform.config;

import java.util.Optional;

/**
 * Whom to ask about AWS identities.
 *
 * @param stsUrl the https URL of the security token service of AWS, without a path; empty if AWS is
 *     not asked
 */
public record AwsSettings(Optional<String> stsUrl) {}
