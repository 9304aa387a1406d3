package local.platform.web.v1.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.proto.common.UIDPFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class IdFiltersTest {
  private final Uid uid = Uid.newRoot().newChild();
  private final Call call = TestCall.call();

  @Test
  void nothingLetsEverythingPass() {
    assertThat(filter("", UIDPFilter.newBuilder())).isEqualTo(UidpFilter.NONE);
  }

  @Test
  void anIdIsAFilterBesideTheOthers() {
    UIDPFilter.Builder others = UIDPFilter.newBuilder().addIds(uid.root().value());

    assertThat(filter(uid.value(), UIDPFilter.newBuilder()).ids()).contains(Set.of(uid));
    assertThat(filter(uid.value(), others).ids()).contains(Set.of());
    assertThat(filter(uid.value(), others.addIds(uid.value())).ids()).contains(Set.of(uid));
    assertThat(filter(uid.value(), UIDPFilter.newBuilder().setDescendantsOf(uid.root().value())))
        .isEqualTo(
            new UidpFilter(
                Optional.empty(),
                Optional.of(uid.root()),
                Optional.empty(),
                false,
                Optional.of(Set.of(uid))));
  }

  @Test
  void whatIsNoUidIsNoted() {
    filter("x", UIDPFilter.newBuilder().setChildrenOf("y"));

    assertThat(TestCall.wrongFields(call)).containsExactly("uidp.childrenOf", "id");
  }

  private UidpFilter filter(String id, UIDPFilter.Builder uidp) {
    return IdFilters.filter(call, id, uidp.build());
  }
}
