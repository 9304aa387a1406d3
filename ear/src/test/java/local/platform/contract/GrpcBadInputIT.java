package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Empty;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.protobuf.ProtoUtils;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.GrpcReplies;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.GrpcServer.Answer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.RawHttp;
import local.platform.contract.testing.RawHttp2;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends to the gRPC port what no correct client sends: it is refused, and the server continues to
 * work.
 */
@Deployment.Test
@Isolated("reads what the server logs meanwhile")
class GrpcBadInputIT {
  private static final String GET_GROUP = "platform.iam.v2.GroupsService/GetGroup";
  private static final String CREATE_GROUP = "platform.iam.v2.GroupsService/CreateGroup";
  private static final Pattern INTERNALS =
      Pattern.compile("Exception|\\bjava[.x]|io\\.grpc|io\\.netty|local\\.platform|\\tat ");
  private static final int MAX_CALLS_PER_CONNECTION = 200;
  private static final int MAX_REFUSED = 1_000;

  /** In the log of the jar: that of Payara Server has another form, and levels of its own. */
  private static final Pattern ABOVE_INFO = Pattern.compile("\"level\":\"(WARNING|ERROR)\"");

  private final PlatformClient client;
  private final GrpcServer server;
  private final PlatformProcess process;
  private int logged;

  GrpcBadInputIT(PlatformClient client, GrpcServer server, PlatformProcess process) {
    this.client = client;
    this.server = server;
    this.process = process;
  }

  @BeforeEach
  void readLog() {
    logged = process.output().length();
  }

  /** Checked on the open connections and on a new one, after all other tests. */
  @AfterEach
  void theServerGoesOnAndHasNothingToTell() {
    assertThat(getGroup(server).status().getCode()).isEqualTo(Code.OK);
    try (GrpcServer another = GrpcServer.at(process.grpcPort())) {
      assertThat(getGroup(another).status().getCode()).isEqualTo(Code.OK);
    }
    assertThat(process.output().substring(logged).lines().filter(ABOVE_INFO.asPredicate()))
        .isEmpty();
  }

  private Answer getGroup(GrpcServer by) {
    return by.call(
        bytes(GET_GROUP),
        get(client.organization()),
        GrpcServer.bearer(client.token()),
        CallOptions.DEFAULT);
  }

