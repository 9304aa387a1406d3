package local.platform.web.v2.root;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.authn.Introspector;
import local.platform.error.PlatformException;
import local.platform.proto.auth.AuthProto;
import local.platform.proto.auth.DeletionRequest;
import local.platform.proto.auth.GetHeadlessSessionRequest;
import local.platform.proto.auth.HeadlessSession;
import local.platform.proto.auth.RegistrationRequest;
import local.platform.proto.auth.Session;
import local.platform.proto.auth.WhoAmI;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.ServiceMethods;

/** {@code Auth}, on every protocol. */
@ApplicationScoped
public class AuthEndpoint {
  @EJB private Introspector introspector;

  /** The methods of the service. */
  public ServiceMethods methods() {
    return ServiceMethods.of(AuthProto.getDescriptor(), "Auth")
        .on(Empty.getDefaultInstance(), this::validate)
        .on(RegistrationRequest.getDefaultInstance(), this::register)
        .on(GetHeadlessSessionRequest.getDefaultInstance(), this::getHeadlessSession)
        .on(DeletionRequest.getDefaultInstance(), this::delete);
  }

  /** Any token that is good will do. */
  WhoAmI validate(Call call, Empty request) {
    call.violations().throwIfAny();
    return WhoAmIMapper.message(introspector.introspect(call.token()));
  }

  Session register(Call call, RegistrationRequest request) {
    call.violations().throwIfAny();
    throw PlatformException.unimplemented("Register");
  }

  HeadlessSession getHeadlessSession(Call call, GetHeadlessSessionRequest request) {
    call.violations().throwIfAny();
    throw PlatformException.unimplemented("GetHeadlessSession");
  }

  Empty delete(Call call, DeletionRequest request) {
    call.violations().throwIfAny();
    throw PlatformException.unimplemented("Delete");
  }
}
