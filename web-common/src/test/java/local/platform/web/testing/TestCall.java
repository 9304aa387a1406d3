package local.platform.web.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authn.Authenticated;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.json.ProtoJson;

/** Requests without a protocol. */
public final class TestCall {
  /** What every call here requires of the stored version. */
  public static final VersionCondition CONDITION = new VersionCondition(Optional.of(Set.of(7L)));

  private TestCall() {}

  /** A call with which nothing is wrong so far. */
  public static Call call() {
    Authenticated somebody = Authentications.of(Uid.newRoot().newChild());
    return new Call(somebody.caller(), somebody.token(), CONDITION, new FieldViolations());
  }

  /** What was noted as wrong with a call. */
  public static List<FieldViolation> violations(Call call) {
    return Violations.of(call.violations());
  }

  /** The fields that were noted as wrong with a call. */
  public static List<String> wrongFields(Call call) {
    return fields(violations(call));
  }

  /** The fields that an error names as wrong. */
  public static List<String> fields(PlatformException e) {
    return fields(((BadRequest) e.details().get(0)).violations());
  }

  private static List<String> fields(List<FieldViolation> violations) {
    return violations.stream().map(FieldViolation::field).toList();
  }

  /** The JSON of a message. */
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
