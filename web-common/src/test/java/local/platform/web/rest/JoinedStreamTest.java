package local.platform.web.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Consumer;
import local.platform.foundation.error.PlatformException;
import local.platform.proto.testing.ListShelvesResponse;
import local.platform.proto.testing.Shelf;
import local.platform.proto.testing.Thing;
import local.platform.web.endpoint.Answer;
import org.junit.jupiter.api.Test;

class JoinedStreamTest {
  private static final Thing THING = Thing.newBuilder().setUid("x").build();
  private static final String JSON =
      "{\"uid\":\"x\",\"verified\":false,\"deprecated\":false,\"resourceLimits\":{}}";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private static JoinedStream stream(Consumer<Consumer<Message>> walk) {
    return new JoinedStream(new Answer.Joined(ListShelvesResponse.getDefaultInstance(), walk, 0));
  }

  private static Shelf shelf(String id) {
    return Shelf.newBuilder().setId(id).addThings(THING).build();
  }

  @Test
  void partsOfTheSameItemAreOne() throws IOException {
    stream(parts -> List.of(shelf("a"), shelf("a"), shelf("b"), shelf("a")).forEach(parts))
        .write(out);

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            ("{'shelves':[{'id':'a','things':[#,#]},{'id':'b','things':[#]},"
                    + "{'id':'a','things':[#]}]}")
                .replace('\'', '"')
                .replace("#", JSON));
  }

  @Test
  void noPartsAreAnEmptyList() throws IOException {
    stream(parts -> {}).write(out);

    assertThat(out.toString(UTF_8)).isEqualTo("{\"shelves\":[]}");
  }

  /** Otherwise its answer would begin as if it was read, and no error could follow. */
  @Test
  void nothingIsWrittenOfAListThatCannotBeRead() {
    JoinedStream stream =
        stream(
            parts -> {
              throw PlatformException.unavailable("too many");
            });

    assertThatExceptionOfType(PlatformException.class).isThrownBy(() -> stream.write(out));
    assertThat(out.size()).isZero();
  }

  @Test
  void aListThatBreaksOffDoesNotLookWhole() {
    JoinedStream stream =
        stream(
            parts -> {
              for (int i = 0; i < 1_000; i++) {
                parts.accept(shelf("a"));
              }
              throw PlatformException.unavailable("the database is away");
            });

    assertThatExceptionOfType(PlatformException.class).isThrownBy(() -> stream.write(out));
    assertThat(out.toString(UTF_8)).startsWith("{\"shelves\":[{").doesNotContain("]}]}");
  }

  @Test
  void aClientThatGoesAwayIsAFailureOfTheConnection() {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("gone");
          }
        };
    JoinedStream stream =
        stream(
            parts -> {
              for (int i = 0; i < 10_000; i++) {
                parts.accept(shelf("a"));
              }
            });

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> stream.write(gone))
        .withMessage("gone");
  }
}
