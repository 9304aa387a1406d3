package local.platform.web.v1.endpoint;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import local.platform.access.authz.Capability;

/** Writes capabilities as version 1 does. */
public final class CapabilityNames {
  private CapabilityNames() {}

  /** Returns the dotted names of capabilities, in the order of their numbers. */
  public static List<String> of(Collection<Capability> capabilities) {
    return capabilities.stream()
        .sorted(Comparator.comparing(Capability::number))
        .map(Capability::dottedName)
        .toList();
  }
}
