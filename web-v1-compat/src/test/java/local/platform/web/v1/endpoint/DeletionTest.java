package local.platform.web.v1.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Empty;
import local.platform.error.PlatformException;
import local.platform.uid.Uid;
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
    assertThat(
            Deletion.of(
                () -> {
                  throw PlatformException.notFound("Group", uid);
                }))
        .isEqualTo(Empty.getDefaultInstance());
  }

  @Test
  void everyOtherRefusalIsTold() {
    for (RuntimeException refusal :
        new RuntimeException[] {
          PlatformException.permissionDenied("groups.delete", uid),
          PlatformException.failedPrecondition("RESOURCE_NOT_EMPTY", uid, "is not empty"),
          PlatformException.concurrentUpdate(),
          PlatformException.unavailable("the database is away"),
          new IllegalStateException()
        }) {
      assertThatThrownBy(
              () ->
                  Deletion.of(
                      () -> {
                        throw refusal;
                      }))
          .isSameAs(refusal);
    }
  }
}
