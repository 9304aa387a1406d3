package local.platform.foundation.resource;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * Deletes rows of one kind that nobody sees any more, because what they belonged to was deleted: a
 * few in each transaction, however many there are. Every such kind has a bean of this type.
 */
public interface Purge {
  /**
   * Deletes all that is there now. Several nodes may do that at once. What fails is logged, and is
   * tried again at the next call.
   */
  void run();

  /**
   * Deletes what several had that are deleted. What fails is logged, and keeps no other from its
   * turn.
   *
   * @param what what is deleted, for the log: before the name of whose it is
   * @param owners whose it is
   * @param deleteSome deletes a few rows in a transaction; returns whether there may be more
   */
  static <T> void all(String what, Collection<T> owners, Predicate<? super T> deleteSome) {
    Logger log = System.getLogger(Purge.class.getName());
    for (T owner : owners) {
      try {
        while (deleteSome.test(owner)) {
          log.log(Level.DEBUG, "deleted some of {0} {1}", what, owner);
        }
      } catch (RuntimeException e) {
        log.log(Level.WARNING, what + " " + owner + " could not be deleted yet", e);
      }
    }
  }
}
