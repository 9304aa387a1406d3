package local.platform.foundation.share;

import static local.platform.foundation.share.Places.Outcome.NONE_IS_FREE;
import static local.platform.foundation.share.Places.Outcome.SHARE_IS_USED;
import static local.platform.foundation.share.Places.Outcome.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;

class PlacesTest {
  private final Places places = new Places(10, 4, 6);
  private final Uid one = Uid.newRoot();
  private final Uid two = Uid.newRoot();

  private long taken(Uid organization, int times) {
    return IntStream.range(0, times)
        .filter(i -> places.take(organization.newChild().newChild()) == TAKEN)
        .count();
  }

  @Test
  void anOrganizationHasAShareWhicheverOfItsGroupsAsk() {
    assertThat(taken(one, 20)).isEqualTo(4);
    assertThat(places.take(one)).isEqualTo(SHARE_IS_USED);
    assertThat(places.organizations()).isOne();

    places.free(one.newChild());
    assertThat(taken(one, 2)).isOne();
  }

  @Test
  void whileManyAreTakenEachOrganizationHasOne() {
    taken(one, 4);
    assertThat(taken(two, 4)).isEqualTo(2);

    for (int i = 0; i < 4; i++) {
      assertThat(taken(Uid.newRoot(), 4)).isOne();
    }

    assertThat(places.take(Uid.newRoot())).isEqualTo(NONE_IS_FREE);
    assertThat(places.take(one)).isEqualTo(NONE_IS_FREE);
    places.free(one);
    assertThat(places.take(one)).isEqualTo(SHARE_IS_USED);
    assertThat(places.take(Uid.newRoot())).isEqualTo(TAKEN);
  }

  @Test
  void nothingIsRememberedOfAnOrganizationWithoutPlaces() {
    for (int i = 0; i < 4; i++) {
      taken(one, 1);
      taken(two, 1);
      places.free(one);
      places.free(two);
    }

    assertThat(places.organizations()).isZero();
    assertThat(taken(one, 9)).isEqualTo(4);
  }
}