  /** Returns a method that takes its request as bytes. */
  private static MethodDescriptor<byte[], DynamicMessage> bytes(String method) {
    return MethodDescriptor.<byte[], DynamicMessage>newBuilder()
        .setType(MethodType.CLIENT_STREAMING) // to send none, or more than one
        .setFullMethodName(method)
        .setRequestMarshaller(
            new MethodDescriptor.Marshaller<>() {
              @Override
              public InputStream stream(byte[] message) {
                return new ByteArrayInputStream(message);
              }

              @Override
              public byte[] parse(InputStream stream) {
                throw new UnsupportedOperationException();
              }
            })
        .setResponseMarshaller(
            ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(Empty.getDescriptor())))
        .build();
  }

  /** Returns the message that reads a group. */
  private static byte[] get(String uid) {
    byte[] text = uid.getBytes(StandardCharsets.UTF_8);
    return concat(new byte[] {0x0a, (byte) text.length}, text);
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Arrays.stream(parts).forEach(all::writeBytes);
    return all.toByteArray();
  }

  /** Returns a message with the five bytes that gRPC puts before it. */
  private static byte[] framed(byte[] message) {
    int length = message.length;
    return concat(
        new byte[] {
          0, (byte) (length >> 24), (byte) (length >> 16), (byte) (length >> 8), (byte) length
        },
        message);
  }

  private Status send(String method, List<byte[]> messages, CallOptions options) {
    CompletableFuture<Status> end = new CompletableFuture<>();
    ClientCall<byte[], DynamicMessage> call = server.channel().newCall(bytes(method), options);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            Reply reply =
                GrpcReplies.of(
                    new Answer(status, new Metadata(), trailers, java.util.Optional.empty()));
            assertClean(status + reply.text());
            end.complete(status);
          }
        },
        GrpcServer.bearer(client.token()));
    call.request(2);
    messages.forEach(call::sendMessage);
    call.halfClose();
    return end.orTimeout(30, TimeUnit.SECONDS).join();
  }

  private static void assertClean(String text) {
    assertThat(text).doesNotContainPattern(INTERNALS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ff ff ff ff ff ff ff ff ff ff ff",
        "0a 7f 61",
        "0a ff ff ff ff 0f",
        "07",
        "00 00",
        "0a 02 c3 28",
        "0a 03 ed a0 80",
        "0c",
        "0b 0c 0c"
      })
  void whatIsNoMessageIsRefusedWithDetails(String hex) {
    byte[] message = java.util.HexFormat.ofDelimiter(" ").parseHex(hex);

    Answer answer =
        server.call(
            bytes(GET_GROUP), message, GrpcServer.bearer(client.token()), CallOptions.DEFAULT);

    assertThat(answer.status().getCode()).as("%s", answer).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(GrpcReplies.of(answer).violations()).containsExactly("body");
    assertClean(GrpcReplies.of(answer).text());
  }

  @Test
  void aMessageThatIsNestedTooDeeplyIsRefusedWithDetails() {
    byte[] groups = new byte[100_000];
    Arrays.fill(groups, (byte) 0x7b); // each begins a group inside the one before

    Answer answer =
        server.call(
            bytes(GET_GROUP), groups, GrpcServer.bearer(client.token()), CallOptions.DEFAULT);

    assertThat(answer.status().getCode()).as("%s", answer).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(GrpcReplies.of(answer).violations()).containsExactly("body");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "platform.iam.v2.GroupsService/Nonsense",
        "platform.iam.Groups/Nonsense",
        "platform.iam.v2.NonsenseService/GetGroup",
        "nonsense/nonsense"
      })
  void anUnknownServiceOrMethodIsRefusedWithDetails(String method) {
    Answer answer =
        server.call(
            bytes(method),
            get(client.organization()),
            GrpcServer.bearer(client.token()),
            CallOptions.DEFAULT);

    assertThat(answer.status().getCode()).as("%s", answer).isEqualTo(Code.UNIMPLEMENTED);
    assertThat(GrpcReplies.of(answer).reason()).isEqualTo("UNIMPLEMENTED");
    assertClean(GrpcReplies.of(answer).text());
  }

  @Test
  void randomBytesAreNoMessage() {
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      byte[] message = new byte[1 + random.nextInt(40)];
      random.nextBytes(message);
      for (String method : List.of(GET_GROUP, CREATE_GROUP)) {
        Answer answer =
            server.call(
                bytes(method), message, GrpcServer.bearer(client.token()), CallOptions.DEFAULT);

        assertThat(answer.status().getCode())
            .as("%s: %s", java.util.HexFormat.of().formatHex(message), answer)
            .isEqualTo(Code.INVALID_ARGUMENT);
        assertClean(GrpcReplies.of(answer).text());
      }
    }
  }

  private static List<String> methodsForEverybody() {
    return List.of(
        "grpc.health.v1.Health/Check",
        "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
        "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo");
  }

  @ParameterizedTest
  @MethodSource("methodsForEverybody")
  void whatIsNoMessageIsNoFaultOfTheServicesForEverybodyEither(String method) {
    assertThat(send(method, List.of(new byte[] {-1, -1, -1}), CallOptions.DEFAULT).isOk())
        .isFalse();
  }

  @ParameterizedTest
  @MethodSource("methodsForEverybody")
  void aLongMessageToTheServicesForEverybodyIsRefused(String method) {
    byte[] unknownField = {120, 0};
    byte[] most = new byte[1_000];
    for (int i = 0; i < most.length; i++) {
      most[i] = unknownField[i % unknownField.length];
    }
    CallOptions gzip = CallOptions.DEFAULT.withCompression("gzip");

    for (CallOptions options : List.of(CallOptions.DEFAULT, gzip)) {
      assertThat(send(method, List.of(most), options).isOk()).isTrue();
      assertThat(send(method, List.of(new byte[1_001]), options))
          .satisfies(
              refused -> {
                assertThat(refused.getCode()).isEqualTo(Code.INVALID_ARGUMENT);
                assertThat(refused.getDescription()).contains("must have at most 1000 bytes");
              });
    }
  }

  @Test
  void noMessageAndTwoMessagesAreRefused() {
    byte[] message = get(client.organization());

    assertThat(send(GET_GROUP, List.of(), CallOptions.DEFAULT).getCode())
        .isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(send(GET_GROUP, List.of(message, message), CallOptions.DEFAULT).getCode())
        .isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(send(GET_GROUP, List.of(message, message, message), CallOptions.DEFAULT).getCode())
        .isEqualTo(Code.INVALID_ARGUMENT);
  }

  @Test
  void aCompressedMessageIsReadUpToTheLimitOnly() {
    CallOptions gzip = CallOptions.DEFAULT.withCompression("gzip");

    assertThat(send(GET_GROUP, List.of(new byte[64 * 1_024 * 1_024]), gzip).getCode())
        .isEqualTo(Code.RESOURCE_EXHAUSTED);
    assertThat(send(GET_GROUP, List.of(get(client.organization())), gzip).getCode())
        .isEqualTo(Code.OK);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''",
        "' '",
        "Bearer",
        "'Bearer '",
        "Basic YTpi",
        "Bearer a b",
        "Bearer a, Bearer a",
        "Bearer a.b.c",
        "bearer x"
      })
  void anAuthorizationThatIsNoneIsRefused(String value) {
    Metadata metadata = new Metadata();
    metadata.put(GrpcServer.AUTHORIZATION, value);

    assertUnauthenticated(metadata);
  }

  @Test
  void oneOrMoreSpacesPrecedeTheToken() {
    Metadata metadata = new Metadata();
    metadata.put(GrpcServer.AUTHORIZATION, "bearer   " + client.token());

    Answer answer =
        server.call(bytes(GET_GROUP), get(client.organization()), metadata, CallOptions.DEFAULT);

    assertThat(answer.status().getCode()).as("%s", answer).isEqualTo(Code.OK);
  }

  @Test
  void noAuthorizationAndTwoAreRefused() {
    assertUnauthenticated(new Metadata());
    Metadata two = GrpcServer.bearer(client.token());
    two.put(GrpcServer.AUTHORIZATION, "Bearer " + client.token());
    assertUnauthenticated(two);
  }

  private void assertUnauthenticated(Metadata metadata) {
    Answer answer =
        server.call(bytes(GET_GROUP), get(client.organization()), metadata, CallOptions.DEFAULT);

    assertThat(answer.status().getCode()).as("%s", answer).isEqualTo(Code.UNAUTHENTICATED);
    assertThat(GrpcReplies.of(answer).detail("ErrorInfo").path("reason").asText())
        .startsWith("TOKEN_");
    assertClean(GrpcReplies.of(answer).text());
  }

  private RawHttp2.Answer raw(Map<String, String> changes, byte[] body) {
    try (RawHttp2 connection = RawHttp2.connect(process.grpcPort())) {
      RawHttp2.Answer answer = connection.send(fields(changes), body);
      assertClean(answer.toString());
      return answer;
    }
  }

  private Map<String, String> fields(Map<String, String> changes) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put(":method", "POST");
    fields.put(":scheme", "http");
    fields.put(":path", "/" + GET_GROUP);
    fields.put(":authority", "localhost");
    fields.put("content-type", "application/grpc");
    fields.put("te", "trailers");
    fields.put("authorization", "Bearer " + client.token());
    changes.forEach(
        (name, value) -> {
          if (value.isEmpty()) {
            fields.remove(name);
          } else {
            fields.put(name, value);
          }
        });
    return fields;
  }

  /** Two pings that come too early are forgiven, and a third one is not. */
  @Test
  void whoPingsEveryTenSecondsStaysAndWhoPingsAllTheTimeIsSentAway() {
    try (RawHttp2 connection = RawHttp2.connect(process.grpcPort())) {
      ping(connection, 2);
      connection.awaitSilence(Duration.ofSeconds(10));
      ping(connection, 1);
      byte[] request = framed(get(client.organization()));
      assertThat(connection.send(fields(Map.of()), request).grpcStatus()).isZero();

      // An answer makes the server forget the pings before it.
      ping(connection, 4);
      assertThat(connection.awaitGoAway()).isEqualTo("too_many_pings");
    }
  }

  private static void ping(RawHttp2 connection, int times) {
    for (int i = 0; i < times; i++) {
      connection.ping();
    }
  }

  @Test
  void whoGoesOnWithStreamsThatAreRefusedIsSentAway() {
    Map<String, String> fields = fields(Map.of());
    try (RawHttp2 connection = RawHttp2.connect(process.grpcPort())) {
      int allowed = MAX_CALLS_PER_CONNECTION + MAX_REFUSED;
      for (int i = 0; i < allowed - 10; i++) {
        connection.begin(fields);
      }
      int more = 0;
      String end = "reset";
      while ("reset".equals(end) && more < 100) {
        end = connection.send(fields, new byte[0]).fields().get(RawHttp2.CLOSED);
        more++;
      }

      assertThat(end).isEqualTo("too many refused streams");
      assertThat(more).isBetween(11, 12);
    }
  }

  @Test
  void framesThatAreWellFormedAreAnswered() {
    RawHttp2.Answer answer = raw(Map.of(), framed(get(client.organization())));

    assertThat(answer.grpcStatus()).as("%s", answer).isZero();
    assertThat(answer.body()).contains(client.organization());
  }

  @ParameterizedTest
  @CsvSource({
    "content-type, application/json, 415",
    "content-type, text/html, 415",
    "content-type, '', 415",
    ":method, GET, 405",
    ":path, nonsense, 404",
    ":path, /, 200"
  })
  void whatIsNotGrpcIsRefusedAsHttpDoes(String field, String value, int status) {
    RawHttp2.Answer answer = raw(Map.of(field, value), framed(get(client.organization())));

    assertThat(answer.httpStatus()).as("%s", answer).isEqualTo(status);
    assertThat(answer.grpcStatus()).as("%s", answer).isNotZero();
  }

  @Test
  void anUnknownCompressionIsRefused() {
    byte[] message = framed(get(client.organization()));
    message[0] = 1;

    RawHttp2.Answer unknown = raw(Map.of("grpc-encoding", "nonsense"), message);
    assertThat(unknown.grpcStatus()).as("%s", unknown).isEqualTo(Code.UNIMPLEMENTED.value());
    RawHttp2.Answer unnamed = raw(Map.of(), message);
    assertThat(unnamed.grpcStatus()).as("%s", unnamed).isNotZero();
  }

  @Test
  void whatIsCompressedBadlyIsRefusedWithDetails() throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(get(client.organization()));
    }
    byte[] good = compressed.toByteArray();
    byte[] wrongChecksum = good.clone();
    wrongChecksum[good.length - 8]++;
    byte[] wrongBlock = good.clone();
    wrongBlock[10] = -1;
    byte[] damagedTail = Arrays.copyOf(good, 2 * good.length);
    System.arraycopy(good, 1, damagedTail, good.length, good.length - 1);
    Map<String, String> gzip = Map.of("grpc-encoding", "gzip");

    assertThat(raw(gzip, flagged(good)).grpcStatus()).isZero();
    assertThat(raw(gzip, flagged(Arrays.copyOf(good, good.length + 5))).grpcStatus()).isZero();
    for (byte[] bad :
        List.of(
            get(client.organization()),
            new byte[0],
            new byte[] {31},
            Arrays.copyOf(good, 5),
            Arrays.copyOf(good, good.length - 1),
            wrongChecksum,
            wrongBlock,
            damagedTail)) {
      RawHttp2.Answer refused = raw(gzip, flagged(bad));

      assertThat(refused.grpcStatus()).as("%s", refused).isEqualTo(Code.INVALID_ARGUMENT.value());
      assertThat(new String(details(refused), StandardCharsets.UTF_8))
          .contains("google.rpc.ErrorInfo", "google.rpc.BadRequest", "INVALID_ARGUMENT");
    }
  }

  /** Returns a message that is flagged as compressed. */
  private static byte[] flagged(byte[] message) {
    byte[] framed = framed(message);
    framed[0] = 1;
    return framed;
  }

  private static byte[] details(RawHttp2.Answer answer) {
    return Base64.getDecoder().decode(answer.fields().get("grpc-status-details-bin"));
  }

  @Test
  void aLengthBeyondTheLimitAndOneThatIsNotKeptAreRefused() {
    byte[] message = get(client.organization());
    byte[] large = concat(new byte[] {0, -1, -1, -1, -1}, message);
    byte[] larger = concat(new byte[] {0, 0, 0, 0, 99}, message);

    assertThat(raw(Map.of(), large).grpcStatus()).isNotZero();
    assertThat(raw(Map.of(), larger).grpcStatus()).isNotZero();
    assertThat(raw(Map.of(), new byte[] {0, 0}).grpcStatus()).isNotZero();
  }

  @Test
  void aDeadlineThatIsNoneIsRefused() {
    RawHttp2.Answer answer =
        raw(Map.of("grpc-timeout", "soon"), framed(get(client.organization())));

    assertThat(answer.grpcStatus()).as("%s", answer).isNotZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {40_000, 1_000_000})
  void metadataOverTheLimitIsRefused(int length) {
    RawHttp2.Answer answer =
        raw(Map.of("x-large", "a".repeat(length)), framed(get(client.organization())));

    assertThat(answer.grpcStatus()).as("%s", answer).isNotZero();
    assertThat(answer.httpStatus()).isNotEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /" + GET_GROUP + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003 a hello of TLS",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n and then nothing that is a frame of HTTP/2 at all",
        "nonsense\u0000\u0000\u0000\u00ff\u00ff that is long enough to be seen as such"
      })
  void whatIsNotHttp2EndsTheConnection(String text) {
    String answer =
        RawHttp.exchange(
            java.net.URI.create("http://127.0.0.1:" + process.grpcPort()),
            text.getBytes(StandardCharsets.ISO_8859_1));

    assertClean(answer);
  }
}
