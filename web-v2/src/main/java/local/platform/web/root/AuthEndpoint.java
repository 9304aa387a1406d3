package local.platform.web.root;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.proto.auth.AuthProto;
import local.platform.proto.auth.WhoAmI;
import local.platform.signin.authn.Introspector;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.v2.endpoint.ApiVersions;

/** Implements {@code Auth} for all protocols. */
@ApplicationScoped
public class AuthEndpoint implements Endpoint {
  @EJB private Introspector introspector;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(AuthProto.getDescriptor(), "Auth", ApiVersions.AUTH)
        .on(Empty.getDefaultInstance(), this::validate)
        .notStored();
  }

  /** Describes the caller's token. Requires no capability. */
  WhoAmI validate(Call call, Empty request) {
    call.violations().throwIfAny();
    return WhoAmIMapper.message(introspector.introspect(call.token()));
  }
}
