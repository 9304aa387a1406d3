package local.platform.config;

import java.time.Duration;

/**
 * The advisory hub.
 *
 * @param advisoryIdPrefix the first part of the ids of new advisories
 * @param fourEyes whether events of advisories are approved by others than those who wrote them
 * @param maxUploadBytes maximum length of a file that is uploaded for an import, in bytes
 * @param feedCacheBytes how many bytes the files of feeds have at most that this server keeps
 * @param feedInterval the least time from the begin of one build of a feed to that of the next
 */
public record HubSettings(
    String advisoryIdPrefix,
    boolean fourEyes,
    int maxUploadBytes,
    long feedCacheBytes,
    Duration feedInterval) {}
