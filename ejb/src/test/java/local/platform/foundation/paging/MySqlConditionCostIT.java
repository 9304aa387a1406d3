package local.platform.foundation.paging;

import local.platform.db.testing.TestDatabase;

/** On MySQL, with an organization of fifty thousand items. */
class MySqlConditionCostIT extends ConditionCosts {
  MySqlConditionCostIT() {
    super(TestDatabase.MYSQL, 50_000);
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
