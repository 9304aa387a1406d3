package local.platform.web.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.proto.testing.Color;
import local.platform.proto.testing.Filter;
import local.platform.proto.testing.Inner;
import local.platform.proto.testing.ListThingsRequest;
import local.platform.proto.testing.MoveThingRequest;
import local.platform.proto.testing.Thing;
import local.platform.proto.testing.UpdateThingRequest;
import local.platform.web.testing.Violations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBinderTest {
  private final FieldViolations violations = new FieldViolations();

  // The query

  @Test
  void theQueryFillsFieldsOfEveryKind() {
    ListThingsRequest request =
        list("filter.below=x&filter.in_root=true&filter.ids=a&filter.ids=b&name=n&page_size=7"
                + "&tags=s&tags=t&colors=RED&colors=7&created_after=1970-01-01T00:00:01Z"
                + "&max_age=3600s&deep=false")
            .message()
            .build();

    assertThat(noted()).isEmpty();
    assertThat(request)
        .isEqualTo(
            ListThingsRequest.newBuilder()
                .setFilter(
                    Filter.newBuilder().setBelow("x").setInRoot(true).addIds("a").addIds("b"))
                .setName("n")
                .setPageSize(7)
                .addTags("s")
                .addTags("t")
                .addColors(Color.RED)
                .addColors(Color.GREEN)
                .setCreatedAfter(Timestamp.newBuilder().setSeconds(1))
                .setMaxAge(Duration.newBuilder().setSeconds(3_600))
                .setDeep(false)
                .build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"page_size=7", "pageSize=7"})
  void bothSpellingsOfAParameterAreTaken(String query) {
    assertThat(list(query).message().getPageSize()).isEqualTo(7);
    assertThat(noted()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "id=1, id",
    "page-size=1, page-size",
    "PageSize=1, PageSize",
    "offset=1, offset",
    "filter=x, filter",
    "filter.=x, filter.",
    "filter.size=x, filter.size",
    "filter.below.x=y, filter.below.x",
    "name.x=y, name.x",
    "labels=x, labels",
    "labels.a=x, labels.a",
    "labels[a]=x, labels[a]",
    "inners=x, inners",
    "inners=2030-01-01T00:00:00Z, inners",
    "inners.name=x, inners.name",
    "=x, ''",
    "tags[]=x, tags[]"
  })
  void aParameterThatIsNoFieldIsNoted(String query, String name) {
    list(query).message();

    assertThat(noted()).containsExactly(new FieldViolation(name, "unknown query parameter"));
  }

  @Test
  void versionOneIgnoresParametersThatAreNoFields() {
    ListThingsRequest request = list("id=1&name=n&filter.x=y").ignoringUnknown().message().build();

    assertThat(noted()).isEmpty();
    assertThat(request.getName()).isEqualTo("n");
  }

  /** Ignored, it would write, or write twice, which its sender wants to avoid. */
  @ParameterizedTest
  @CsvSource({
    "validate_only, Platform-Validate-Only",
    "validateOnly, Platform-Validate-Only",
    "request_id, Idempotency-Key",
    "requestId, Idempotency-Key"
  })
  void noVersionIgnoresAParameterForWhichThereIsAHeader(String name, String header) {
    list(name + "=true").message();
    list(name + "=true").ignoringUnknown().message();

    FieldViolation expected =
        new FieldViolation(name, "unknown query parameter: send the header " + header);
    assertThat(noted()).containsExactly(expected, expected);
  }

  @ParameterizedTest
  @CsvSource({
    "page_size=x, pageSize, must be a whole number in the range of int32",
    "pageSize=2147483648, pageSize, must be a whole number in the range of int32",
    "page_size=, pageSize, must be a whole number in the range of int32",
    "deep=yes, deep, must be true or false",
    "colors=BLUE, colors, must be one of the names of Color",
    "created_after=today, createdAfter, must be a time such as 2030-01-31T12:00:00Z",
    "max_age=1h, maxAge, must be a duration such as 3600s",
    "filter.in_root=1, filter.inRoot, must be true or false"
  })
  void aValueThatDoesNotFitIsNotedUnderTheJsonNameOfItsField(
      String query, String name, String description) {
    list(query).message();

    assertThat(noted()).containsExactly(new FieldViolation(name, description));
  }

  @ParameterizedTest
  @CsvSource({
    "name=a&name=b, name",
    "page_size=1&page_size=1, pageSize",
    "page_size=1&pageSize=2, pageSize",
    "filter.inRoot=true&filter.in_root=true, filter.inRoot"
  })
  void aParameterThatIsThereTwiceIsNoted(String query, String name) {
    list(query).message();

    assertThat(noted())
        .containsExactly(
            new FieldViolation(name, "the query parameter is given twice: give it once"));
  }

  // The path

  @Test
  void aVariableOfThePathFillsItsField() {
    MoveThingRequest request =
        bind(MoveThingRequest.newBuilder(), "", "").path("uid", "a/b").message().build();

    assertThat(request.getUid()).isEqualTo("a/b");
  }

  @ParameterizedTest
  @CsvSource({
    "uid, uid=x",
    "to_parent, to_parent=x",
    "to_parent, toParent=x",
    "to_parent, toParent=x&to_parent=x"
  })
  void theQueryCannotNameWhatThePathNames(String field, String query) {
    MoveThingRequest request =
        bind(MoveThingRequest.newBuilder(), query, "").path(field, "p").message().build();

    assertThat(request.getAllFields().values()).containsExactly("p");
    assertThat(noted())
        .isNotEmpty()
        .allMatch(violation -> violation.description().equals("unknown query parameter"));
  }

  @Test
  void theQueryCannotNameANestedFieldThatThePathNames() {
    ListThingsRequest request =
        list("filter.below=x&filter.in_root=true").path("filter.below", "p").message().build();

    assertThat(request.getFilter())
        .isEqualTo(Filter.newBuilder().setBelow("p").setInRoot(true).build());
    assertThat(noted())
        .containsExactly(new FieldViolation("filter.below", "unknown query parameter"));
  }

  @Test
  void thePathWinsOverTheBody() {
    UpdateThingRequest request =
        bind(UpdateThingRequest.newBuilder(), "", "{\"uid\":\"theirs\",\"displayName\":\"n\"}")
            .path("thing.uid", "u")
            .body("thing")
            .message()
            .build();

    assertThat(request.getThing())
        .isEqualTo(Thing.newBuilder().setUid("u").setDisplayName("n").build());
    assertThat(noted()).isEmpty();
  }

  // The body

  @Test
  void theBodyIsOneFieldAndTheQueryTheOthers() {
    UpdateThingRequest request =
        update("validate_only=true&update_mask=display_name", "{\"displayName\":\"n\"}");

    assertThat(request)
        .isEqualTo(
            UpdateThingRequest.newBuilder()
                .setThing(Thing.newBuilder().setDisplayName("n"))
                .setUpdateMask(FieldMask.newBuilder().addPaths("display_name"))
                .setValidateOnly(true)
                .build());
    assertThat(noted()).isEmpty();
  }

  @Test
  void theBodyCanBeTheWholeMessage() {
    MoveThingRequest request =
        bind(MoveThingRequest.newBuilder(), "", "{\"uid\":\"theirs\",\"toParent\":\"p\"}")
            .path("uid", "u")
            .body("*")
            .message()
            .build();

    assertThat(request)
        .isEqualTo(MoveThingRequest.newBuilder().setUid("u").setToParent("p").build());
  }

  @Test
  void theBodyOfARepeatedFieldIsAListAlone() {
    ListThingsRequest request =
        bind(ListThingsRequest.newBuilder(), "name=n", "[{\"name\":\"a\"},{\"name\":\"b\"}]")
            .body("inners")
            .message()
            .build();

    assertThat(request)
        .isEqualTo(
            ListThingsRequest.newBuilder()
                .setName("n")
                .addInners(Inner.newBuilder().setName("a"))
                .addInners(Inner.newBuilder().setName("b"))
                .build());
    assertThat(noted()).isEmpty();
  }

  @Test
  void versionOneIgnoresUnknownFieldsInEveryKindOfBody() {
    bind(MoveThingRequest.newBuilder(), "", "{\"x\":1}").ignoringUnknown().body("*").message();
    bind(UpdateThingRequest.newBuilder(), "", "{\"x\":1,\"inner\":{\"x\":1}}")
        .ignoringUnknown()
        .body("thing")
        .message();
    bind(ListThingsRequest.newBuilder(), "", "[{\"x\":1}]")
        .ignoringUnknown()
        .body("inners")
        .message();

    assertThat(noted()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"thing.display_name=x", "thing.displayName=x"})
  void theQueryCannotFillTheFieldOfTheBody(String query) {
    update(query, "{}");

    assertThat(noted())
        .containsExactly(new FieldViolation(query.split("=", -1)[0], "unknown query parameter"));
  }

  @Test
  void besideAWholeBodyThereIsNoQuery() {
    bind(MoveThingRequest.newBuilder(), "to_parent=p", "{}").body("*").message();

    assertThat(noted()).containsExactly(new FieldViolation("to_parent", "unknown query parameter"));
  }

  @Test
  void aRequestWithoutBodyFieldDoesNotReadTheBody() {
    MoveThingRequest request =
        new RequestBinder<>(
                MoveThingRequest.newBuilder(),
                Map.of(),
                () -> {
                  throw new AssertionError("the body was read");
                },
                violations)
            .path("uid", "u")
            .message()
            .build();

    assertThat(request.getUid()).isEqualTo("u");
  }

  // The mask

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                        | ''
          {"displayName":""}                        | display_name
          {"display_name":"n","verified":true}      | display_name,verified
          {"inner":{"countOfThings":1}}             | inner.count_of_things
          {"inner":null}                            | inner
          {"inner":{}}                              | inner
          """)
  void withoutAMaskTheFieldsOfTheBodyAreIt(String body, String paths) {
    assertThat(String.join(",", update("", body).getUpdateMask().getPathsList())).isEqualTo(paths);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update_mask=uid,verified",
        "updateMask=uid,verified",
        "updateMask=uid%2C+verified"
      })
  void aMaskThatIsThereIsLeftAsItIs(String query) {
    assertThat(update(query, "{\"displayName\":\"n\"}").getUpdateMask().getPathsList())
        .containsExactly("uid", "verified");
    assertThat(noted()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"update_mask=", "updateMask=,"})
  void anEmptyMaskIsNone(String query) {
    assertThat(update(query, "{\"displayName\":\"n\"}").getUpdateMask().getPathsList())
        .containsExactly("display_name");
  }

  @Test
  void everythingThatIsWrongIsNotedTogether() {
    update("page=1&validate_only=x", "{\"id\":1,\"verified\":\"x\"}");

    assertThat(noted())
        .extracting(FieldViolation::field)
        .containsExactly("page", "validateOnly", "id", "verified");
  }

  private RequestBinder<ListThingsRequest.Builder> list(String query) {
    return bind(ListThingsRequest.newBuilder(), query, "");
  }

  private UpdateThingRequest update(String query, String body) {
    return bind(UpdateThingRequest.newBuilder(), query, body).body("thing").message().build();
  }

  private <B extends Message.Builder> RequestBinder<B> bind(B message, String query, String body) {
    return new RequestBinder<>(
        message,
        QueryString.parse(query, Optional::of, violations),
        () -> body.getBytes(UTF_8),
        violations);
  }

  private List<FieldViolation> noted() {
    return Violations.of(violations);
  }
}
