package local.platform.hub.imports;

import java.util.concurrent.Semaphore;

/**
 * Lets one import of a server at a time have a large record in memory. So what all of them need
 * together hardly depends on how many are running, or on what their files contain.
 */
final class LargeRecords {
  /** A record with more bytes is large. */
  static final int LARGE = 1 << 20;

  /** Fair, so that a file of large records does not keep others waiting for its end. */
  private final Semaphore turns = new Semaphore(1, true);

  /** Returns the turns of one import, which has none yet. Only one thread may use them. */
  Turn ofImport() {
    return new Turn();
  }

  /** The turn of one import. */
  final class Turn {
    private boolean isTaken;

    /**
     * Waits for a turn, unless the import has one. It must hold no transaction. Nobody is
     * interrupted, because H2 would close its file.
     */
    void take() {
      if (!isTaken) {
        turns.acquireUninterruptibly();
        isTaken = true;
      }
    }

    /** Gives the turn back, if the import has one. It keeps no large record. */
    void end() {
      if (isTaken) {
        isTaken = false;
        turns.release();
      }
    }
  }
}
