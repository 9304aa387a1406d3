package local.platform.web.root;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.IssuedToken;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.proto.oidc.ExchangeRequest;
import local.platform.proto.oidc.RawToken;
import local.platform.signin.exchange.Exchange;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.TokenCall;
import local.platform.web.endpoint.UidFields;

/** Converts between the messages of the token service and the records of the exchange. */
final class ExchangeMapper {
  private ExchangeMapper() {}

  static Exchange exchange(TokenCall call, ExchangeRequest request) {
    FieldViolations violations = call.violations();
    Optional<Uid> identity = UidFields.readOptional("identity", request.getIdentity(), violations);
    // An empty scope in the list is a violation: a client that asks for a restriction must get it.
    List<String> scopes =
        Stream.concat(
                request.getScopesList().stream(),
                Stream.of(request.getScope()).filter(text -> !text.isEmpty()))
            .toList();
    Narrowing narrowing = narrowing(scopes, request.getCapList(), violations);
    violations.throwIfAny();
    if (!request.getIdentityProvider().isEmpty()) {
      throw PlatformException.unimplemented("exchange by an identity provider");
    }
    return new Exchange(call.bearerToken(), identity, request.getAudList(), narrowing);
  }

  /** Returns the restriction of a token; no restriction if both lists are empty. */
  private static Narrowing narrowing(
      List<String> scopes, List<String> capabilities, FieldViolations violations) {
    Set<Uid> groups = new HashSet<>();
    scopes.forEach(text -> UidFields.read("scopes", text, violations).ifPresent(groups::add));
    Set<Capability> allowed = EnumSet.noneOf(Capability.class);
    for (String name : capabilities) {
      Optional<Capability> capability = Capability.ofDottedName(name);
      if (capability.isEmpty()) {
        violations.add("cap", "there is no capability \"" + name + "\"");
      }
      capability.ifPresent(allowed::add);
    }
    return Narrowing.to(
        Optional.of(groups).filter(set -> !set.isEmpty()),
        Optional.of(allowed).filter(set -> !set.isEmpty()));
  }

  static RawToken message(IssuedToken token) {
    return RawToken.newBuilder()
        .setToken(token.text())
        .setExpiry(Timestamps.message(token.expiry()))
        .build();
  }
}
