package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.group;
import static local.platform.contract.testing.PlatformClient.roleBinding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcReplies;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.GrpcServer.Answer;
import local.platform.contract.testing.HttpIssuer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.Tenant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is particular to gRPC, and that it refuses the same as REST. */
@Deployment.Test
@Tag("packaging")
class GrpcIT {
  private static final String GROUPS = "platform.iam.v2.GroupsService";
  private static final String MISSING = "0123456789abcdef";
  private static final Metadata.Key<String> REQUEST_ID = GrpcServer.key("x-request-id");
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private final PlatformClient client;
  private final GrpcServer server;
  private String organization;

  GrpcIT(PlatformClient client, GrpcServer server) {
    this.client = client;
    this.server = server;
  }

  @BeforeEach
  void createOrganization() {
    organization = client.createOrganization("grpc");
  }

  @Test
  void anUpdateWithoutAMaskChangesWhatIsNotEmpty() {
    String uid =
        client.post("/iam/v2/groups/" + organization, group("before", "a description")).uid();

    Answer changed = update(uid, "{\"name\": \"after\", \"description\": \"\"}", "");
    assertThat(changed.status().getCode()).isEqualTo(Code.OK);
    assertThat(client.get("/iam/v2/groups/" + uid).json().path("name").asText()).isEqualTo("after");
    assertThat(client.get("/iam/v2/groups/" + uid).json().path("description").asText())
        .isEqualTo("a description");
    update(uid, "{\"name\": \"\", \"description\": \"another\"}", "");
    assertThat(client.get("/iam/v2/groups/" + uid).json().path("name").asText()).isEqualTo("after");
    assertThat(client.get("/iam/v2/groups/" + uid).json().path("description").asText())
        .isEqualTo("another");
    update(uid, "{}", "description");
    assertThat(client.get("/iam/v2/groups/" + uid).json().has("description")).isFalse();
  }

  @Test
  void anUpdateWithoutAMaskChangesThePartsOfAClaimMatchThatAreNotEmpty() {
    String path =
        "/iam/v2/identities/"
            + Tenant.create(client)
                .identity(
                    "claimMatch",
                    Map.of("issuer", "https://a.test", "subject", "b", "audience", "c"));
    String method = "platform.iam.v2.IdentitiesService/UpdateIdentity";

    Answer changed =
        call(
            method,
            "{\"identity\": {\"uid\": \"%s\", \"claimMatch\": {\"issuer\": \"https://z.test\"}}}"
                .formatted(path.substring(path.lastIndexOf("identities/") + 11)));

    assertThat(changed.status().getCode()).as("%s", changed).isEqualTo(Code.OK);
    assertThat(client.get(path).json().path("claimMatch").toString())
        .isEqualTo("{\"issuer\":\"https://z.test\",\"subject\":\"b\",\"audience\":\"c\"}");
  }

  @Test
  void anUpdateOfARoleWithoutAMaskKeepsCapabilitiesThatItDoesNotName() {
    String uid = client.createRole(organization, "before", "CAP_REPO_LIST");

    Answer changed =
        call(
            "platform.iam.v2.RolesService/UpdateRole",
            "{\"role\": {\"uid\": \"%s\", \"name\": \"after\"}}".formatted(uid));

    assertThat(changed.status().getCode()).as("%s", changed).isEqualTo(Code.OK);
    JsonNode role = client.get("/iam/v2/roles/" + uid).json();
    assertThat(role.path("name").asText()).isEqualTo("after");
    assertThat(role.path("capabilities").toString()).isEqualTo("[\"CAP_REPO_LIST\"]");
  }

  @Test
  void anUpdateOfARoleBindingWithoutAMaskKeepsTheIdentityThatItDoesNotName() {
    String identity = client.createIdentity(organization);
    String role = client.createRole(organization, "another", "CAP_REPO_LIST");
    String uid = client.bind(organization, identity, BuiltInRole.VIEWER.uid().value());

    Answer changed =
        call(
            "platform.iam.v2.RoleBindingsService/UpdateRoleBinding",
            "{\"roleBinding\": {\"uid\": \"%s\", \"roleUid\": \"%s\"}}".formatted(uid, role));

    assertThat(changed.status().getCode()).as("%s", changed).isEqualTo(Code.OK);
    JsonNode binding = client.get("/iam/v2/roleBindings/" + uid).json();
    assertThat(binding.at("/identity/uid").asText()).isEqualTo(identity);
    assertThat(binding.at("/role/uid").asText()).isEqualTo(role);
  }

