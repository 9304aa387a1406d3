package local.platform.web.v1.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Empty;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;

class DeletionTest {
  private final Uid uid = Uid.newRoot();
  private int deleted;

  @Test
  void whatIsThereIsDeleted() {
    assertThat(Deletion.of(() -> deleted++)).isEqualTo(Empty.getDefaultInstance());
    assertThat(deleted).isEqualTo(1);
  }

  @Test
  void whatIsNotThereIsDeletedAlready() {
    assertThat(Deletion.of(failing(PlatformException.notFound("Group", uid))))
        .isEqualTo(Empty.getDefaultInstance());
  }

  @Test
  void whatStandsInTheWayIsToldWithoutDetails() {
    assertThatThrownBy(() -> Deletion.of(failing(notEmpty())))
        .isInstanceOfSatisfying(
            PlatformException.class,
            refusal -> {
              assertThat(refusal.isBare()).isTrue();
              assertThat(refusal.code()).isEqualTo(notEmpty().code());
            })
        .hasMessage(notEmpty().getMessage());
  }

  private PlatformException notEmpty() {
    return PlatformException.failedPrecondition("RESOURCE_NOT_EMPTY", uid, "is not empty");
  }

  private static Runnable failing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  @Test
  void everyOtherFailureIsToldAsItIs() {
    for (RuntimeException failure :
        new RuntimeException[] {
          PlatformException.permissionDenied("groups.delete", uid),
          PlatformException.invalidArgument("id", "is no uid"),
          PlatformException.concurrentUpdate(),
          PlatformException.unavailable("the database is away"),
          new IllegalStateException()
        }) {
      assertThatThrownBy(() -> Deletion.of(failing(failure))).isSameAs(failure);
    }
  }
}
