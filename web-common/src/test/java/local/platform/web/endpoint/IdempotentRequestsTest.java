package local.platform.web.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.FieldMask;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.IdempotencyKey;
import local.platform.foundation.resource.VersionCondition;
import local.platform.proto.testing.Thing;
import local.platform.web.endpoint.IdempotentRequests.Content;
import local.platform.web.endpoint.IdempotentRequests.Digested;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class IdempotentRequestsTest {
  private static final String KEY = "a-key";
  private static final String METHOD = "platform.testing.Things/UpdateThing";
  private static final Thing THING = Thing.newBuilder().setUid("a").build();
  private static final FieldMask NO_MASK = FieldMask.getDefaultInstance();
  private static final Content CONTENT = new Content(METHOD, THING, NO_MASK, VersionCondition.ANY);

  @Test
  void aKeyIsTheSameWithAndWithoutQuotes() {
    assertThat(IdempotentRequests.key(List.of())).isEmpty();
    for (String key : List.of("k", "8e03978e-40d5-43dd-bc93-6894a57f9324", "k".repeat(128))) {
      assertThat(IdempotentRequests.key(List.of(key))).contains(key);
      assertThat(IdempotentRequests.key(List.of('"' + key + '"'))).contains(key);
    }
  }

  @Test
  void whatIsNoKeyIsRefusedAndNotShown() {
    for (List<String> values :
        List.of(
            List.of(""),
            List.of("\"\""),
            List.of("\"open"),
            List.of("\"\"secret\"\""),
            List.of("a secret"),
            List.of("secret, other"),
            List.of("sécret"),
            List.of("secret".repeat(22)),
            List.of("secret", "secret"))) {
      assertThatExceptionOfType(PlatformException.class)
          .as(values.toString())
          .isThrownBy(() -> IdempotentRequests.key(values))
          .withMessageNotContaining("cret")
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .satisfies(
              e -> assertThat(TestCall.fields(e)).containsExactly(IdempotentRequests.KEY_HEADER));
    }
  }

  @Test
  void theHashOfAKeyIsThatOfItsText() {
    assertThat(of(KEY, CONTENT).key())
        .hasSize(32)
        .isEqualTo(of(KEY, new Content(METHOD, THING, mask("uid"), VersionCondition.ANY)).key())
        .isNotEqualTo(of("other", CONTENT).key());
  }

  @Test
  void theSameRequestHasTheSameHashWhateverItsKeyAndTheOrderOfAMap() {
    Thing.Builder one = Thing.newBuilder();
    Thing.Builder other = Thing.newBuilder();
    for (int i = 0; i < 100; i++) {
      one.putResourceLimits("limit" + i, i);
      other.putResourceLimits("limit" + (99 - i), 99 - i);
    }

    assertThat(of(KEY, with(one.build())).request())
        .hasSize(32)
        .isEqualTo(of("other", with(other.build())).request());
  }

  private static Content with(Thing message) {
    return new Content(METHOD, message, NO_MASK, VersionCondition.ANY);
  }

  @Test
  void everyPartOfARequestIsInItsHash() {
    VersionCondition excluding =
        new VersionCondition(VersionCondition.ANY.required(), TestCall.CONDITION.required());
    List<Content> contents =
        List.of(
            CONTENT,
            new Content("platform.testing.Things/MoveThing", THING, NO_MASK, VersionCondition.ANY),
            with(Thing.newBuilder().setDisplayName("a").build()),
            new Content(METHOD, THING, mask("uid"), VersionCondition.ANY),
            new Content(METHOD, THING, mask("uid", "name"), VersionCondition.ANY),
            new Content(METHOD, THING, NO_MASK, VersionCondition.requiring(7L)),
            new Content(METHOD, THING, NO_MASK, VersionCondition.requiring(8L)),
            new Content(METHOD, THING, NO_MASK, VersionCondition.requiring(7L, 8L)),
            new Content(METHOD, THING, NO_MASK, excluding));

    assertThat(contents)
        .extracting(content -> HexFormat.of().formatHex(of(KEY, content).request()))
        .doesNotHaveDuplicates();
  }

  @Test
  void whatWasReceivedOfAnUploadIsInTheHashOnceItIsRead() throws IOException {
    assertThat(uploaded("content")).isEqualTo(uploaded("content"));
    assertThat(uploaded("content")).isNotEqualTo(uploaded("Content"));
    assertThat(uploaded("")).isEqualTo(of(KEY, CONTENT).request());
  }

  private static byte[] uploaded(String body) throws IOException {
    Digested upload =
        IdempotentRequests.digested(
            () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    IdempotencyKey key = IdempotentRequests.of(KEY, CONTENT, upload);
    try (InputStream received = upload.open()) {
      assertThat(received.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo(body);
    }
    assertThat(key.request()).as("asked for again").isEqualTo(key.request());
    return key.request();
  }

  private static IdempotencyKey of(String key, Content content) {
    return IdempotentRequests.of(
        key, content, IdempotentRequests.digested(InputStream::nullInputStream));
  }

  private static FieldMask mask(String... paths) {
    return FieldMask.newBuilder().addAllPaths(List.of(paths)).build();
  }
}
