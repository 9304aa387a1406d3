package local.platform.foundation.paging;

import local.platform.db.testing.TestDatabase;

/** Measures on H2, which does not find rows by another table, but checks each. */
class H2ConditionCostTest extends ConditionCosts {
  H2ConditionCostTest() {
    super(TestDatabase.H2, 10_000);
  }

  @Override
  boolean readsBackwards() {
    return false;
  }

  @Override
  boolean leadsByOtherTables() {
    return false;
  }
}
