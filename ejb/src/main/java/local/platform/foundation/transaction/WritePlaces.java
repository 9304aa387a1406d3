package local.platform.foundation.transaction;

import jakarta.inject.Inject;
import jakarta.persistence.PersistenceException;
import java.sql.SQLTransientConnectionException;
import local.platform.config.Configuration;
import local.platform.db.ConnectionPlaces;
import local.platform.db.PrimaryLease;
import local.platform.foundation.injection.SingleInstance;

/**
 * Limits how many writes are in a transaction at the same time to three of four connections of the
 * pool. Reads go on with the others while writes wait: for each other's locks, or for a database
 * whose disk is full.
 */
@SingleInstance
public class WritePlaces {
  private final ConnectionPlaces places;

  /** Creates those of the configured pool. */
  @Inject
  public WritePlaces(Configuration configuration, PrimaryLease lease) {
    this(configuration.database().poolSize(), lease);
  }

  /**
   * Creates those of a pool.
   *
   * @param connections at least 2
   * @param lease while there is none, none is taken
   */
  public WritePlaces(int connections, PrimaryLease lease) {
    this.places = new ConnectionPlaces(limit(connections), "connections for writes", lease);
  }

  /** Returns how many writes may use a pool of so many connections, at least 2, at once. */
  static int limit(int connections) {
    return connections - Math.max(1, connections / 4);
  }

  /**
   * Takes a place.
   *
   * @throws PersistenceException if there is none in time, as if there were no connection
   */
  void take() {
    try {
      places.take();
    } catch (SQLTransientConnectionException e) {
      throw new PersistenceException(e);
    }
  }

  /** Gives a place back. */
  void giveBack() {
    places.giveBack();
  }
}
