package local.platform.web.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import local.platform.foundation.error.PlatformException;
import local.platform.proto.testing.Thing;
import org.junit.jupiter.api.Test;

class ItemStreamTest {
  private static final Message ITEM = Thing.newBuilder().setUid("x").build();
  private static final String ITEM_JSON =
      "{\"uid\":\"x\",\"verified\":false,\"deprecated\":false,\"resourceLimits\":{}}";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void theItemsAreOneListInOneObject() throws IOException {
    ItemStream stream = new ItemStream(items -> List.of(ITEM, ITEM).forEach(items));

    stream.write(out);

    assertThat(out.toString(UTF_8)).isEqualTo("{\"items\":[" + ITEM_JSON + "," + ITEM_JSON + "]}");
  }

  @Test
  void noItemsAreAnEmptyList() throws IOException {
    new ItemStream(items -> {}).write(out);

    assertThat(out.toString(UTF_8)).isEqualTo("{\"items\":[]}");
  }

  @Test
  void aListThatBreaksOffDoesNotLookWhole() {
    ItemStream stream =
        new ItemStream(
            items -> {
              items.accept(ITEM);
              throw PlatformException.unavailable("the database is away");
            });

    assertThatExceptionOfType(PlatformException.class).isThrownBy(() -> stream.write(out));
    assertThat(out.toString(UTF_8)).isEqualTo("{\"items\":[" + ITEM_JSON);
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
    ItemStream stream =
        new ItemStream(
            items -> {
              for (int i = 0; i < 10_000; i++) {
                items.accept(ITEM);
              }
            });

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> stream.write(gone))
        .withMessage("gone");
  }
}
