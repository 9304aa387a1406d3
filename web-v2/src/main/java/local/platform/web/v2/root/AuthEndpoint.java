package local.platform.web.v2.root;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import local.platform.authn.Introspector;
import local.platform.error.PlatformException;
import local.platform.proto.auth.DeletionRequest;
import local.platform.proto.auth.GetHeadlessSessionRequest;
import local.platform.proto.auth.HeadlessSession;
import local.platform.proto.auth.RegistrationRequest;
import local.platform.proto.auth.Session;
import local.platform.proto.auth.WhoAmI;
import local.platform.token.AccessToken;
import local.platform.web.endpoint.Call;

/** {@code Auth}, on every protocol. */
@ApplicationScoped
public class AuthEndpoint {
  @EJB private Introspector introspector;

  /** Any token that is good will do. */
  WhoAmI validate(Call call, AccessToken token) {
    call.violations().throwIfAny();
    return WhoAmIMapper.message(introspector.introspect(token));
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
