package local.platform.config;

/**
 * The advisory hub.
 *
 * @param advisoryIdPrefix the first part of the ids of new advisories
 * @param fourEyes whether events of advisories are approved by others than those who wrote them
 * @param maxUploadBytes maximum length of a file that is uploaded for an import, in bytes
 */
public record HubSettings(String advisoryIdPrefix, boolean fourEyes, int maxUploadBytes) {}
