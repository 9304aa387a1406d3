package local.platform.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupDraft;

/**
 * Generates groups of several organizations: trees of many shapes, in which many groups have the
 * same name and the same times.
 */
public final class Forest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final Random random;
  private final List<Group> groups = new ArrayList<>();
  private final List<Uid> roots = new ArrayList<>();

  public Forest(Random random) {
    this.random = random;
  }

  /** Adds an organization with this many groups, including the organization itself. */
  public Forest organization(int size) {
    Uid root = GroupRows.root(random);
    roots.add(root);
    return below(root, size);
  }

  /** Adds a group and groups below it, this many in all. */
  public Forest below(Uid top, int size) {
    List<Uid> uids = new ArrayList<>(List.of(top));
    groups.add(group(top));
    // The shape is random: from one parent for all groups to a single line.
    int choice = 1 + random.nextInt(size);
    while (uids.size() < size) {
      Uid parent = uids.get(Math.max(0, uids.size() - 1 - random.nextInt(choice)));
      if (parent.depth() >= Uid.MAX_GROUP_DEPTH) {
        parent = top;
      }
      Uid child = GroupRows.child(parent, random);
      uids.add(child);
      groups.add(group(child));
    }
    return this;
  }

  private Group group(Uid uid) {
    return new Group(
        uid,
        new GroupDraft(anyName(), "description"),
        anyTime(),
        anyTime(),
        random.nextInt(Integer.MAX_VALUE));
  }

  /** Returns a name that several groups have, or almost no other. */
  public String anyName() {
    return random.nextInt(4) == 0
        ? Integer.toString(random.nextInt(Integer.MAX_VALUE), Character.MAX_RADIX)
        : List.of("prod", "dev", "a", "a a", "a-a", "a.a", "a_a", "aa").get(random.nextInt(8));
  }

  private Instant anyTime() {
    return START.plusMillis(random.nextInt(8)).plusSeconds(random.nextInt(3));
  }

  /** Returns the groups, in the order in which they were generated. */
  public List<Group> groups() {
    return List.copyOf(groups);
  }

  /** Returns the organizations. */
  public List<Uid> roots() {
    return List.copyOf(roots);
  }

  /** Returns the uid of a random group. */
  public Uid any() {
    return groups.get(random.nextInt(groups.size())).uid();
  }
}
