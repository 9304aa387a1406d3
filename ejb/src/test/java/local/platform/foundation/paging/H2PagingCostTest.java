package local.platform.foundation.paging;

import java.util.List;
import local.platform.db.testing.TestDatabase;

/**
 * Measures on H2, which reads indexes only forwards, so that a descending order costs a sort. Of
 * rows with the same value it reads all that come before the page.
 */
class H2PagingCostTest extends PagingCosts {
  H2PagingCostTest() {
    super(TestDatabase.H2, 20_000);
  }

  @Override
  List<String> indexedOrders() {
    return List.of("uid", "name", "create_time", "update_time");
  }

  @Override
  boolean seeksAmongEqualValues() {
    return false;
  }
}
