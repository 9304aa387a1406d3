package local.platform.web.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.proto.testing.EverythingProto;
import local.platform.proto.testing.UpdateThingRequest;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.ApiVersion.EmptyAnswer;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.json.UnknownFields;
import local.platform.web.rest.RouteTable.Found;
import local.platform.web.rest.RouteTable.Match;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTableTest {
  private final RouteTable table =
      new RouteTable(
          List.of(
              ServiceMethods.of(
                      EverythingProto.getDescriptor(),
                      "Things",
                      new ApiVersion(
                          List.of("v2", "v2beta1"), UnknownFields.NOTED, EmptyAnswer.OBJECT))
                  .onAnonymous(
                      UpdateThingRequest.getDefaultInstance(), (violations, request) -> request)),
          List.of(ByHand.class, Closed.class));

  @Open
  @Path("open")
  static class ByHand {
    @GET
    public void get() {}

    @POST
    @Path("{name=*}/files/{file=**}")
    public void post() {}
  }

  @Path("closed")
  static class Closed {
    @GET
    public void get() {}
  }

  private Optional<String> found(String httpMethod, String path) {
    return table
        .find(path)
        .flatMap(match -> match.route(httpMethod))
        .map(found -> found.route().target().text() + " " + found.variables());
  }

  private Match match(String path) {
    return table.find(path).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PATCH | /v2/things/a/b        | UpdateThing {thing.uid=a/b}",
        "PATCH | /v2beta1/things/a     | UpdateThing {thing.uid=a}",
        "PATCH | /v2/things/           | UpdateThing {thing.uid=}",
        "PATCH | /v2/things/a%2Fb%20c  | UpdateThing {thing.uid=a/b c}",
        "GET   | /v2/things            | ListThings {}",
        "HEAD  | /v2/things            | ListThings {}",
        "POST  | /v2/things            | CreateThing {}",
        "POST  | /v2/things/a/b        | CreateThing {parent=a/b}",
        "POST  | /v2/moved             | MoveThing {}",
        "POST  | /v2/moved/            | MoveThing {to_parent=}",
        "POST  | /v2/moved/a/b         | MoveThing {to_parent=a/b}",
        "POST  | /v2/things:move       | MoveThing {}",
        "POST  | /v2/things:move/      | MoveThing {}",
        "POST  | /v2/things/a/b:walk   | WalkThings {uid=a/b}",
        "POST  | /v2/things/a/b:walk/  | WalkThings {uid=a/b}",
        "PATCH | /v2/things/a/         | UpdateThing {thing.uid=a/}",
        "POST  | /v2/things/:walk      | WalkThings {uid=}",
        "GET   | /v2/things/one        | DescribeThings {id=one}",
        "GET   | /open                 | ByHand {}",
        "POST  | /open/x/files/y/z     | ByHand {name=x, file=y/z}"
      })
  void aPathLeadsToTheMethodOfItsMostLiteralTemplate(
      String httpMethod, String path, String target) {
    assertThat(
            found(httpMethod.strip(), path.strip())
                .orElseThrow()
                .replaceAll("[`/]|class |platform.testing.Things|, not served", ""))
        .isEqualTo(target.replace("/", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v2/thing",
        "/v2/thingsx",
        "/v3/things",
        "/v2/Things",
        "/v2%2Fthings",
        "//v2/things",
        "/",
        "",
        "/open/x/files",
        "/open//files/y",
        "/open/a/b/files/y"
      })
  void anyOtherPathIsUnknown(String path) {
    assertThat(table.find(path)).isEmpty();
  }

  @Test
  void aPathKnowsTheMethodsThatItTakes() {
    assertThat(match("/v2/things").allowed()).containsExactly("GET", "HEAD", "OPTIONS", "POST");
    assertThat(match("/v2/things/a:walk").allowed()).containsExactly("OPTIONS", "POST");
    assertThat(found("DELETE", "/v2/things")).isEmpty();
    assertThat(found("HEAD", "/v2/things:move")).isEmpty();
  }

  @Test
  void onlyWhatAClassSaysIsOpen() {
    assertThat(match("/open").isOpen()).isTrue();
    assertThat(match("/closed").isOpen()).isFalse();
    assertThat(match("/v2/things").isOpen()).isFalse();
  }

  @Test
  void whatAnybodyMayCallIsServedWithoutAToken() {
    assertThat(table.isOpen("PATCH", "/v2/things/a")).isTrue();
    assertThat(table.isOpen("POST", "/open/x/files/y")).isTrue();
    assertThat(table.isOpen("PUT", "/open/x/files/y")).isTrue(); // it is refused without a token
    assertThat(table.isOpen("GET", "/v2/things")).isFalse();
    assertThat(table.isOpen("POST", "/v2/things")).isFalse();
    assertThat(table.isOpen("PUT", "/v2/things/a")).isFalse();
    assertThat(table.isOpen("POST", "/closed")).isFalse();
    assertThat(table.isOpen("POST", "/nothing")).isFalse();
  }

  @Test
  void aVariableThatIsNotUtf8IsRefused() {
    Found found = match("/v2/things/%ff:walk").route("POST").orElseThrow();

    assertThatExceptionOfType(HttpFailure.class)
        .isThrownBy(found::variables)
        .satisfies(failure -> assertThat(failure.status()).isEqualTo(400));
    assertThat(match("/v2/things/%C3%A4:walk").route("POST").orElseThrow().variables())
        .isEqualTo(Map.of("uid", "ä"));
  }

  /** Paths are looked up before authentication, so that strangers could cause the work. */
  @Test
  void aPathOfSlashesCostsNoMoreThanAnyOther() {
    String path = "/".repeat(1_000_000);

    assertThat(table.find(path)).isEmpty();
    assertThat(table.find(path + "x")).isEmpty();
  }

  @Test
  void noTwoRoutesAreTheSame() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RouteTable(List.of(), List.of(Closed.class, Closed.class)))
        .withMessage("two routes for GET /closed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a/{b", "/a/{b=***}", "/a/{B}", "/a/{b=x/*}"})
  void aTemplateThatCannotBeReadIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new PathTemplate(text));
  }
}
