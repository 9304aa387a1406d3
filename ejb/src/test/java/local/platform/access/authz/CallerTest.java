package local.platform.access.authz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Grants.Grant;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ApiRequest;
import local.platform.foundation.resource.Author;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;

class CallerTest {
  private static final Capability LIST = Capability.IAM_GROUPS_LIST;

  private final Uid root = Uid.newRoot();
  private final Caller caller =
      new Caller(
          root.newChild(), Narrowing.NONE, Grants.of(List.of(new Grant(root, Set.of(LIST)))));

  @Test
  void requireLetsPassWhoHoldsTheCapabilityThere() {
    assertThatCode(() -> caller.require(LIST, root.newChild())).doesNotThrowAnyException();
  }

  @Test
  void requireNamesTheCapabilityAndThePlace() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> caller.require(Capability.IAM_GROUPS_DELETE, root))
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
              assertThat(e.reason()).isEqualTo("PERMISSION_DENIED");
              assertThat(e.metadata())
                  .isEqualTo(Map.of("permission", "groups.delete", "resource", root.value()));
              assertThat(e.details()).isEmpty();
            });
  }

  @Test
  void visibleAreTheGroupsAtWhichTheCapabilityIsGranted() {
    assertThat(caller.visible(LIST)).containsExactly(root);
    assertThat(caller.visible(Capability.TAG_LIST)).isEmpty();
  }

  @Test
  void theAuthorOfChangesHasTheRequestOfTheCaller() {
    ApiRequest request =
        new ApiRequest(
            "Service/Method", Optional.of("v2"), "id", Optional.empty(), Optional.empty());

    assertThat(caller.author()).isEqualTo(Author.of(caller.identity(), Optional.empty()));
    assertThat(caller.making(request).author())
        .isEqualTo(Author.of(caller.identity(), Optional.of(request)));
  }

  @Test
  void anyNarrowingIsRefusedWhereNoneMayBe() {
    assertThatCode(caller::requireUnnarrowed).doesNotThrowAnyException();
    for (Narrowing narrowing :
        List.of(
            Narrowing.to(Optional.of(Set.of(root)), Optional.empty()),
            Narrowing.to(Optional.empty(), Optional.of(Set.of(LIST))))) {
      Caller narrowed = new Caller(caller.identity(), narrowing, caller.grants());

      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(narrowed::requireUnnarrowed)
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED));
    }
  }
}
