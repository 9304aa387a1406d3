package local.platform.foundation.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;

class VersionConditionTest {
  private final Uid uid = Uid.newRoot();

  @Test
  void anyVersionPassesWhereNoneIsRequired() {
    assertThatCode(() -> VersionCondition.ANY.check(uid, 7)).doesNotThrowAnyException();
  }

  @Test
  void oneOfTheRequiredVersionsPasses() {
    assertThatCode(() -> required(6L, 7L).check(uid, 7)).doesNotThrowAnyException();
  }

  @Test
  void anotherVersionIsAMismatch() {
    assertMismatch(required(6L, 8L));
  }

  @Test
  void noVersionPassesWhereOnlyForeignTagsWereNamed() {
    assertMismatch(required());
  }

  private void assertMismatch(VersionCondition condition) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> condition.check(uid, 7))
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.ABORTED);
              assertThat(e.reason()).isEqualTo("ETAG_MISMATCH");
              assertThat(e.metadata()).isEqualTo(Map.of("resource", uid.value()));
            });
  }

  private static VersionCondition required(Long... versions) {
    return new VersionCondition(Optional.of(Set.of(versions)));
  }
}
