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
import local.platform.authz.BuiltInRole;
import local.platform.authz.Capability;
import local.platform.resource.ResourceEntity;
import local.platform.uid.Uid;

/**
 * A role as it is stored. What a built-in role allows is in {@link BuiltInRole}; what a custom role
 * allows is one text, the numbers of its capabilities, so that the query that every request makes
 * reads it with the role binding.
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
   * What a role allows.
   *
   * @param role its uid
   * @param stored its capabilities as they are stored; a number that this server does not know any
   *     more allows nothing
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

  /** What the role allows. */
  public Set<Capability> capabilities() {
    return capabilities(uid(), capabilities);
  }

  /** Stores another draft. */
  void store(RoleDraft draft, Instant now) {
    change(now, () -> set(draft));
  }

  private void set(RoleDraft draft) {
    name = draft.name();
    description = draft.description();
    // Numbers that this server does not know stay for those that do.
    if (!draft.capabilities().equals(draft().capabilities())) {
      capabilities = text(draft.capabilities());
    }
  }

  /** Returns what clients may write of it. */
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
