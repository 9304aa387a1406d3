package local.platform.web.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldNamesTest {
  private static final FieldNames NAMES =
      FieldNames.of(
          Map.of(
              "role",
              "roleUid",
              "keys",
              "static",
              "keys.expirationTime",
              "static.expiration",
              "entries[].role",
              "requests[].entry.roleUid",
              "entries",
              "requests"));

  @Test
  void anAnswerIsPassedOn() {
    assertThat(NAMES.translated(() -> "an answer")).isEqualTo("an answer");
  }

  @ParameterizedTest
  @CsvSource({
    "role, roleUid",
    "name, name",
    "roles, roles",
    "role.name, roleUid.name",
    "keys, static",
    "keys.issuer, static.issuer",
    "keys.expirationTime, static.expiration",
    "keys.expirationTimes, static.expirationTimes",
    "entries, requests",
    "entries[12].role, requests[12].entry.roleUid",
    "entries[3].name, requests[3].name",
    "other[1].role, other[1].role",
    "keys.a[]b[5], static.a[]b[5]"
  })
  void theLongestPartOfAPathThatHasAnotherNameIsRenamed(String record, String message) {
    assertThat(told(record, "is odd")).hasMessage("Invalid argument: " + message + ": is odd");
  }

  @Test
  void aDescriptionThatBeginsWithTheFieldDoesSoStill() {
    assertThat(told("role", "role is required"))
        .hasMessage("Invalid argument: roleUid: roleUid is required");
    assertThat(told("keys.expirationTime", "keys.expirationTime: key 2 is odd"))
        .hasMessage("Invalid argument: static.expiration: static.expiration: key 2 is odd");
    assertThat(told("keys.shortened…", "keys.shortenedByFar must have at most 2 characters"))
        .hasMessage(
            "Invalid argument: static.shortened…: static.shortenedByFar must have at most 2 characters");
    assertThat(told("role", "roles are odd"))
        .hasMessage("Invalid argument: roleUid: roles are odd");
    assertThat(told("role", "must be a role"))
        .hasMessage("Invalid argument: roleUid: must be a role");
  }

  @Test
  void theWayBackIsTheSame() {
    assertThat(
            NAMES.inRecords(
                Set.of("roleUid", "name", "static.issuer", "static.expiration", "requests")))
        .containsExactlyInAnyOrder("role", "name", "keys.issuer", "keys.expirationTime", "entries");
  }

  /** A message may have another field with the name that a component has in records. */
  @Test
  void whatIsNoComponentHasNoNameInRecords() {
    assertThat(NAMES.inRecords(Set.of("role", "role.name", "keys", "name")))
        .containsExactly("name");
  }

  @Test
  void everyOtherRefusalStaysWhatItIs() {
    PlatformException refusal = PlatformException.notFound("Group", Uid.newRoot());

    assertThatThrownBy(
            () ->
                NAMES.translated(
                    () -> {
                      throw refusal;
                    }))
        .isSameAs(refusal);
  }

  private static PlatformException told(String field, String description) {
    try {
      return NAMES.translated(
          () -> {
            throw PlatformException.invalidArgument(field, description);
          });
    } catch (PlatformException e) {
      return e;
    }
  }
}
