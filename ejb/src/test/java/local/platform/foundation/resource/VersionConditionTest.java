package local.platform.foundation.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.Set;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.VersionCondition.Versions;
import local.platform.foundation.uid.Uid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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

  @Test
  void aVersionThatIsNotExcludedPasses() {
    assertThatCode(() -> excluding(Versions.of(Set.of(6L, 8L))).check(uid, 7))
        .doesNotThrowAnyException();
  }

  @Test
  void anExcludedVersionIsRefused() {
    assertRefused(() -> excluding(Versions.of(Set.of(6L, 7L))).check(uid, 7), "ETAG_MATCH");
    assertRefused(() -> excluding(Versions.ALL).check(uid, 7), "ETAG_MATCH");
  }

  /** In this order (RFC 9110, section 13.2.2). */
  @Test
  void whatIsRequiredComesBeforeWhatIsExcluded() {
    assertMismatch(new VersionCondition(Versions.of(Set.of(6L)), Versions.ALL));
  }

  @Test
  void whatHasNoVersionsIsOnlyMatchedByAll() {
    VersionCondition all = new VersionCondition(Versions.ALL, Versions.of(Set.of(0L)));
    assertThatCode(() -> all.checkUnversioned(uid)).doesNotThrowAnyException();
    assertRefused(() -> required(0L).checkUnversioned(uid), "ETAG_MISMATCH");
    assertRefused(() -> excluding(Versions.ALL).checkUnversioned(uid), "ETAG_MATCH");
  }

  private void assertMismatch(VersionCondition condition) {
    assertRefused(() -> condition.check(uid, 7), "ETAG_MISMATCH");
  }

  private void assertRefused(ThrowingCallable check, String reason) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(check)
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.ABORTED);
              assertThat(e.reason()).isEqualTo(reason);
              assertThat(e.metadata()).isEqualTo(Map.of("resource", uid.value()));
            });
  }

  private static VersionCondition excluding(Versions versions) {
    return new VersionCondition(Versions.ALL, versions);
  }

  private static VersionCondition required(Long... versions) {
    return VersionCondition.requiring(versions);
  }
}
