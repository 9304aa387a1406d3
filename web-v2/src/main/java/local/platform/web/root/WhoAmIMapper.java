package local.platform.web.root;

import java.util.Collection;
import java.util.List;
import local.platform.access.authz.Capability;
import local.platform.proto.auth.WhoAmI;
import local.platform.signin.authn.Introspection;
import local.platform.signin.authn.Introspection.Holding;
import local.platform.web.endpoint.Timestamps;

/** Converts the introspection of a token to the message {@code WhoAmI}. */
final class WhoAmIMapper {
  private WhoAmIMapper() {}

  static WhoAmI message(Introspection introspection) {
    return WhoAmI.newBuilder()
        .setIssuer(introspection.issuer())
        .setSubject(introspection.subject().value())
        .addAllAudience(introspection.audiences())
        .setExpiry(Timestamps.message(introspection.expiry()))
        .setIssuedAt(Timestamps.message(introspection.issueTime()))
        .addAllCapabilities(
            introspection.holdings().stream().map(WhoAmIMapper::capability).toList())
        .build();
  }

  /** Writes a holding. Its capabilities are in the role, or next to it if there is no role. */
  private static WhoAmI.Capability capability(Holding holding) {
    WhoAmI.Capability.Builder message = WhoAmI.Capability.newBuilder();
    message.getGroupBuilder().setId(holding.group().value());
    List<String> names = dottedNames(holding.capabilities());
    holding
        .role()
        .ifPresentOrElse(
            role ->
                message
                    .getRoleBuilder()
                    .setId(role.uid().value())
                    .setName(role.name())
                    .setDescription(role.description())
                    .addAllCapabilities(names),
            () -> message.addAllCapabilities(names));
    return message.build();
  }

  private static List<String> dottedNames(Collection<Capability> capabilities) {
    return capabilities.stream().sorted().map(Capability::dottedName).toList();
  }
}
