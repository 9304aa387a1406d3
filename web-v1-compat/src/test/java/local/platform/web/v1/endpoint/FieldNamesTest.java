package local.platform.web.v1.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import local.platform.error.ErrorDetail.FieldViolation;
import local.platform.error.PlatformException;
import local.platform.uid.Uid;
import org.junit.jupiter.api.Test;

class FieldNamesTest {
  @Test
  void anAnswerIsPassedOn() {
    assertThat(FieldNames.translated(name -> "x", () -> "an answer")).isEqualTo("an answer");
  }

  @Test
  void fieldsAreCalledByTheirOtherNamesAlsoAtTheBeginningOfADescription() {
    assertThatThrownBy(
            () ->
                FieldNames.translated(
                    name -> name.replace("roleUid", "role"),
                    () -> {
                      throw PlatformException.invalidArgument(
                          List.of(
                              new FieldViolation("roleUid", "roleUid is required"),
                              new FieldViolation("roleUid", "must be a roleUid"),
                              new FieldViolation("name", "is odd")));
                    }))
        .isInstanceOf(PlatformException.class)
        .hasMessage(
            "Invalid argument: role: role is required; role: must be a roleUid; name: is odd");
  }

  @Test
  void everyOtherRefusalStaysWhatItIs() {
    PlatformException refusal = PlatformException.notFound("Group", Uid.newRoot());

    assertThatThrownBy(
            () ->
                FieldNames.translated(
                    name -> "x",
                    () -> {
                      throw refusal;
                    }))
        .isSameAs(refusal);
  }
}
