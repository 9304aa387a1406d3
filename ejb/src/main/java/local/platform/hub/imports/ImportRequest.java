package local.platform.hub.imports;

import local.platform.foundation.uid.Uid;

/**
 * Asks for an import.
 *
 * @param group the group whose records are imported
 * @param format reads and stores the records
 * @param complete whether records that the file does not name are removed
 * @param allowMassRetraction whether that may be many of them
 */
public record ImportRequest(
    Uid group, RecordFormat<?> format, boolean complete, boolean allowMassRetraction) {}
