package local.platform.foundation.paging;

import java.util.List;
import local.platform.db.testing.TestDatabase;

/** Measures on MySQL, with an organization of forty thousand groups. */
class MySqlPagingCostIT extends PagingCosts {
  MySqlPagingCostIT() {
    super(TestDatabase.MYSQL, 40_000);
  }

  @Override
  List<String> indexedOrders() {
    return List.of(
        "uid",
        "uid desc",
        "name",
        "name desc",
        "create_time",
        "create_time desc",
        "update_time",
        "update_time desc");
  }

  @Override
  boolean seeksAmongEqualValues() {
    return true;
  }
}
