package local.platform.iam.role;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;

/**
 * A stored role. The capabilities of built-in roles are in {@link BuiltInRole}; those of a custom
 * role are stored as one text with their numbers, so that the query that every request makes reads
 * them together with the role binding.
 */
@Entity
@Table(name = "role")
public class RoleEntity extends ResourceEntity {
  private static final String SEPARATOR = " ";

  private String name;
  private String description;
  private String capabilities;

  /** For JPA. */
  protected RoleEntity() {}

  RoleEntity(Uid uid, RoleDraft draft, Instant now) {
    super(uid, now);
    this.capabilities = "";
    set(draft);
  }

  /**
   * Returns the capabilities of a role.
   *
   * @param role its uid
   * @param stored its capabilities as they are stored; numbers that this server does not know are
   *     ignored
   */
  public static Set<Capability> capabilities(Uid role, String stored) {
    return BuiltInRole.of(role)
        .map(BuiltInRole::capabilities)
        .orElseGet(
            () -> {
              Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
              for (String number : stored.split(SEPARATOR, -1)) {
                if (!number.isEmpty()) {
                  Capability.ofNumber(Integer.parseInt(number)).ifPresent(capabilities::add);
                }
              }
              return capabilities;
            });
  }

  /** Returns the capabilities of the role. */
  public Set<Capability> capabilities() {
    return capabilities(uid(), capabilities);
  }

  /**
   * Checks that a caller may grant the role at a group.
   *
   * @throws PlatformException PERMISSION_DENIED with GRANT_EXCEEDS_CALLER if the caller lacks one
   *     of its capabilities there, or if it has one that only newer versions of this server know,
   *     and that nobody can be shown to hold here
   */
  public void requireGrantable(Caller caller, Uid group) {
    caller.requireAll(capabilities(), group);
    if (BuiltInRole.of(uid()).isEmpty() && !text(capabilities()).equals(capabilities)) {
      throw PlatformException.grantExceedsCaller(group);
    }
  }

  /** Replaces the draft. */
  void store(RoleDraft draft, Instant now) {
    change(now, () -> set(draft));
  }

  private void set(RoleDraft draft) {
    name = draft.name();
    description = draft.description();
    // Otherwise numbers that only other versions of the server know would be lost.
    if (!Set.copyOf(draft.capabilities()).equals(capabilities())) {
      capabilities = text(draft.capabilities());
    }
  }

  /** Returns the fields that clients may write. */
  RoleDraft draft() {
    return new RoleDraft(
        name,
        description,
        capabilities().stream().sorted(Comparator.comparing(Capability::number)).toList());
  }

  @Override
  protected Object content() {
    return List.of(name, description, capabilities);
  }

  @Override
  public Role toRecord() {
    return new Role(uid(), draft(), createTime(), updateTime(), version());
  }

  private static String text(Collection<Capability> capabilities) {
    return capabilities.stream()
        .map(Capability::number)
        .distinct()
        .sorted()
        .map(String::valueOf)
        .collect(Collectors.joining(SEPARATOR));
  }
}
