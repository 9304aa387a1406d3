package local.platform.foundation.paging;

import local.platform.db.testing.TestDatabase;

/** On H2, where no other table leads to rows: it looks at each. */
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
