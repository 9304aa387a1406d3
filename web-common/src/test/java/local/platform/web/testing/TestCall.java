package local.platform.web.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.signin.authn.Authenticated;
import local.platform.web.endpoint.Call;
import local.platform.web.json.ProtoJson;

/** Creates requests without a protocol. */
public final class TestCall {
  /** The condition on the stored version in every call here. */
  public static final VersionCondition CONDITION = VersionCondition.requiring(7L);

  private TestCall() {}

  /** Creates a call without any violations. */
  public static Call call() {
    Authenticated somebody = Authentications.of(Uid.newRoot().newChild());
    return new Call(
        somebody.caller(),
        somebody.token(),
        CONDITION,
        FieldMask.getDefaultInstance(),
        new FieldViolations());
  }

  /** Creates the same call with a mask beside its message. */
  public static Call masked(String... paths) {
    Call call = call();
    return new Call(
        call.caller(),
        call.token(),
        call.condition(),
        FieldMask.newBuilder().addAllPaths(List.of(paths)).build(),
        call.violations());
  }

  /** Returns the violations noted for a call. */
  public static List<FieldViolation> violations(Call call) {
    return Violations.of(call.violations());
  }

  /** Returns the fields with violations noted for a call. */
  public static List<String> wrongFields(Call call) {
    return fields(violations(call));
  }

  /** Returns the fields that an error names. */
  public static List<String> fields(PlatformException e) {
    return fields(((BadRequest) e.details().get(0)).violations());
  }

  private static List<String> fields(List<FieldViolation> violations) {
    return violations.stream().map(FieldViolation::field).toList();
  }

  /** Returns the JSON of a message. */
  public static String json(Message message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtoJson.generator(bytes)) {
      json.writeObject(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toString(UTF_8);
  }
}
