package local.platform.foundation.resource;

/**
 * A kind of resource that lies in groups. A group that contains any cannot be deleted. Every such
 * kind has a bean of this type.
 */
public interface GroupContent extends GroupRows {

  /** Returns the name of the kind in errors, in the plural. */
  String plural();
}