  /** In paths of REST they cannot be missing. */
  @Test
  void anIdThatIsMissingIsNamed() {
    assertThat(refused("platform.libraries.v2.ArtifactsService/ListArtifactVersions").violations())
        .containsExactly("artifactId");
    assertThat(refused("platform.libraries.Artifacts/ListVersions").violations())
        .containsExactly("id");
  }

  private Reply refused(String fullName) {
    Reply reply = GrpcReplies.of(call(fullName, "{}"));
    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    return reply;
  }

  private Answer update(String uid, String group, String mask) {
    com.google.protobuf.Descriptors.MethodDescriptor method =
        server.reflection().method(GROUPS + "/UpdateGroup");
    DynamicMessage.Builder request = DynamicMessage.newBuilder(method.getInputType());
    var field = method.getInputType().findFieldByName("group");
    DynamicMessage.Builder content = DynamicMessage.newBuilder(field.getMessageType());
    merge(group, content);
    content.setField(content.getDescriptorForType().findFieldByName("uid"), uid);
    request.setField(field, content.build());
    if (!mask.isEmpty()) {
      request.setField(
          method.getInputType().findFieldByName("update_mask"),
          FieldMask.newBuilder().addPaths(mask).build());
    }
    return server.call(GROUPS, method, request.build(), GrpcServer.bearer(client.token()));
  }

  private Answer call(String fullName, String request) {
    var method = server.reflection().method(fullName);
    DynamicMessage.Builder message = DynamicMessage.newBuilder(method.getInputType());
    merge(request, message);
    return server.call(
        method.getService().getFullName(),
        method,
        message.build(),
        GrpcServer.bearer(client.token()));
  }

