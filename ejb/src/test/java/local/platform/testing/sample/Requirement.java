package local.platform.testing.sample;

import java.util.List;
import java.util.Set;
import local.platform.access.authz.Capability;

/**
 * The capabilities that the API requires for an operation.
 *
 * @param capabilities the capabilities at the target, in the order of their checks
 * @param granted the capabilities that the operation grants, which the caller must also hold
 * @param grantFirst whether these are checked before it is looked up whether the target exists
 */
public record Requirement(
    List<Capability> capabilities, Set<Capability> granted, boolean grantFirst) {

  /** Returns the requirement of these capabilities, for an operation that grants nothing. */
  public static Requirement of(Capability... capabilities) {
    return new Requirement(List.of(capabilities), Set.of(), false);
  }

  /** Returns the same for an operation that grants capabilities to others. */
  public Requirement granting(Set<Capability> others) {
    return new Requirement(capabilities, others, false);
  }

  /**
   * Returns the same for an operation that grants capabilities to others, and checks that before it
   * looks up the target.
   */
  public Requirement grantingFirst(Set<Capability> others) {
    return new Requirement(capabilities, others, true);
  }
}
