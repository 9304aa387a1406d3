package local.platform.web.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.proto.testing.Everything;
import local.platform.proto.testing.UpdateThingRequest;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.json.ProtoJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorBodyTest {
  private static final ObjectMapper TREES = new ObjectMapper();

  /** The last detail of every error that has details. */
  private static final String REQUEST =
      "{'@type':'type.googleapis.com/google.rpc.RequestInfo','requestId':'the-id'}";

  @Test
  void anErrorIsTheBareStatusWithItsDetails() {
    Uid uid = new Uid("a".repeat(40));

    assertThat(text(PlatformException.notFound("Group", uid)))
        .isEqualTo(
            ("{'code':5,'message':'Not found: there is no Group UID','details':["
                    + "{'@type':'type.googleapis.com/google.rpc.ErrorInfo','reason':'NOT_FOUND',"
                    + "'domain':'iam.platform.test','metadata':{'kind':'Group','resource':'UID'}},"
                    + "{'@type':'type.googleapis.com/google.rpc.ResourceInfo',"
                    + "'resourceType':'iam.platform.test/Group','resourceName':'UID'},"
                    + REQUEST
                    + "]}")
                .replace('\'', '"')
                .replace("UID", uid.value()));
  }

  @Test
  void anErrorWithoutDetailsIsItsCodeAndItsMessage() {
    assertThat(text(PlatformException.concurrentUpdate().withoutDetails()))
        .isEqualTo(
            "{\"code\":10,\"message\":\"%s\"}"
                .formatted(PlatformException.concurrentUpdate().getMessage()));
  }

  @Test
  void fieldViolationsAreOneDetail() {
    assertThat(text(PlatformException.invalidArgument("name", "is wrong")))
        .isEqualTo(
            ("{'code':3,'message':'Invalid argument: name: is wrong','details':["
                    + "{'@type':'type.googleapis.com/google.rpc.ErrorInfo',"
                    + "'reason':'INVALID_ARGUMENT','domain':'iam.platform.test',"
                    + "'metadata':{'fields':'name'}},"
                    + "{'@type':'type.googleapis.com/google.rpc.BadRequest',"
                    + "'fieldViolations':[{'field':'name','description':'is wrong'}]},"
                    + REQUEST
                    + "]}")
                .replace('\'', '"'));
  }

  @Test
  void whenToTryAgainIsADuration() {
    assertThat(text(PlatformException.unavailable("later")))
        .contains("{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"1s\"}");
  }

  @ParameterizedTest
  @EnumSource
  void theCodeIsThatOfTheStatusAndNotOfHttp(ErrorCode code) throws IOException {
    PlatformException error = new PlatformException(code, "REASON", "text", Map.of());

    assertThat(TREES.readTree(text(error)).get("code").intValue()).isEqualTo(code.number());
  }

  /** Names of fields come from the client and are repeated in the error. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"\\ud800\":1}",
        "{\"a\\udc00b\":1}",
        "{\"middle\":{\"\\ud83d\":1}}",
        "{\"labels\":{\"\\ud800\":\"x\"}}",
        "{\"labels\":{\"\\ud800\":7}}",
        "{\"counts\":{\"\\udc00\":7}}",
        "{\"\\u0000\\u001b[1m\":1}",
        "{\"</script>\":1}"
      })
  void anErrorAboutANameThatIsNoUnicodeCanBeWritten(String body) throws IOException {
    FieldViolations violations = new FieldViolations();
    ProtoJson.read(body.getBytes(UTF_8), Everything.newBuilder(), violations);

    JsonNode status = TREES.readTree(text(violations));

    assertThat(status.get("code").intValue()).isEqualTo(3);
  }

  @Test
  void anErrorAboutAMaskThatIsNoUnicodeCanBeWritten() throws IOException {
    FieldViolations violations = new FieldViolations();
    UpdateThingRequest.Builder request = UpdateThingRequest.newBuilder();
    ProtoJson.read("{\"updateMask\":\"a\\ud800\"}".getBytes(UTF_8), request, violations);
    FieldMasks.resolve(request.getUpdateMask(), Everything.getDescriptor(), violations);

    assertThat(TREES.readTree(text(violations)).get("code").intValue()).isEqualTo(3);
  }

  private static String text(FieldViolations violations) {
    try {
      violations.throwIfAny();
    } catch (PlatformException e) {
      return text(e);
    }
    throw new AssertionError("nothing was noted");
  }

  private static String text(PlatformException error) {
    return new String(ErrorBody.of(error, "platform.test", "the-id"), UTF_8);
  }
}
