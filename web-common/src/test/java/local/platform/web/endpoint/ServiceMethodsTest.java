package local.platform.web.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.proto.oidc.ExchangeRequest;
import local.platform.proto.oidc.OidcProto;
import local.platform.proto.testing.Box;
import local.platform.proto.testing.BoxesProto;
import local.platform.proto.testing.EverythingProto;
import local.platform.proto.testing.ListThingsRequest;
import local.platform.proto.testing.MoveThingRequest;
import local.platform.proto.testing.Thing;
import local.platform.proto.testing.UpdateThingRequest;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.json.UnknownFields;
import local.platform.web.testing.Authentications;
import org.junit.jupiter.api.Test;

class ServiceMethodsTest {
  private static final ApiVersion TWO_NAMES =
      new ApiVersion(List.of("testing", "trial"), UnknownFields.NOTED, EmptyAnswer.OBJECT);
  private static final ApiVersion NO_NAME =
      new ApiVersion(List.of(), UnknownFields.NOTED, EmptyAnswer.OBJECT);

  private static ServiceMethods things(ApiVersion version) {
    return ServiceMethods.of(EverythingProto.getDescriptor(), "Things", version)
        .on(UpdateThingRequest.getDefaultInstance(), (call, request) -> request.getThing());
  }

  @Test
  void aServiceHasTheNamesOfItsVersion() {
    assertThat(things(TWO_NAMES).names())
        .containsExactly("platform.testing.Things", "platform.trial.Things");
    assertThat(things(NO_NAME).names()).containsExactly("platform.testing.Things");
  }

  @Test
  void theAreaOfAServiceIsInItsPackage() {
    assertThat(things(NO_NAME).area()).isEqualTo("testing");
    assertThat(ServiceMethods.of(OidcProto.getDescriptor(), "SecurityTokenService", NO_NAME).area())
        .isEqualTo("iam");
  }

  @Test
  void aPathIsRenamedWhereItNamesTheVersionAndNowhereElse() {
    ApiVersion version =
        new ApiVersion(List.of("v2", "v2beta1"), UnknownFields.NOTED, EmptyAnswer.OBJECT);

    assertThat(version.paths("/iam/v2/groups"))
        .containsExactly("/iam/v2/groups", "/iam/v2beta1/groups");
    assertThat(version.paths("/sts/v20/exchange")).containsExactly("/sts/v20/exchange");
  }

  @Test
  void theNameOfTheVersionIsThatInThePathOrInTheService() {
    ApiVersion version =
        new ApiVersion(List.of("v2", "v2beta1"), UnknownFields.NOTED, EmptyAnswer.OBJECT);

    assertThat(version.nameIn("/iam/v2beta1/groups/{uid=**}")).contains("v2beta1");
    assertThat(version.nameIn("/iam/v2/groups")).contains("v2");
    assertThat(version.nameIn("other.platform.iam.v2beta1.GroupsService")).contains("v2beta1");
    assertThat(version.nameIn("/sts/v20/exchange")).as("that of the protos").contains("v2");
    assertThat(NO_NAME.nameIn("/auth/v1/ok")).isEmpty();
  }

  @Test
  void everyMethodOfTheProtoIsThereAndCountedUnderItsOwnName() {
    assertThat(things(TWO_NAMES).all())
        .extracting(ServiceMethod::operation)
        .startsWith("platform.testing.Things/ListThings")
        .hasSize(EverythingProto.getDescriptor().findServiceByName("Things").getMethods().size());
  }

  @Test
  void aMethodReadsIfItHasAGetRouteOrItsProtoSaysSo() {
    assertThat(things(NO_NAME).all().filter(ServiceMethod::isRead))
        .extracting(method -> method.descriptor().getName())
        .containsExactly("ListThings", "WalkThings", "DescribeThings");
    assertThat(
            ServiceMethods.of(OidcProto.getDescriptor(), "SecurityTokenService", NO_NAME)
                .all()
                .filter(ServiceMethod::isRead))
        .extracting(method -> method.descriptor().getName())
        .as("a route of several")
        .containsExactly("Exchange");
  }

  @Test
  void whatCallersWriteCanBeTriedUnlessItsServiceSaysOtherwise() {
    assertThat(things(NO_NAME).all().filter(ServiceMethod::supportsDryRunsAndKeys))
        .extracting(method -> method.descriptor().getName())
        .containsExactly("UpdateThing");
    assertThat(
            things(NO_NAME)
                .withoutDryRunsAndKeys(UpdateThingRequest.getDefaultInstance())
                .onToken(MoveThingRequest.getDefaultInstance(), (call, request) -> request)
                .all()
                .filter(ServiceMethod::supportsDryRunsAndKeys))
        .isEmpty();
  }

  @Test
  void whatIsNotDeclaredIsUnimplementedForCallersAlone() {
    ServiceMethod<?> list =
        things(NO_NAME)
            .all()
            .filter(method -> method.operation().endsWith("/ListThings"))
            .findFirst()
            .orElseThrow();

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(
            () ->
                list.authenticate(
                    token -> {
                      throw PlatformException.unauthenticated("TOKEN_MALFORMED", "bad");
                    },
                    () -> "token"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED));
    assertThat(list.authenticate(token -> Authentications.of(Uid.newRoot()), () -> "token"))
        .isInstanceOf(Requester.Known.class);
  }

  @Test
  void whatIsNotDeclaredBesideMethodsForTokensIsUnimplementedForAnyToken() {
    ServiceMethod<?> refresh =
        ServiceMethods.of(OidcProto.getDescriptor(), "SecurityTokenService", NO_NAME)
            .onToken(ExchangeRequest.getDefaultInstance(), (call, request) -> request)
            .all()
            .filter(method -> !method.isServed())
            .findFirst()
            .orElseThrow();

    assertThat(refresh.operation()).endsWith("/ExchangeRefreshToken");
    assertThat(refresh.isForCallers()).isFalse();
    assertThat(refresh.unauthenticated(() -> "token")).isEqualTo(new Requester.Bearer("token"));
  }

  @Test
  void aMethodIsDeclaredOnceAndForAMessageThatOneMethodTakes() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                things(NO_NAME)
                    .on(UpdateThingRequest.getDefaultInstance(), (call, request) -> request))
        .withMessageContaining("UpdateThing is served already");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> things(NO_NAME).on(Thing.getDefaultInstance(), (call, thing) -> thing));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> things(NO_NAME).method(ListThingsRequest.getDefaultInstance()));
  }

  @Test
  void aNameTellsWhichMethodIsMeant() {
    ServiceMethods methods =
        ServiceMethods.of(BoxesProto.getDescriptor(), "Boxes", ApiVersion.NONE)
            .on("SealBox", Box.getDefaultInstance(), (call, box) -> box);

    assertThat(methods.all().filter(ServiceMethod::isServed))
        .extracting(ServiceMethod::operation)
        .containsExactly("platform.testing.Boxes/SealBox");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> methods.on(Box.getDefaultInstance(), (call, box) -> box))
        .withMessageContaining("must have one method for");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> methods.on("SealBox", Box.getDefaultInstance(), (call, box) -> box))
        .withMessageContaining("SealBox is served already");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> methods.on("GetBox", Box.getDefaultInstance(), (call, box) -> box))
        .withMessageContaining("no GetBox for");
  }
}
