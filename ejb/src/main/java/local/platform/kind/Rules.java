package local.platform.kind;

import local.platform.access.authz.Caller;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;

/**
 * The rules of a kind besides its guards, in the order in which {@link ResourceService} applies
 * them. A kind that needs more than these has a service of its own for the method.
 *
 * @param <E> entity of the kind
 * @param <D> what clients write
 */
public interface Rules<E extends ResourceEntity, D> {
  /** Returns the kind. */
  Kind<E, D, ?> kind();

  /**
   * Checks the fields of a draft, before anything is looked up. An update checks what it sets, and
   * ignores violations of other fields.
   */
  void validate(D draft, FieldViolations violations);

  /**
   * Checks what a draft must have as a whole: on a creation together with {@link #validate}, on an
   * update what it makes of the stored draft, while the resource is locked.
   */
  default void validateWhole(D draft, FieldViolations violations) {}

  /**
   * Checks whether a valid resource may be created, in the transaction that creates it, and locks
   * what it refers to.
   *
   * @param uid the new uid of the resource
   * @return what is stored: the draft, or what it is completed to
   * @throws PlatformException if it may not
   */
  default D beforeCreate(Caller caller, Uid uid, D draft) {
    return draft;
  }

  /**
   * Checks whether a resource may be updated, while it is locked, and locks what it refers to.
   *
   * @param stored the resource before the update
   * @param draft what the update makes of its draft
   * @return what is stored: the draft, or what it is completed to
   * @throws PlatformException if it may not
   */
  default D beforeUpdate(Caller caller, E stored, D draft) {
    return draft;
  }

  /**
   * Checks whether a resource may be deleted, while it is locked, and deletes what belongs to it.
   *
   * @throws PlatformException if it may not
   */
  default void beforeDelete(Write write, E stored) {}
}
