package local.platform.access.authz;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;

/**
 * An immutable set of capabilities, in the order of {@link Capability}. A set that is already of
 * this class is not copied, because every request passes on those of its caller, and a role may
 * have a hundred.
 */
public final class CapabilitySet extends AbstractSet<Capability> {
  private final EnumSet<Capability> capabilities = EnumSet.noneOf(Capability.class);

  private CapabilitySet(Collection<Capability> capabilities) {
    this.capabilities.addAll(capabilities);
  }

  /** Returns an immutable set of these capabilities. */
  public static Set<Capability> of(Collection<Capability> capabilities) {
    return capabilities instanceof CapabilitySet same ? same : new CapabilitySet(capabilities);
  }

  @Override
  public boolean contains(Object object) {
    return capabilities.contains(object);
  }

  @Override
  public Iterator<Capability> iterator() {
    return Collections.unmodifiableSet(capabilities).iterator();
  }

  @Override
  public int size() {
    return capabilities.size();
  }
}
