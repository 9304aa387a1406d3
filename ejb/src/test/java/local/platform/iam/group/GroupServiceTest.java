package local.platform.iam.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Optional;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupServiceTest {
  private final MutableClock clock = new MutableClock();

  @ParameterizedTest
  @EnumSource
  void anUpdateThatChangesNothingKeepsVersionAndUpdateTime(TestDatabase database) {
    try (TestServices services = new TestServices(database, clock)) {
      Uid root = organization(services);
      Caller owner = TestServices.caller(BuiltInRole.OWNER, root);
      Group before = services.groupResources().get(owner, root);
      clock.advance(Duration.ofMinutes(1));

      Group same =
          services
              .groups()
              .update(owner, root, Changes.groupName(before.draft().name()), VersionCondition.ANY);
      Group other =
          services.groups().update(owner, root, Changes.groupName("other"), VersionCondition.ANY);

      assertThat(same).isEqualTo(before);
      assertThat(other.version()).isEqualTo(before.version() + 1);
      assertThat(other.updateTime()).isEqualTo(clock.instant());
      assertThat(services.groupResources().get(owner, root)).isEqualTo(other);
    }
  }

  @ParameterizedTest
  @EnumSource
  void createUnderAMissingParentIsNotFound(TestDatabase database) {
    try (TestServices services = new TestServices(database, clock)) {
      Uid missing = organization(services).newChild();
      Caller owner = TestServices.caller(BuiltInRole.OWNER, missing.root());

      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(
              () ->
                  services
                      .groups()
                      .create(owner, Optional.of(missing), new GroupDraft("child", "")))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theKindOfAnOrganizationIsAChangeLikeAnyOther(TestDatabase database) {
    try (TestServices services = new TestServices(database, clock)) {
      Uid root = organization(services);
      Caller owner = TestServices.caller(BuiltInRole.OWNER, root);
      assertThat(services.groupResources().get(owner, root).draft().kind()).isEmpty();

      for (OrganizationKind kind : OrganizationKind.values()) {
        Group before = services.groupResources().get(owner, root);
        Group changed =
            services
                .groups()
                .update(owner, root, Changes.groupKind(Optional.of(kind)), VersionCondition.ANY);

        assertThat(changed.draft().kind()).hasValue(kind);
        assertThat(changed.version()).isEqualTo(before.version() + 1);
        assertThat(
                services
                    .groups()
                    .update(
                        owner, root, Changes.groupKind(Optional.of(kind)), VersionCondition.ANY))
            .isEqualTo(changed);
        assertThat(services.groupResources().get(owner, root)).isEqualTo(changed);
      }

      assertThat(
              services
                  .groups()
                  .update(owner, root, Changes.groupKind(Optional.empty()), VersionCondition.ANY)
                  .draft()
                  .kind())
          .isEmpty();
    }
  }

  private Uid organization(TestServices services) {
    Uid root = Uid.newRoot();
    services
        .transactions()
        .write(
            attempt ->
                services
                    .groupRepository()
                    .insert(UnobservedWrite.begin(), root, "root", "", clock.instant()));
    return root;
  }
}