  private static void merge(String json, Message.Builder message) {
    try {
      JsonFormat.parser().merge(json, message);
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  @Test
  void aRefusalHasTheCodeTheMessageAndTheDetailsOfRest() {
    String stranger = client.createIdentity(client.createOrganization("stranger"));
    String child = client.createGroup(organization, "child");
    String role = client.createRole(organization, "role", "CAP_REPO_LIST");
    client.bind(organization, stranger, role);
    String groups = "/iam/v2/groups/";
    List<Refused> refusals =
        List.of(
            new Refused(401, "", "GET", groups + organization, ""),
            new Refused(401, "nonsense", "GET", groups + organization, ""),
            new Refused(401, client.token() + "x", "DELETE", groups + organization, ""),
            new Refused(403, client.as(stranger).token(), "GET", groups + organization, ""),
            new Refused(404, client.token(), "GET", groups + organization + "/" + MISSING, ""),
            new Refused(400, client.token(), "POST", groups + child, group("A", "a".repeat(2_000))),
            new Refused(400, client.token(), "GET", "/iam/v2/groups?page_token=nonsense", ""),
            new Refused(
                409,
                client.token(),
                "POST",
                "/iam/v2/roles/" + organization,
                "{\"name\": \"role\", \"capabilities\": [\"CAP_REPO_LIST\"]}"),
            new Refused(
                409,
                client.token(),
                "POST",
                "/iam/v2/roleBindings/" + organization,
                roleBinding(stranger, role)),
            new Refused(400, client.token(), "DELETE", "/iam/v2/roles/" + role, ""),
            new Refused(
                400, client.token(), "DELETE", "/iam/v2/roles/" + BuiltInRole.OWNER.uid(), ""),
            new Refused(501, client.token(), "GET", "/iam/v2/groups:lookupGroup", ""),
            new Refused(401, "", "GET", "/sts/exchange?identity=" + stranger, ""),
            new Refused(403, client.token(), "GET", "/sts/exchange?identity=" + organization, ""),
            new Refused(400, client.token(), "GET", "/sts/exchange", ""));
    for (Refused refusal : refusals) {
      Reply expected = refusal.by(client);

      Reply reply = refusal.by(client.in(Dialect.GRPC_V2, server));

      assertThat(expected.status()).as("%s: %s", refusal, expected).isEqualTo(refusal.status());
      assertThat(reply.json()).as("%s", refusal).isEqualTo(expected.json());
      assertThat(reply.status()).isEqualTo(expected.status());
    }
  }

  /** Clients end the connection if trailers are too long. */
  @Test
  void aRefusalThatIsTooLongForTrailersIsShortened() {
    String capabilities =
        Stream.of(Capability.values())
            .filter(capability -> !capability.isGrantable())
            .map(capability -> "\"CAP_" + capability.name() + "\"")
            .collect(Collectors.joining(", "));
    String role = "{\"name\": \"A\", \"capabilities\": [%s]}".formatted(capabilities);
    PlatformClient caller = client.in(Dialect.GRPC_V2, server);

    Reply refused = caller.post("/iam/v2/roles/" + organization, role);

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(refused.violations()).hasSizeGreaterThan(10).contains("name", "capabilities");
    assertThat(refused.json().path("message").asText())
        .startsWith("Invalid argument: name: ")
        .endsWith(" ...");
    String claims = "\"%s\": \"\", \"b\": \"c\"".formatted("\u00e9".repeat(20_000));
    String identity = "{\"name\": \"A\", \"claimMatch\": {\"claims\": {%s}}}".formatted(claims);
    Reply named = caller.post("/iam/v2/identities/" + organization, identity);
    assertThat(named.status()).as(named.text()).isEqualTo(400);
    assertThat(named.violations()).contains("name", "claimMatch.issuer");
  }

  /** A request that is refused with this status. */
  private record Refused(int status, String token, String method, String path, String body) {
    Reply by(PlatformClient client) {
      return client.withToken(token).send(method, path, body.isEmpty() ? null : body, Map.of());
    }

    @Override
    public String toString() {
      return status + " " + method + " " + path;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "platform.iam.v2.GroupsService/LookupGroup",
    "platform.iam.v2beta1.GroupsService/CheckEligibility",
    "chainguard.platform.iam.v2.GroupsService/RequestGroupAccess",
    "platform.iam.v2.GroupsService/Nonsense",
    "platform.iam.v3.GroupsService/GetGroup",
    "nonsense.platform.iam.v2.GroupsService/GetGroup",
    "platform.iam.v2.OperatorsService/ListOperators",
    "platform.iam.GroupInvites/CreateWithGroup",
    "platform.auth.Auth/Register",
    "a/b"
  })
  void whatIsNotServedSaysSoToWhoHasAToken(String method) {
    Answer answer = call(method, new byte[0], client.token());
    assertThat(answer.status().getCode()).as("%s", answer).isEqualTo(Code.UNIMPLEMENTED);
    assertThat(GrpcReplies.of(answer).reason()).isEqualTo("UNIMPLEMENTED");

    for (String token : List.of("", "nonsense")) {
      Answer anybody = call(method, new byte[0], token);
      assertThat(anybody.status().getCode()).as("%s", anybody).isEqualTo(Code.UNAUTHENTICATED);
      assertThat(anybody.trailers().get(DETAILS)).isNotNull();
    }
  }

  private Answer call(String fullName, byte[] request, String token) {
    MethodDescriptor<DynamicMessage, DynamicMessage> method = untyped(fullName);
    try {
      return server.call(
          method,
          DynamicMessage.parseFrom(com.google.protobuf.Empty.getDescriptor(), request),
          GrpcServer.bearer(token),
          CallOptions.DEFAULT);
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static MethodDescriptor<DynamicMessage, DynamicMessage> untyped(String fullName) {
    var marshaller =
        ProtoUtils.marshaller(
            DynamicMessage.getDefaultInstance(com.google.protobuf.Empty.getDescriptor()));
    return MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
        .setType(MethodType.UNARY)
        .setFullMethodName(fullName)
        .setRequestMarshaller(marshaller)
        .setResponseMarshaller(marshaller)
        .build();
  }

  @Test
  void aTokenOfAnIssuerIsExchangedAndUsed() {
    String ours = client.claims().getIssuer();
    try (HttpIssuer issuer = HttpIssuer.start()) {
      PlatformClient caller = client.in(Dialect.GRPC_V2, server);
      Tenant tenant = Tenant.create(caller);
      String identity = tenant.identity(issuer.url(), "build");
      tenant.bind(tenant.uid(), identity, "viewer");

      Reply exchanged = tenant.exchange(issuer.token("build", ours), identity);

      assertThat(exchanged.status()).as(exchanged.text()).isEqualTo(200);
      assertThat(exchanged.json().fieldNames()).toIterable().containsExactly("token", "expiry");
      PlatformClient build = caller.withToken(exchanged.json().path("token").asText());
      assertThat(build.get("/iam/v2/groups/" + tenant.uid()).uid()).isEqualTo(tenant.uid());
      assertThat(build.get("/auth/v1/ok").json().path("subject").asText()).isEqualTo(identity);
      assertThat(build.delete("/iam/v2/groups/" + tenant.uid()).status()).isEqualTo(403);
      assertThat(tenant.exchange(issuer.token("other", ours), identity).status()).isEqualTo(403);
    }
  }

  @Test
  void whoCallsIsToldWhatRestTells() {
    PlatformClient caller = client.withRole(organization, BuiltInRole.VIEWER.uid().value());
    Reply told = caller.in(Dialect.GRPC_V2, server).get("/auth/v1/ok");

    assertThat(told.status()).as(told.text()).isEqualTo(200);
    assertThat(told.json()).isEqualTo(caller.get("/auth/v1/ok").json());
    assertThat(told.json().findPath("role").path("name").asText()).isEqualTo("viewer");
    assertThat(caller.withToken("nonsense").in(Dialect.GRPC_V2, server).get("/auth/v1/ok").status())
        .isEqualTo(401);
  }

  @Test
  void reflectionListsAndDescribesEveryName() {
    List<String> names = server.reflection().serviceNames();

    assertThat(server.olderReflection().serviceNames()).containsExactlyInAnyOrderElementsOf(names);
    assertThat(names)
        .contains("grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection")
        .contains("grpc.reflection.v1alpha.ServerReflection");
    for (String service :
        List.of("Groups", "Identities", "Roles", "RoleBindings", "GroupInvites")) {
      assertDescribedAlike(
          "platform.iam.v2." + service + "Service",
          "platform.iam.v2beta1." + service + "Service",
          "chainguard.platform.iam.v2." + service + "Service",
          "chainguard.platform.iam.v2beta1." + service + "Service");
      assertDescribedAlike("platform.iam." + service, "chainguard.platform.iam." + service);
    }
    assertDescribedAlike(
        "platform.oidc.SecurityTokenService", "chainguard.platform.oidc.SecurityTokenService");
    assertDescribedAlike("platform.auth.Auth", "chainguard.platform.auth.Auth");
  }

  private void assertDescribedAlike(String own, String... aliases) {
    for (String name : Stream.concat(Stream.of(own), Stream.of(aliases)).toList()) {
      assertThat(server.reflection().serviceNames()).contains(name);
      assertThat(signatures(server, name)).isEqualTo(signatures(server, own));
      assertThat(server.olderReflection().service(name).toProto())
          .isEqualTo(server.reflection().service(name).toProto());
    }
  }

  private static List<String> signatures(GrpcServer server, String service) {
    return server.reflection().service(service).getMethods().stream()
        .map(
            method ->
                method.getName()
                    + " "
                    + method.getInputType().getFullName()
                    + " "
                    + method.getOutputType().getFullName())
        .toList();
  }

  /** The empty name stands for the whole server. */
  @ParameterizedTest
  @ValueSource(strings = {"", "platform.iam.v2.GroupsService", "chainguard.platform.iam.Groups"})
  void theServerSaysThatItServes(String service) {
    HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(server.channel());
    HealthCheckRequest request = HealthCheckRequest.newBuilder().setService(service).build();

    assertThat(health.check(request).getStatus()).isEqualTo(ServingStatus.SERVING);
    try (CancellableContext watching = Context.current().withCancellation()) {
      watching.run(
          () ->
              assertThat(health.watch(request).next().getStatus())
                  .isEqualTo(ServingStatus.SERVING));
    }
  }

  /** As for REST: names of hosts in private networks often have underscores. */
  @ParameterizedTest
  @ValueSource(strings = {"my_server", "my_server:9090", "_a.b_.example:1", "[::1]:9090"})
  void theServerIsReachedByEveryNameThatAHostMayHave(String authority) {
    assertThat(
            ClientCalls.blockingUnaryCall(
                    server.channel(),
                    HealthGrpc.getCheckMethod(),
                    CallOptions.DEFAULT.withAuthority(authority),
                    HealthCheckRequest.getDefaultInstance())
                .getStatus())
        .isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void theHealthOfWhatHasNoNameOfAServiceIsNotWatched() {
    HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(server.channel());
    HealthCheckRequest request =
        HealthCheckRequest.newBuilder().setService("a".repeat(1_000)).build();

    assertThatExceptionOfType(StatusRuntimeException.class)
        .isThrownBy(() -> health.watch(request).next())
        .satisfies(e -> assertThat(e.getStatus().getCode()).isEqualTo(Code.INVALID_ARGUMENT));
    assertThatExceptionOfType(StatusRuntimeException.class)
        .isThrownBy(() -> health.check(request))
        .satisfies(e -> assertThat(e.getStatus().getCode()).isEqualTo(Code.INVALID_ARGUMENT));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRequestIdIsTakenOverAndReturned(boolean allowed) {
    Metadata metadata = GrpcServer.bearer(allowed ? client.token() : "");
    metadata.put(REQUEST_ID, "of.the:client/1");

    Answer answer = get(organization, metadata);

    assertThat(GrpcReplies.of(answer).status()).isEqualTo(allowed ? 200 : 401);
    assertThat(GrpcReplies.of(answer).headers().allValues("x-request-id"))
        .containsExactly("of.the:client/1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "not an id", "\"quoted\""})
  void aRequestIdThatIsNoneIsReplacedInARefusal(String id) {
    Metadata metadata = GrpcServer.bearer("");
    metadata.put(REQUEST_ID, id);

    Answer answer = get(organization, metadata);

    assertThat(GrpcReplies.of(answer).status()).isEqualTo(401);
    assertThat(GrpcReplies.of(answer).headers().allValues("x-request-id"))
        .singleElement(STRING)
        .matches("[0-9a-f-]{36}");
  }

  @Test
  void anAnswerOfWhichTheLogSaysNothingHasNoRequestIdOfOurs() {
    Answer answer = get(organization, GrpcServer.bearer(client.token()));

    assertThat(GrpcReplies.of(answer).status()).isEqualTo(200);
    assertThat(GrpcReplies.of(answer).headers().allValues("x-request-id")).isEmpty();
  }

  private Answer get(String uid, Metadata metadata) {
    var method = server.reflection().method(GROUPS + "/GetGroup");
    DynamicMessage request =
        DynamicMessage.newBuilder(method.getInputType())
            .setField(method.getInputType().findFieldByName("uid"), uid)
            .build();
    return server.call(GROUPS, method, request, metadata);
  }

  @Test
  void aMessageOverTheLimitIsRefusedAndTheConnectionGoesOn() {
    String body = group("large", "a".repeat(4 * 1_024 * 1_024));

    Answer refused =
        call(
            GROUPS + "/CreateGroup",
            "{\"parent\": \"%s\", \"group\": %s}".formatted(organization, body));

    assertThat(refused.status().getCode()).as("%s", refused).isEqualTo(Code.RESOURCE_EXHAUSTED);
    assertThat(get(organization, GrpcServer.bearer(client.token())).status().getCode())
        .isEqualTo(Code.OK);
    String just = group("large", "a".repeat(4 * 1_024 * 1_024 - 1_024));
    assertThat(
            GrpcReplies.of(
                    call(
                        GROUPS + "/CreateGroup",
                        "{\"parent\": \"%s\", \"group\": %s}".formatted(organization, just)))
                .violations())
        .containsExactly("description");
  }
}
