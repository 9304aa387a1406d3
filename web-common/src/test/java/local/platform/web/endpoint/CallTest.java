package local.platform.web.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.FieldMask;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.proto.common.UIDPFilter;
import local.platform.signin.authn.Authenticated;
import local.platform.web.testing.Authentications;
import local.platform.web.testing.Violations;
import org.junit.jupiter.api.Test;

class CallTest {
  private static final String GRAMMAR =
      "must be a uid: 40 hexadecimal digits in lower case, followed by any number of parts that are"
          + " a slash and 16 more digits";

  private final Uid uid = Uid.newRoot().newChild();
  private final Authenticated authenticated = Authentications.of(uid);
  private final Call call =
      new Call(
          authenticated.caller(),
          authenticated.token(),
          VersionCondition.ANY,
          FieldMask.getDefaultInstance(),
          new FieldViolations());

  @Test
  void aUidIsRead() {
    assertThat(call.uid("uid", uid.value())).contains(uid);
    assertThat(call.optionalUid("uid", uid.value())).contains(uid);
    assertThat(call.requiredUid("uid", uid.value())).isEqualTo(uid);
    assertThat(violations()).isEmpty();
  }

  @Test
  void aTextThatIsNoUidIsNoted() {
    assertThat(call.uid("uid", "x")).isEmpty();
    assertThat(call.optionalUid("parent", "y")).isEmpty();

    assertThat(violations())
        .containsExactly(new FieldViolation("uid", GRAMMAR), new FieldViolation("parent", GRAMMAR));
  }

  @Test
  void onlyAUidThatMayBeLeftOutMayBeEmpty() {
    assertThat(call.optionalUid("parent", "")).isEmpty();
    assertThat(violations()).isEmpty();

    assertThat(call.uid("uid", "")).isEmpty();
    assertThat(violations()).containsExactly(new FieldViolation("uid", GRAMMAR));
  }

  @Test
  void aRequiredUidThrowsWhateverWasNotedBefore() {
    call.violations().add("name", "is wrong");

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> call.requiredUid("uid", uid.value()))
        .withMessage("Invalid argument: name: is wrong");
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> call.requiredUid("uid", "x"))
        .withMessage("Invalid argument: name: is wrong; uid: " + GRAMMAR);
  }

  @Test
  void aFilterIsReadMemberByMember() {
    UIDPFilter message =
        UIDPFilter.newBuilder()
            .setAncestorsOf(uid.value())
            .setDescendantsOf(uid.root().value())
            .setChildrenOf(uid.root().value())
            .setInRoot(true)
            .addIds(uid.value())
            .addIds(uid.value())
            .build();

    assertThat(UidpFilters.filter(call, message))
        .isEqualTo(
            new UidpFilter(
                Optional.of(uid),
                Optional.of(uid.root()),
                Optional.of(uid.root()),
                true,
                Optional.of(Set.of(uid))));
    assertThat(UidpFilters.filter(call, UIDPFilter.getDefaultInstance()))
        .isEqualTo(UidpFilter.NONE);
    assertThat(UidpFilters.filter(call, UIDPFilter.newBuilder().addIds("").build()))
        .isEqualTo(UidpFilter.NONE);
    assertThat(violations()).isEmpty();
  }

  @Test
  void everyTextInAFilterThatIsNoUidIsNoted() {
    UIDPFilter message =
        UIDPFilter.newBuilder()
            .setAncestorsOf("a")
            .setDescendantsOf("b")
            .setChildrenOf("c")
            .addIds("d")
            .addIds("e")
            .addIds("")
            .build();

    UidpFilters.filter(call, message);

    assertThat(violations())
        .extracting(FieldViolation::field)
        .containsExactlyInAnyOrder(
            "uidp.ids", "uidp.ids", "uidp.ancestorsOf", "uidp.descendantsOf", "uidp.childrenOf");
  }

  @Test
  void aFilterNamesAtMostAThousandUids() {
    Set<String> thousand =
        Stream.generate(uid::newChild).limit(1_000).map(Uid::value).collect(Collectors.toSet());

    UidpFilters.filter(call, UIDPFilter.newBuilder().addAllIds(thousand).build());
    assertThat(violations()).isEmpty();

    UidpFilters.filter(
        call, UIDPFilter.newBuilder().addAllIds(thousand).addIds(uid.value()).build());
    assertThat(violations())
        .containsExactly(new FieldViolation("uidp.ids", "must name at most 1000 uids"));
  }

  @Test
  void aPageIsAskedForAsTheClientSaidItWithWhatIsWrongElsewhere() {
    assertThat(call.page(-1, "token", "name desc", -2))
        .isEqualTo(new PageRequest(-1, "token", "name desc", -2, call.violations()));
  }

  private List<FieldViolation> violations() {
    return Violations.of(call.violations());
  }
}
