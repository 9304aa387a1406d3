package local.platform.web.v1.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.authz.Caller;
import local.platform.authz.Grants;
import local.platform.authz.Narrowing;
import local.platform.error.ErrorDetail.BadRequest;
import local.platform.error.ErrorDetail.FieldViolation;
import local.platform.error.FieldViolations;
import local.platform.error.PlatformException;
import local.platform.resource.VersionCondition;
import local.platform.token.AccessToken;
import local.platform.uid.Uid;
import local.platform.web.endpoint.Call;
import local.platform.web.json.ProtoJson;
import local.platform.web.json.UnknownFields;

/** Requests without a protocol. */
public final class TestCall {
  /** What every call here requires of the stored version. */
  public static final VersionCondition CONDITION = new VersionCondition(Optional.of(Set.of(7L)));

  private TestCall() {}

  /** A call with which nothing is wrong so far. */
  public static Call call() {
    Uid identity = Uid.newRoot().newChild();
    return new Call(
        new Caller(identity, Narrowing.NONE, Grants.NONE),
        new AccessToken(
            identity, 0, Narrowing.NONE, "kid", "issuer", List.of(), Instant.EPOCH, Instant.EPOCH),
        CONDITION,
        new FieldViolations());
  }

  /** The fields that were noted as wrong with a call. */
  public static List<String> wrongFields(Call call) {
    try {
      call.violations().throwIfAny();
      return List.of();
    } catch (PlatformException e) {
      return fields(e);
    }
  }

  /** The fields that an error names as wrong. */
  public static List<String> fields(PlatformException e) {
    return ((BadRequest) e.details().get(0))
        .violations().stream().map(FieldViolation::field).toList();
  }

  /** The JSON of a message, with apostrophes for quotation marks. */
  public static String json(Message message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtoJson.generator(bytes)) {
      ProtoJson.write(json, message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toString(UTF_8).replace('"', '\'');
  }

  /** Reads a message from JSON with apostrophes for quotation marks. */
  public static <B extends Message.Builder> B read(Call call, String json, B message) {
    ProtoJson.read(
        json.replace('\'', '"').getBytes(UTF_8), message, UnknownFields.IGNORED, call.violations());
    return message;
  }
}
