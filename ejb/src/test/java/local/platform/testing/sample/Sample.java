package local.platform.testing.sample;

import java.util.List;
import java.util.Map;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Rules;
import local.platform.testing.TestServices;

/** Describes resources of one kind to tests, or of a few that belong together. */
public interface Sample {
  /** Returns the rules of the kinds, wired to services. */
  default List<Rules<?, ?>> rules(TestServices services) {
    return List.of();
  }

  /**
   * Returns the operations on one resource. They are named after the kind and the method, in small
   * letters, such as {@code role binding createAll}.
   *
   * @param identity an identity to which roles can be granted
   */
  default List<Operation> operations(Uid identity) {
    return List.of();
  }

  /** Returns the writes of all services of the resources. */
  List<Written> writes();

  /** Returns the lists, and what they require. */
  default List<Listing> listings() {
    return List.of();
  }

  /** Returns the tables with rows that the writes change, each with the column of its key. */
  Map<String, String> tables();
}
