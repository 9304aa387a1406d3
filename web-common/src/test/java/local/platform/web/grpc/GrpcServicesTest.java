package local.platform.web.grpc;

import static io.grpc.MethodDescriptor.generateFullMethodName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.FieldMask;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.ErrorInfo;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.limit.Allowance;
import local.platform.config.RateLimitSettings.Policy;
import local.platform.config.RateLimitSettings.RateLimit;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ApiRequest;
import local.platform.foundation.transaction.Cancellation;
import local.platform.foundation.uid.Uid;
import local.platform.proto.testing.DescribeThingsRequest;
import local.platform.proto.testing.EverythingProto;
import local.platform.proto.testing.ListThingsRequest;
import local.platform.proto.testing.ListThingsResponse;
import local.platform.proto.testing.Thing;
import local.platform.proto.testing.ThingList;
import local.platform.proto.testing.UpdateThingRequest;
import local.platform.proto.testing.WalkThingsRequest;
import local.platform.signin.authn.Authenticated;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.ItemWalk;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.TokenCall;
import local.platform.web.json.UnknownFields;
import local.platform.web.observability.LogLines;
import local.platform.web.observability.OperationMetrics;
import local.platform.web.testing.Authentications;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrpcServicesTest {
  private static final String THINGS = "platform.testing.Things";
  private static final String TOKEN = "a-token";
  private static final ApiVersion VERSION =
      new ApiVersion(List.of("testing", "trial"), UnknownFields.NOTED, EmptyAnswer.OBJECT);
  private static final Metadata.Key<String> REQUEST_ID =
      Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> VALIDATE_ONLY =
      Metadata.Key.of("platform-validate-only", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> KEY =
      Metadata.Key.of("idempotency-key", Metadata.ASCII_STRING_MARSHALLER);
  private static final Authenticated AUTHENTICATED = anybody();

  private static final Uid IDENTITY = AUTHENTICATED.caller().identity();

  private final Map<String, Authenticated> known = new HashMap<>(Map.of(TOKEN, AUTHENTICATED));
  private final List<String> authenticated = new ArrayList<>();
  private final List<String> counted = new ArrayList<>();
  private final List<Integer> rows = new ArrayList<>();
  private final List<Object> served = new ArrayList<>();
  private final List<Authenticated> servedTo = new ArrayList<>();
  private final List<ApiRequest> requests = new ArrayList<>();
  private final List<List<Object>> limited = new ArrayList<>();
  private Optional<Allowance> allowance = Optional.empty();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private Runnable meanwhile = () -> {};
  private long nanos;
  private int things;
  private Server server;
  private ManagedChannel channel;

  private final class Recording extends OperationMetrics {
    @Override
    public void count(Protocol protocol, String operation, String status, Duration time) {
      counted.add(operation + " " + status);
    }

    @Override
    public void countRows(String operation, int count) {
      rows.add(count);
    }
  }

  @BeforeEach
  void start() throws IOException {
    GrpcServices services =
        new GrpcServices(
            new GrpcCalls(
                new SharedAuthentication(this::authenticate, Runnable::run, timer),
                this::limited,
                Runnable::run,
                Runnable::run,
                new CollectedItems(2),
                new Recording(),
                "test.example",
                () -> nanos));
    String name = UUID.randomUUID().toString();
    InProcessServerBuilder builder = InProcessServerBuilder.forName(name).directExecutor();
    ServiceMethods methods =
        ServiceMethods.of(EverythingProto.getDescriptor(), "Things", VERSION)
            .on(UpdateThingRequest.getDefaultInstance(), this::update)
            .onItems(
                WalkThingsRequest.getDefaultInstance(), ThingList.getDefaultInstance(), this::walk)
            .onToken(ListThingsRequest.getDefaultInstance(), this::list)
            .onAnonymous(DescribeThingsRequest.getDefaultInstance(), this::describe);
    services.definitions(methods, List.of("other.example")).forEach(builder::addService);
    server = builder.fallbackHandlerRegistry(services.unknown()).build().start();
    channel = InProcessChannelBuilder.forName(name).directExecutor().build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
    timer.shutdownNow();
  }

  /** Returns a caller with a token and with grants that are equal to no others. */
  private static Authenticated anybody() {
    Authenticated anybody = Authentications.of(Uid.newRoot());
    Uid identity = anybody.caller().identity();
    Grants grants = Grants.of(List.of(new Grant(identity, Set.of(Capability.IAM_GROUPS_LIST))));
    return new Authenticated(
        new Caller(identity, anybody.caller().narrowing(), grants), anybody.token());
  }

  private Authenticated authenticate(String token) {
    authenticated.add(token);
    Runnable others = meanwhile;
    meanwhile = () -> {};
    Context.ROOT.run(others); // otherwise they would end with this call
    return Optional.ofNullable(known.get(token))
        .orElseThrow(() -> PlatformException.unauthenticated("TOKEN_MALFORMED", "no such token"));
  }

  private Optional<Allowance> limited(Uid identity, boolean reads, boolean isBeta) {
    limited.add(List.of(identity, reads, isBeta));
    return allowance;
  }

  private static Allowance allowance(Duration wait) {
    RateLimit limit = new RateLimit(Policy.WRITES, 10, 60);
    return new Allowance(List.of(limit), limit, IDENTITY, 0, wait, true);
  }

  private Thing update(Call call, UpdateThingRequest request) {
    Caller caller = call.caller();
    servedTo.add(
        new Authenticated(
            new Caller(caller.identity(), caller.narrowing(), caller.grants()), call.token()));
    caller.request().ifPresent(requests::add);
    served.add(request);
    if (request.getThing().getUid().equals("broken")) {
      throw new IllegalStateException("secret");
    }
    return request.getThing();
  }

  private ItemWalk<Thing> walk(Call call, WalkThingsRequest request) {
    call.optionalUid("uid", request.getUid());
    return (window, items) -> {
      for (long i = 0; i < Math.min(things, window.limit()); i++) {
        Cancellation.check();
        items.accept(Thing.newBuilder().setUid(String.valueOf(i)).build());
      }
    };
  }

  private Thing describe(FieldViolations violations, DescribeThingsRequest request) {
    violations.throwIfAny();
    served.add(request);
    if (request.getId().equals("noticed")) {
      LogLines.write("there is something to notice");
    }
    return Thing.newBuilder().setDisplayName("a thing").build();
  }

  private ListThingsResponse list(TokenCall call, ListThingsRequest request) {
    served.add(call.bearerToken());
    Cancellation.check();
    return ListThingsResponse.newBuilder().setSkipped(7).build();
  }

  private <Q extends Message, R extends Message> R call(
      String service, String method, Q request, R answer, String... authorization) {
    return ClientCalls.blockingUnaryCall(
        ClientInterceptors.intercept(
            channel, MetadataUtils.newAttachHeadersInterceptor(headers(authorization))),
        method(service, method, request, answer),
        CallOptions.DEFAULT,
        request);
  }

  private static <Q extends Message, R extends Message> MethodDescriptor<Q, R> method(
      String service, String method, Q request, R answer) {
    return MethodDescriptor.<Q, R>newBuilder()
        .setType(MethodType.UNARY)
        .setFullMethodName(generateFullMethodName(service, method))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }

  private static Metadata headers(String... authorization) {
    Metadata headers = new Metadata();
    for (String value : authorization) {
      headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), value);
    }
    return headers;
  }

  private Thing update(String service, UpdateThingRequest request, String... authorization) {
    return call(service, "UpdateThing", request, Thing.getDefaultInstance(), authorization);
  }

  private StatusRuntimeException refusal(String service, String method, String... authorization) {
    return catchThrowableOfType(
        StatusRuntimeException.class,
        () ->
            call(
                service,
                method,
                UpdateThingRequest.getDefaultInstance(),
                Thing.getDefaultInstance(),
                authorization));
  }

  private static ErrorInfo errorInfo(StatusRuntimeException refusal)
      throws InvalidProtocolBufferException {
    Any detail = StatusProto.fromThrowable(refusal).getDetails(0);
    return detail.unpack(ErrorInfo.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        THINGS,
        "platform.trial.Things",
        "other.example.testing.Things",
        "other.example.trial.Things"
      })
  void aServiceAnswersUnderEachOfItsNamesAndIsCountedUnderItsOwn(String name) {
    UpdateThingRequest request =
        UpdateThingRequest.newBuilder()
            .setThing(Thing.newBuilder().setUid("a"))
            .setUpdateMask(FieldMask.newBuilder().addPaths("uid"))
            .build();

    assertThat(update(name, request, "Bearer " + TOKEN)).isEqualTo(request.getThing());

    assertThat(served).containsExactly(request);
    assertThat(servedTo).containsExactly(AUTHENTICATED);
    assertThat(counted).containsExactly(THINGS + "/UpdateThing OK");
  }

  @Test
  void aCallerHasItsRequestWithTheNameOfTheVersionThatTheClientWrote() {
    Metadata headers = headers("Bearer " + TOKEN);
    headers.put(REQUEST_ID, "mine-1");
    for (String service : List.of(THINGS, "other.example.trial.Things")) {
      var unused =
          ClientCalls.blockingUnaryCall(
              ClientInterceptors.intercept(
                  channel, MetadataUtils.newAttachHeadersInterceptor(headers)),
              method(
                  service,
                  "UpdateThing",
                  UpdateThingRequest.getDefaultInstance(),
                  Thing.getDefaultInstance()),
              CallOptions.DEFAULT,
              UpdateThingRequest.getDefaultInstance());
    }

    assertThat(requests)
        .containsExactly(
            new ApiRequest(
                THINGS + "/UpdateThing",
                Optional.of("testing"),
                "mine-1",
                Optional.empty(),
                Optional.empty()),
            new ApiRequest(
                THINGS + "/UpdateThing",
                Optional.of("trial"),
                "mine-1",
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void aCallBeyondALimitIsRefusedBeforeItIsParsedWithWhatIsLeftInItsTrailersAlone()
      throws Exception {
    allowance = Optional.of(allowance(Duration.ofMillis(2_500)));
    AtomicReference<Metadata> headers = new AtomicReference<>();
    AtomicReference<Metadata> trailers = new AtomicReference<>();

    StatusRuntimeException refusal =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                ClientCalls.blockingUnaryCall(
                    ClientInterceptors.intercept(
                        channel,
                        MetadataUtils.newAttachHeadersInterceptor(headers("Bearer " + TOKEN)),
                        MetadataUtils.newCaptureMetadataInterceptor(headers, trailers)),
                    method(
                        THINGS,
                        "UpdateThing",
                        DescribeThingsRequest.getDefaultInstance(),
                        Thing.getDefaultInstance()),
                    CallOptions.DEFAULT,
                    DescribeThingsRequest.newBuilder().setId("is no such message").build()));

    assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(errorInfo(refusal).getReason()).isEqualTo("RATE_LIMITED");
    assertThat(headers.get()).as("headers before the trailers").isNull();
    assertThat(text(trailers.get(), "ratelimit-policy")).isEqualTo("\"writes\";q=10;w=60");
    assertThat(text(trailers.get(), "ratelimit")).isEqualTo("\"writes\";r=0;t=3");
    assertThat(text(trailers.get(), "grpc-retry-pushback-ms")).isEqualTo("3000");
    assertThat(served).isEmpty();
    assertThat(limited).containsExactly(List.of(IDENTITY, false, false));
  }

  private static @Nullable String text(Metadata metadata, String name) {
    return metadata.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
  }

  @Test
  void anErrorOfACallWithinItsLimitsDoesNotShowThem() {
    allowance = Optional.of(allowance(Duration.ZERO));
    UpdateThingRequest broken =
        UpdateThingRequest.newBuilder().setThing(Thing.newBuilder().setUid("broken")).build();

    StatusRuntimeException error =
        catchThrowableOfType(
            StatusRuntimeException.class, () -> update(THINGS, broken, "Bearer " + TOKEN));

    assertThat(error.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
    assertThat(text(error.getTrailers(), "ratelimit")).isNull();
  }

  @Test
  void aCallOfAnUnknownMethodIsLimitedAsARead() {
    allowance = Optional.of(allowance(Duration.ofMillis(2_500)));

    StatusRuntimeException refusal = refusal(THINGS, "Unknown", "Bearer " + TOKEN);

    assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(limited).containsExactly(List.of(IDENTITY, true, false));
  }

  @Test
  void aCallWithoutACallerIsNotLimited() {
    allowance = Optional.of(allowance(Duration.ofMillis(2_500)));

    var unused =
        call(
            THINGS,
            "DescribeThings",
            DescribeThingsRequest.getDefaultInstance(),
            Thing.getDefaultInstance());
    refusal(THINGS, "UpdateThing");

    assertThat(limited).isEmpty();
    assertThat(served).hasSize(1);
  }

  @Test
  void aWriteIsTriedIfItsMetadataAsksForThat() {
    assertThat(tried("UpdateThing", UpdateThingRequest.getDefaultInstance(), "true"))
        .isEqualTo("true");
    assertThat(tried("UpdateThing", UpdateThingRequest.getDefaultInstance(), "false")).isNull();

    assertThat(requests)
        .extracting(request -> request.dryRun().isPresent())
        .containsExactly(true, false);
  }

  @Test
  void aReadIgnoresWhatItsMetadataAsk() {
    assertThat(tried("DescribeThings", DescribeThingsRequest.getDefaultInstance(), "yes")).isNull();

    assertThat(served).hasSize(1);
  }

  @Test
  void aWriteIsRefusedIfItsMetadataAskInAWayThatIsNotUnderstood() {
    for (String[] values : List.of(new String[] {"yes"}, new String[] {"true", "true"})) {
      StatusRuntimeException refusal =
          catchThrowableOfType(
              StatusRuntimeException.class,
              () -> tried("UpdateThing", UpdateThingRequest.getDefaultInstance(), values));
      assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
    assertThat(served).isEmpty();
  }

  @Test
  void aKeyBelongsToTheRequestOfAWriteThatIsMeant() {
    UpdateThingRequest update = UpdateThingRequest.getDefaultInstance();
    for (Metadata headers : List.of(keyed("\"a-key\""), keyed("a-key"), keyed(), tried("a-key"))) {
      var unused = answerHeaders("UpdateThing", update, Thing.getDefaultInstance(), headers);
    }

    assertThat(requests)
        .extracting(request -> request.key().isPresent())
        .containsExactly(true, true, false, false);
    assertThat(requests.get(0).key().orElseThrow().key())
        .isEqualTo(requests.get(1).key().orElseThrow().key());
  }

  @Test
  void aWriteWithSomethingElseForAKeyIsRefusedAndAReadIgnoresIt() {
    for (Metadata headers : List.of(keyed(""), keyed("a key"), keyed("a", "a"), tried("a key"))) {
      StatusRuntimeException refusal =
          catchThrowableOfType(
              StatusRuntimeException.class,
              () ->
                  answerHeaders(
                      "UpdateThing",
                      UpdateThingRequest.getDefaultInstance(),
                      Thing.getDefaultInstance(),
                      headers));
      assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
    assertThat(served).isEmpty();

    var unused =
        answerHeaders(
            "DescribeThings",
            DescribeThingsRequest.getDefaultInstance(),
            Thing.getDefaultInstance(),
            keyed("a key"));
    assertThat(served).hasSize(1);
  }

  private static Metadata tried(String key) {
    Metadata headers = keyed(key);
    headers.put(VALIDATE_ONLY, "true");
    return headers;
  }

  private static Metadata keyed(String... keys) {
    Metadata headers = headers("Bearer " + TOKEN);
    for (String key : keys) {
      headers.put(KEY, key);
    }
    return headers;
  }

  /** Calls a method, and returns what its answer says of being tried only; null if nothing. */
  private <Q extends Message> @Nullable String tried(String method, Q request, String... values) {
    Metadata headers = headers("Bearer " + TOKEN);
    for (String value : values) {
      headers.put(VALIDATE_ONLY, value);
    }
    return answerHeaders(method, request, Thing.getDefaultInstance(), headers).get(VALIDATE_ONLY);
  }

  @Test
  void anUpdateWithoutAMaskChangesWhatIsNotEmpty() {
    Thing thing = Thing.newBuilder().setUid("a").build();

    update(THINGS, UpdateThingRequest.newBuilder().setThing(thing).build(), "bearer " + TOKEN);

    assertThat(served)
        .containsExactly(
            UpdateThingRequest.newBuilder()
                .setThing(thing)
                .setUpdateMask(FieldMask.newBuilder().addPaths("uid"))
                .build());
  }

  @Test
  void whoeverHasNoGoodTokenIsRefusedWhateverTheMethod() throws Exception {
    for (String method : List.of("UpdateThing", "MoveThing", "NoSuchMethod")) {
      for (String[] authorization :
          List.of(
              new String[] {},
              new String[] {"Bearer wrong"},
              new String[] {"Basic " + TOKEN},
              new String[] {"Bearer " + TOKEN, "Bearer " + TOKEN})) {
        StatusRuntimeException refusal = refusal(THINGS, method, authorization);
        assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(errorInfo(refusal).getReason())
            .isEqualTo(authorization.length == 0 ? "TOKEN_MISSING" : "TOKEN_MALFORMED");
        assertThat(errorInfo(refusal).getDomain()).isEqualTo("iam.test.example");
      }
    }
    assertThat(served).isEmpty();
  }

  @Test
  void whatNobodyServesIsUnimplementedForThoseWithAToken() throws Exception {
    for (String name : List.of(THINGS + "/MoveThing", THINGS + "/No", "no.Service/No")) {
      int slash = name.indexOf('/');
      StatusRuntimeException refusal =
          refusal(name.substring(0, slash), name.substring(slash + 1), "Bearer " + TOKEN);
      assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
      assertThat(errorInfo(refusal).getReason()).isEqualTo("UNIMPLEMENTED");
    }
    assertThat(counted)
        .containsExactly(
            THINGS + "/MoveThing UNIMPLEMENTED", "none UNIMPLEMENTED", "none UNIMPLEMENTED");
  }

  @Test
  void aMethodThatJudgesTheTokenItselfGetsItAsItIs() {
    assertThat(
            call(
                    THINGS,
                    "ListThings",
                    ListThingsRequest.getDefaultInstance(),
                    ListThingsResponse.getDefaultInstance(),
                    "Bearer of.another.issuer")
                .getSkipped())
        .isEqualTo(7);

    assertThat(served).containsExactly("of.another.issuer");
    assertThat(authenticated).isEmpty();
  }

  @Test
  void whoeverHasNoTokenCallsWhatIsForAnybody() {
    DescribeThingsRequest request = DescribeThingsRequest.getDefaultInstance();
    for (String[] authorization : List.of(new String[] {}, new String[] {"Bearer wrong"})) {
      assertThat(
              call(THINGS, "DescribeThings", request, Thing.getDefaultInstance(), authorization)
                  .getDisplayName())
          .isEqualTo("a thing");
    }
    assertThat(authenticated).isEmpty();
    assertThat(served).hasSize(2);
  }

  @Test
  void aListOfItemsIsOneMessageUpToTheLimit() throws Exception {
    WalkThingsRequest request = WalkThingsRequest.getDefaultInstance();
    ThingList empty = ThingList.getDefaultInstance();
    things = 2;
    assertThat(call(THINGS, "WalkThings", request, empty, "Bearer " + TOKEN).getItemsList())
        .extracting(Thing::getUid)
        .containsExactly("0", "1");
    assertThat(rows).containsExactly(2);

    things = 3;
    StatusRuntimeException refusal = refusal(THINGS, "WalkThings", "Bearer " + TOKEN);
    assertThat(errorInfo(refusal).getReason()).isEqualTo("LIST_TOO_LONG");
  }

  @Test
  void nothingIsReadForAListWithWhichSomethingIsWrong() {
    things = 1;
    StatusRuntimeException refusal =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                call(
                    THINGS,
                    "WalkThings",
                    WalkThingsRequest.newBuilder().setUid("none").build(),
                    ThingList.getDefaultInstance(),
                    "Bearer " + TOKEN));

    assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(rows).isEmpty();
  }

  @Test
  void ourOwnFaultIsToldWithoutItsCause() throws Exception {
    StatusRuntimeException failure =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                update(
                    THINGS,
                    UpdateThingRequest.newBuilder()
                        .setThing(Thing.newBuilder().setUid("broken"))
                        .build(),
                    "Bearer " + TOKEN));

    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
    assertThat(failure.getStatus().getDescription()).doesNotContain("secret", "Exception");
    assertThat(errorInfo(failure).getReason()).isEqualTo("INTERNAL");
  }

  /** The rights of a caller can change between the beginning of a call and its request. */
  @Test
  void aCallThatSendsItsRequestLateIsServedAsItsTokenIsKnownThen() {
    Authenticated changed = anybody();
    for (Duration wait : List.of(Duration.ofMillis(999), Duration.ofMillis(1_001))) {
      known.put(TOKEN, AUTHENTICATED);
      ClientCall<UpdateThingRequest, Thing> call = begin("Bearer " + TOKEN, new ArrayList<>());
      known.put(TOKEN, changed);

      nanos += wait.toNanos();
      send(call);
    }
    assertThat(servedTo).containsExactly(AUTHENTICATED, changed);
    assertThat(authenticated).hasSize(3);
  }

  @Test
  void aCallThatSendsItsRequestLateIsRefusedIfItsTokenIsByThen() {
    List<Status.Code> outcomes = new ArrayList<>();
    ClientCall<UpdateThingRequest, Thing> call = begin("Bearer " + TOKEN, outcomes);
    known.clear();

    nanos += Duration.ofMillis(1_001).toNanos();
    send(call);

    assertThat(outcomes).containsExactly(Status.Code.UNAUTHENTICATED);
    assertThat(served).isEmpty();
  }

  /** The first of the calls is being authenticated when the others come. */
  @Test
  void callsThatComeTogetherAreAuthenticatedTogetherAfterTheyCame() {
    List<Status.Code> outcomes = new ArrayList<>();
    meanwhile =
        () -> {
          send(begin("Bearer " + TOKEN, outcomes));
          send(begin("Bearer " + TOKEN, outcomes));
        };

    send(begin("Bearer " + TOKEN, outcomes));

    assertThat(outcomes).hasSize(3).containsOnly(Status.Code.OK);
    assertThat(authenticated).hasSize(2);
  }

  @Test
  void whoeverWaitsToBeAuthenticatedIsToldNothingElse() {
    for (String token : List.of(TOKEN, "wrong")) {
      List<Status.Code> outcomes = new ArrayList<>();
      meanwhile = () -> begin("Bearer " + token, outcomes).halfClose();

      begin("Bearer " + token, outcomes).halfClose();

      assertThat(outcomes)
          .hasSize(2)
          .containsOnly(
              token.equals(TOKEN) ? Status.Code.INVALID_ARGUMENT : Status.Code.UNAUTHENTICATED);
    }
  }

  /** The requests of strangers are not read before they are authenticated. */
  @Test
  void aRequestIsTakenWhileItsCallerIsFoundOutIfTheTokenWasLetInBefore() {
    List<Status.Code> outcomes = new ArrayList<>();
    List<Boolean> taken = new ArrayList<>();
    Runnable another =
        () -> {
          AtomicBoolean read = new AtomicBoolean();
          send(begin(updateThing(() -> read.set(true)), "Bearer " + TOKEN, outcomes));
          taken.add(read.get());
        };
    meanwhile =
        () -> {
          another.run();
          meanwhile = another;
        };

    send(begin("Bearer " + TOKEN, outcomes));

    assertThat(taken).containsExactly(false, true);
    assertThat(outcomes).hasSize(3).containsOnly(Status.Code.OK);
  }

  @Test
  void whoWasLetInBeforeAndIsNotAnyMoreIsToldNothingElse() {
    List<Status.Code> outcomes = new ArrayList<>();
    List<Boolean> taken = new ArrayList<>();
    meanwhile =
        () -> {
          send(begin("Bearer " + TOKEN, outcomes));
          meanwhile =
              () -> {
                known.clear();
                for (int messages = 1; messages <= 2; messages++) {
                  AtomicBoolean read = new AtomicBoolean();
                  ClientCall<UpdateThingRequest, Thing> call =
                      begin(updateThing(() -> read.set(true)), "Bearer " + TOKEN, outcomes);
                  if (messages == 2) {
                    call.sendMessage(UpdateThingRequest.getDefaultInstance());
                  }
                  send(call);
                  taken.add(read.get());
                }
              };
        };

    send(begin("Bearer " + TOKEN, outcomes));

    assertThat(taken).containsExactly(true, true);
    assertThat(outcomes)
        .containsExactlyInAnyOrder(
            Status.Code.OK,
            Status.Code.UNAUTHENTICATED,
            Status.Code.UNAUTHENTICATED,
            Status.Code.UNAUTHENTICATED);
    assertThat(served).hasSize(1);
  }

  private static MethodDescriptor<UpdateThingRequest, Thing> updateThing(Runnable onRead) {
    return method(
            THINGS,
            "UpdateThing",
            UpdateThingRequest.getDefaultInstance(),
            Thing.getDefaultInstance())
        .toBuilder(
            new MethodDescriptor.Marshaller<UpdateThingRequest>() {
              @Override
              public InputStream stream(UpdateThingRequest request) {
                return new FilterInputStream(request.toByteString().newInput()) {
                  @Override
                  public byte[] readAllBytes() throws IOException {
                    onRead.run();
                    return super.readAllBytes();
                  }
                };
              }

              @Override
              public UpdateThingRequest parse(InputStream stream) {
                throw new UnsupportedOperationException();
              }
            },
            ProtoUtils.marshaller(Thing.getDefaultInstance()))
        .build();
  }

  private ClientCall<UpdateThingRequest, Thing> begin(
      String authorization, List<Status.Code> outcomes) {
    return begin(updateThing(() -> {}), authorization, outcomes);
  }

  private ClientCall<UpdateThingRequest, Thing> begin(
      MethodDescriptor<UpdateThingRequest, Thing> method,
      String authorization,
      List<Status.Code> outcomes) {
    ClientCall<UpdateThingRequest, Thing> call = channel.newCall(method, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            outcomes.add(status.getCode());
          }
        },
        headers(authorization));
    call.request(1);
    return call;
  }

  private static void send(ClientCall<UpdateThingRequest, Thing> call) {
    call.sendMessage(UpdateThingRequest.getDefaultInstance());
    call.halfClose();
  }

  @Test
  void anAnswerToAWriteHasARequestIdOfOursAndOneToAReadHasNone() {
    assertThat(
            requestId(
                "UpdateThing", UpdateThingRequest.getDefaultInstance(), Thing.getDefaultInstance()))
        .isNotNull();
    assertThat(
            requestId(
                "WalkThings",
                WalkThingsRequest.getDefaultInstance(),
                ThingList.getDefaultInstance()))
        .isNull();
  }

  @Test
  void anAnswerToAReadHasNoRequestIdOfOursEvenIfSomethingWasLogged() {
    assertThat(
            requestId(
                "DescribeThings",
                DescribeThingsRequest.newBuilder().setId("noticed").build(),
                Thing.getDefaultInstance()))
        .isNull();
  }

  private <Q extends Message, R extends Message> @Nullable String requestId(
      String method, Q request, R answer) {
    return answerHeaders(method, request, answer, headers("Bearer " + TOKEN)).get(REQUEST_ID);
  }

  private <Q extends Message, R extends Message> Metadata answerHeaders(
      String method, Q request, R answer, Metadata headers) {
    AtomicReference<Metadata> answered = new AtomicReference<>();
    var unused =
        ClientCalls.blockingUnaryCall(
            ClientInterceptors.intercept(
                channel,
                MetadataUtils.newAttachHeadersInterceptor(headers),
                MetadataUtils.newCaptureMetadataInterceptor(answered, new AtomicReference<>())),
            method(THINGS, method, request, answer),
            CallOptions.DEFAULT,
            request);
    return answered.get();
  }

  @Test
  void aRequestIdIsTakenOverAndReturned() {
    Metadata headers = headers("Bearer " + TOKEN);
    headers.put(REQUEST_ID, "mine-1");
    for (String method : List.of("UpdateThing", "MoveThing")) {
      List<String> ids = new ArrayList<>();
      ClientCall<UpdateThingRequest, Thing> call =
          channel.newCall(
              method(
                  THINGS,
                  method,
                  UpdateThingRequest.getDefaultInstance(),
                  Thing.getDefaultInstance()),
              CallOptions.DEFAULT);
      call.start(
          new ClientCall.Listener<>() {
            @Override
            public void onHeaders(Metadata answer) {
              ids.add(answer.get(REQUEST_ID));
            }

            @Override
            public void onClose(Status status, Metadata trailers) {
              ids.add(trailers.get(REQUEST_ID));
            }
          },
          headers);
      call.request(1);
      call.sendMessage(UpdateThingRequest.getDefaultInstance());
      call.halfClose();

      assertThat(ids).as(method).contains("mine-1");
    }
  }
}
