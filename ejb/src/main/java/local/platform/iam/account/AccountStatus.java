package local.platform.iam.account;

/**
 * Whether the platform can act at a provider for a group.
 *
 * @param ready whether it can
 * @param reason why it cannot, as a word for programs; empty if it can
 * @param message why it cannot, as a sentence for persons; empty if it can
 */
public record AccountStatus(boolean ready, String reason, String message) {}
