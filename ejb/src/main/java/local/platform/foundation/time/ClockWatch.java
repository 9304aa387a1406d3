package local.platform.foundation.time;

import java.util.Optional;

/** Tells whether the clock of this node is right. */
public interface ClockWatch {
  /** Returns what is wrong if it differs too much from that of the database; otherwise empty. */
  Optional<String> problem();
}
