package local.platform.web.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.rpc.BadRequest;
import com.google.rpc.BadRequest.FieldViolation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import local.platform.proto.testing.Everything;
import local.platform.proto.testing.Inner;
import local.platform.proto.testing.ListThingsResponse;
import local.platform.proto.testing.Thing;
import local.platform.proto.testing.ThingCount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageWriterTest {
  @Test
  void whatTheContractAlwaysShowsIsThereEvenIfItIsEmpty() throws IOException {
    assertThat(write(Thing.getDefaultInstance()))
        .isEqualTo("{\"verified\":false,\"deprecated\":false,\"resourceLimits\":{}}");
  }

  /** As that of a query parameter can be. */
  @Test
  void theEmptyNameOfAWrongFieldIsThere() throws IOException {
    BadRequest details =
        BadRequest.newBuilder()
            .addFieldViolations(FieldViolation.newBuilder().setDescription("unknown"))
            .build();

    assertThat(write(details))
        .isEqualTo("{\"fieldViolations\":[{\"field\":\"\",\"description\":\"unknown\"}]}");
  }

  @Test
  void anEmptyListShowsItsRowsAndCounts() throws IOException {
    assertThat(write(ListThingsResponse.newBuilder().setTotalCount(0).build()))
        .isEqualTo("{\"things\":[],\"totalCount\":\"0\",\"skipped\":0}");
  }

  @Test
  void aTotalThatIsNotKnownIsLeftOut() throws IOException {
    assertThat(write(ListThingsResponse.getDefaultInstance()))
        .isEqualTo("{\"things\":[],\"skipped\":0}");
  }

  @Test
  void aTotalThatIsAlwaysKnownIsThereEvenIfItIsZero() throws IOException {
    assertThat(write(ThingCount.getDefaultInstance())).isEqualTo("{\"totalCount\":\"0\"}");
  }

  @Test
  void aListShowsItsTokenWhereThereIsANextPage() throws IOException {
    ListThingsResponse page =
        ListThingsResponse.newBuilder()
            .addThings(Thing.newBuilder().setUid("u"))
            .setNextPageToken("t")
            .setTotalCount(5_000_000_000L)
            .setSkipped(2)
            .build();

    assertThat(write(page))
        .isEqualTo(
            "{\"things\":[{\"uid\":\"u\",\"verified\":false,\"deprecated\":false,\"resourceLimits\":{}}],"
                + "\"nextPageToken\":\"t\",\"totalCount\":\"5000000000\",\"skipped\":2}");
  }

  @Test
  void whatIsUnsetOrEmptyIsLeftOut() throws IOException {
    assertThat(write(Everything.getDefaultInstance())).isEqualTo("{}");
  }

  @Test
  void whatIsOptionalOrAChoiceIsThereOnceItIsSet() throws IOException {
    Everything message =
        Everything.newBuilder()
            .setOptionalText("")
            .setOptionalNumber(0)
            .setChosenInner(Inner.getDefaultInstance())
            .build();

    assertThat(write(message))
        .isEqualTo("{\"optionalText\":\"\",\"optionalNumber\":0,\"chosenInner\":{}}");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1970-01-01T00:00:00.000Z",
    "0, 1, 1970-01-01T00:00:00.000Z",
    "0, 999999999, 1970-01-01T00:00:00.999Z",
    "0, 120000000, 1970-01-01T00:00:00.120Z",
    "-1, 999000000, 1969-12-31T23:59:59.999Z",
    "-62135596800, 0, 0001-01-01T00:00:00.000Z",
    "253402300799, 999999999, 9999-12-31T23:59:59.999Z"
  })
  void aTimeAlwaysHasThreeFractionDigits(long seconds, int nanos, String text) throws IOException {
    Timestamp time = Timestamp.newBuilder().setSeconds(seconds).setNanos(nanos).build();

    assertThat(write(Everything.newBuilder().setTime(time).build()))
        .isEqualTo("{\"time\":\"" + text + "\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0s",
    "3600, 0, 3600s",
    "1, 500000000, 1.500000000s",
    "0, 1, 0.000000001s",
    "-1, 0, -1s",
    "0, -500000000, -0.500000000s",
    "-1, -300000000, -1.300000000s"
  })
  void aDurationIsWrittenInSeconds(long seconds, int nanos, String text) throws IOException {
    Duration duration = Duration.newBuilder().setSeconds(seconds).setNanos(nanos).build();

    assertThat(write(Everything.newBuilder().setDuration(duration).build()))
        .isEqualTo("{\"duration\":\"" + text + "\"}");
  }

  @Test
  void closingTheGeneratorLeavesTheAnswerOpen() throws IOException {
    boolean[] closed = {false};
    OutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    try (JsonGenerator json = ProtoJson.generator(out)) {
      json.writeObject(Everything.getDefaultInstance());
    }

    assertThat(closed[0]).isFalse();
  }

  private static String write(Message message) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtoJson.generator(bytes)) {
      json.writeObject(message);
    }
    return bytes.toString(UTF_8);
  }
}
