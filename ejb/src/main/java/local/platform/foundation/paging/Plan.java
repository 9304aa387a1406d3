package local.platform.foundation.paging;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.uid.UidScope.Subtree;

/**
 * How positions of a list are found. {@link PositionQuery} chooses it without reading anything;
 * what depends on the rows is decided while it runs.
 */
sealed interface Plan {
  /** Finds the positions of a range, in the order of the list. */
  List<Position> run(Span span);

  /** Returns the plan that merges some: {@link Merge}, or the only one. */
  static Plan merge(SortOrder order, List<Plan> plans) {
    return plans.size() == 1 ? plans.get(0) : new Merge(order, plans);
  }

  /**
   * One statement. It scans an index that has the rows in the order of the list, as far as needed,
   * or it reads and sorts all rows that meet its conditions if there is no such index.
   */
  record Read(PositionStatements statements, ScopeCondition condition) implements Plan {
    @Override
    public List<Position> run(Span span) {
      return statements.positions(condition, span);
    }
  }

  /**
   * Several plans, each for some of the rows. Each finds the skipped positions too, because it is
   * not known in advance how many of them are whose.
   */
  record Merge(SortOrder order, List<Plan> plans) implements Plan {
    @Override
    public List<Position> run(Span span) {
      Span each = span.withSkipped();
      return plans.stream()
          .flatMap(plan -> plan.run(each).stream())
          .sorted(order.comparator())
          .skip(span.skip())
          .limit(span.limit())
          .toList();
    }
  }

  /** Several plans, whose rows come one after the other. Only as many run as are needed. */
  record Chain(List<Plan> plans) implements Plan {
    @Override
    public List<Position> run(Span span) {
      List<Position> positions = new ArrayList<>();
      for (Plan plan : plans) {
        if (positions.size() < span.limit()) {
          positions.addAll(plan.run(span.atMost(span.limit() - positions.size())));
        }
      }
      return positions;
    }
  }

  /**
   * First the rows that have a value of the field by which the list is ordered, then those that
   * have none. Only a range that reaches the end of the first reads the second.
   *
   * @param present finds the rows that have one
   * @param absent finds the rows that have none, in the order of keys
   */
  record PresentFirst(PositionQuery present, PositionQuery absent) implements Plan {
    @Override
    public List<Position> run(Span span) {
      if (span.position().filter(position -> position.value() == null).isPresent()) {
        return absent(span);
      }
      List<Position> found = present.next(span.withSkipped());
      int skipped = Math.min(span.skip(), found.size());
      List<Position> positions = new ArrayList<>(found.subList(skipped, found.size()));
      if (positions.size() < span.limit()) {
        positions.addAll(
            absent(
                new Span(
                    Optional.empty(), span.limit() - positions.size(), span.skip() - skipped)));
      }
      return positions;
    }

    private List<Position> absent(Span span) {
      Span byKey =
          new Span(
              span.position()
                  .map(position -> new Position(position.key(), position.key(), position.uid())),
              span.limit(),
              span.skip());
      return absent.next(byKey).stream()
          .map(position -> new Position(position.key(), null, position.uid()))
          .toList();
    }
  }

  /**
   * The rows that meet a selective condition. There are two ways: scanning in the order of the list
   * and checking each row, which is fast if many meet the condition, and reading and sorting all
   * rows that meet it, which is fast if they are few. The sample tells how many meet it.
   */
  record Selection(Sample sample, Read scan, Read sort) implements Plan {
    @Override
    public List<Position> run(Span span) {
      if (!sample.isSmallerThanList()) {
        return sort.run(span);
      }
      List<Position> sampled = sample.read(span);
      if (sampled.size() < Sample.SIZE) {
        return scan.run(span); // few rows are left
      }
      Position last = sampled.get(Sample.SIZE - 1);
      long found = scan.statements().count(scan.condition(), span.position(), last);
      return sample.promisesShortScan(found, span) ? scan.run(span) : sort.run(span);
    }
  }

  /**
   * One of two plans, depending on whether the list has few rows, which can all be read and sorted.
   */
  record IfFew(Sample sample, Plan few, Plan many) implements Plan {
    @Override
    public List<Position> run(Span span) {
      return (sample.isSmallerThanList() ? many : few).run(span);
    }
  }

  /**
   * The rows in a part of an organization, in an order other than that of uids. There are two ways:
   * scanning the organization in the order of the list, which is fast if the part is large, and
   * reading and sorting the whole part, which is fast if it is small. The sample tells how much of
   * the organization belongs to the part; it may even have all positions that are needed.
   */
  record Part(Sample sample, List<Subtree> subtrees, Read scan, Plan sort) implements Plan {
    @Override
    public List<Position> run(Span span) {
      if (!sample.isSmallerThanList()) {
        return sort.run(span);
      }
      List<Position> sampled = sample.read(span);
      List<Position> found =
          sampled.stream().filter(position -> ListScope.contains(subtrees, position)).toList();
      boolean isEnough = found.size() >= span.sizeWithSkipped() || sampled.size() < Sample.SIZE;
      if (isEnough && isUnfiltered()) {
        return found.stream().skip(span.skip()).limit(span.limit()).toList();
      }
      return sample.promisesShortScan(found.size(), span) ? scan.run(span) : sort.run(span);
    }

    private boolean isUnfiltered() {
      return scan.statements().filters().equals(sample.statements().filters());
    }
  }
}
