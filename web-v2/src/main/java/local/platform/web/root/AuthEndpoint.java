package local.platform.web.root;

import com.google.protobuf.Empty;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import local.platform.proto.auth.AuthProto;
import local.platform.proto.auth.WhoAmI;
import local.platform.signin.authn.Introspector;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.json.UnknownFields;

/** Implements {@code Auth} for all protocols. */
@ApplicationScoped
public class AuthEndpoint implements Endpoint {
  /** It is as old as version 1, and follows the rules of that version. */
  private static final ApiVersion VERSION =
      new ApiVersion(List.of(), UnknownFields.IGNORED, EmptyAnswer.OBJECT);

  @EJB private Introspector introspector;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(AuthProto.getDescriptor(), "Auth", VERSION)
        .on(Empty.getDefaultInstance(), this::validate)
        .notStored();
  }

  /** Describes the caller's token. Requires no capability. */
  WhoAmI validate(Call call, Empty request) {
    call.violations().throwIfAny();
    return WhoAmIMapper.message(introspector.introspect(call.token()));
  }
}
