package local.platform.foundation.paging;

import java.util.List;
import local.platform.db.testing.TestDatabase;

/**
 * On H2, which reads an index only forwards: a descending order costs what there is to sort. Of
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
