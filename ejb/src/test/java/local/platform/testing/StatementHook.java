package local.platform.testing;

import org.hibernate.resource.jdbc.spi.StatementInspector;

/** Runs an action before each statement that Hibernate sends, in the thread that sends it. */
final class StatementHook implements StatementInspector {
  private static final long serialVersionUID = 1;

  private transient volatile Runnable action = () -> {};

  /** Sets the action. */
  void run(Runnable beforeStatement) {
    action = beforeStatement;
  }

  @Override
  public String inspect(String sql) {
    action.run();
    return sql;
  }
}
