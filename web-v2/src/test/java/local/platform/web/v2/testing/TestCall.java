package local.platform.web.v2.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.json.ProtoJson;

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

  /** What was noted as wrong with a call. */
  public static List<FieldViolation> violations(Call call) {
    try {
      call.violations().throwIfAny();
      return List.of();
    } catch (PlatformException e) {
      return ((BadRequest) e.details().get(0)).violations();
    }
  }

  /** The JSON of a message. */
  public static String json(Message message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtoJson.generator(bytes)) {
      ProtoJson.write(json, message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toString(UTF_8);
  }

  /**
   * Reads a message from JSON, with apostrophes for quotation marks.
   *
   * @return the mask of an update that came without one
   */
  public static FieldMask read(Call call, String json, Message.Builder message) {
    return FieldMasks.of(
        ProtoJson.read(json.replace('\'', '"').getBytes(UTF_8), message, call.violations()));
  }

  /** The mask of these paths, which commas separate; empty for none. */
  public static FieldMask mask(String paths) {
    return FieldMask.newBuilder()
        .addAllPaths(Arrays.stream(paths.split(",", -1)).filter(path -> !path.isEmpty()).toList())
        .build();
  }

  /** The constants that a text names, which commas separate. */
  public static <E extends Enum<E>> Set<E> constants(Class<E> type, String names) {
    return Arrays.stream(names.split(",", -1))
        .filter(name -> !name.isEmpty())
        .map(name -> Enum.valueOf(type, name))
        .collect(Collectors.toSet());
  }
}
