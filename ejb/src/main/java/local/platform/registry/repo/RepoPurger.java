package local.platform.registry.repo;

/** Runs {@link RepoPurge}: at the start, every minute, and when a repo was deleted. */
public interface RepoPurger {
  /** Purges soon, in another thread. */
  void wake();
}
