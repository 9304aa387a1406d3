package local.platform.hub.imports;

import java.util.Set;
import local.platform.access.authz.Capability;

/**
 * Describes the imports of one format. The application has a bean for each format.
 *
 * @param format name of the format
 * @param reading the capability that is needed to read such an import
 * @param cancelling the capabilities that can be needed to cancel one, for people
 * @param records the plural of what such an import stores, for people
 * @param containers the containers that the format takes, at least one
 * @param recordLimit maximum length of a record, in bytes
 */
public record ImportKind(
    String format,
    Capability reading,
    String cancelling,
    String records,
    Set<Container> containers,
    int recordLimit) {
  public ImportKind {
    containers = Set.copyOf(containers);
  }
}
