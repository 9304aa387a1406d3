package local.platform.db;

import java.sql.SQLException;
import java.util.List;

/** The members of a group of MySQL servers, as this node can reach them. */
interface GroupMembers {
  /** Returns the URLs that may lead to the primary. */
  List<String> urls();

  /**
   * Opens a connection.
   *
   * @throws SQLException if nobody answers
   */
  Link connect(String url) throws SQLException;

  /** The answer of a member to whether it is the primary. */
  record Answer(String server, boolean primary) {}

  /** A connection to one member, which is asked again and again. */
  interface Link extends AutoCloseable {
    /**
     * Returns what the member believes to be, without asking the others. It may be wrong: a member
     * that was replaced learns it last.
     *
     * @throws SQLException if it does not answer
     */
    Answer belief() throws SQLException;

    /**
     * Returns what the member is, after the majority of the group has confirmed it, and after it
     * has applied everything that was committed before.
     *
     * @throws SQLException if it does not answer in the time of a lease, or refuses to
     */
    Answer confirmed() throws SQLException;

    @Override
    void close();
  }
}
