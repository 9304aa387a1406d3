package local.platform.config;

/**
 * The settings of imports.
 *
 * @param maxUploadBytes maximum length of an uploaded file, in bytes
 */
public record HubSettings(int maxUploadBytes) {}
