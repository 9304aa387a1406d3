package local.platform.testing.sample;

import java.util.function.BiFunction;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.uid.Uid;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/**
 * An operation on one resource, and what the API requires for it.
 *
 * @param name the name in messages of tests
 * @param requirement what it requires at the target
 * @param make creates the target in a group; returns the group itself if the operation creates
 *     something in it
 * @param action runs the operation on a target
 */
public record Operation(
    String name, Requirement requirement, BiFunction<World, Uid, Uid> make, Action action) {

  /** Creates an operation that requires one capability, and grants nothing. */
  public Operation(
      String name, Capability required, BiFunction<World, Uid, Uid> make, Action action) {
    this(name, Requirement.of(required), make, action);
  }

  /** Runs an operation on a target. */
  public interface Action {
    /** Runs the operation as a caller. */
    void run(TestServices services, Caller caller, Uid target);
  }

  /** Returns the group itself, for operations that create something in a group. */
  public static Uid itself(World world, Uid group) {
    return group;
  }

  /** Returns what a role allows, if it is bound where it reaches the target. */
  public boolean isPermitted(BuiltInRole role) {
    return role.capabilities().containsAll(requirement.capabilities());
  }

  /** Returns whether a role may grant what the operation grants. */
  public boolean isGrantable(BuiltInRole role) {
    return role.capabilities().containsAll(requirement.granted());
  }

  /** Returns whether the operation acts on the target; otherwise it creates something in it. */
  public boolean isOnResource() {
    return !name.endsWith("create") && !name.endsWith("createAll");
  }

  /** Returns whether its target is a group. */
  public boolean isOnGroup() {
    return (name.startsWith("group ") && !name.startsWith("group invite ")) || !isOnResource();
  }

  @Override
  public String toString() {
    return name;
  }
}
