package local.platform.hub.imports;

import local.platform.access.authz.Capability;

/**
 * What an import is to do.
 *
 * @param format the format of the file
 * @param subject what the file is about. A group has at most one running import of a format and a
 *     subject
 * @param capability what the caller holds at the group, and needs to cancel the import
 * @param complete whether records that the file does not name are removed
 * @param allowMassRetraction whether that may be many of them
 * @param bytes length of the file, in bytes
 */
public record ImportRequest(
    String format,
    String subject,
    Capability capability,
    boolean complete,
    boolean allowMassRetraction,
    long bytes) {

  /** Returns a copy with the length of the file. */
  ImportRequest withBytes(long length) {
    return new ImportRequest(format, subject, capability, complete, allowMassRetraction, length);
  }
}
