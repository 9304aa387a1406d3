package local.platform.foundation.paging;

import local.platform.db.testing.TestDatabase;

/** Measures on MySQL, with an organization of twenty thousand items. */
class MySqlConditionCostIT extends ConditionCosts {
  MySqlConditionCostIT() {
    super(TestDatabase.MYSQL, 20_000);
  }

  @Override
  boolean readsBackwards() {
    return true;
  }

  @Override
  boolean leadsByOtherTables() {
    return true;
  }
}
