package local.platform.iam.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorDetail.PreconditionFailure;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.UnobservedWrite;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.testing.Changes;
import local.platform.testing.Races;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several callers write the same group at the same time. */
@Tag("group")
class GroupRacesIT {
  private static final String DONE = "done";
  private static final String NOT_FOUND = "NOT_FOUND NOT_FOUND";
  private static final String NOT_EMPTY = "FAILED_PRECONDITION FAILED_PRECONDITION";
  private static final String ETAG_MISMATCH = "ABORTED ETAG_MISMATCH";
  private static final String CONCURRENT_UPDATE = "ABORTED CONCURRENT_UPDATE";

  private final Uid root = Uid.newRoot();
  private final Caller owner = TestServices.caller(BuiltInRole.OWNER, root);
  private TestServices services;
  private Races races;

  private void start(TestDatabase database) {
    services = new TestServices(database, Clock.tickMillis(ZoneOffset.UTC));
    races = new Races(database, services);
    services
        .transactions()
        .write(
            attempt ->
                services
                    .groupRepository()
                    .insert(UnobservedWrite.begin(), root, "organization", "", Instant.EPOCH));
  }

  @AfterEach
  void stop() {
    races.close();
    services.close();
  }

  @ParameterizedTest
  @EnumSource
  void aGroupIsDeletedOrGetsAChildButNotBoth(TestDatabase database) throws SQLException {
    start(database);
    assertDeletedOrFilled(1);
  }

  @ParameterizedTest
  @EnumSource
  void aGroupIsDeletedOrGetsChildrenButNotBoth(TestDatabase database) throws SQLException {
    start(database);
    assertDeletedOrFilled(2);
  }

  private void assertDeletedOrFilled(int children) throws SQLException {
    int deletions = 0;
    for (int round = 0; round < Races.ROUNDS; round++) {
      Group parent = create(root);
      List<Supplier<Group>> actions = new ArrayList<>();
      actions.add(() -> delete(parent, VersionCondition.ANY));
      for (int i = 0; i < children; i++) {
        actions.add(() -> create(parent.uid()));
      }
      List<Outcome<Group>> outcomes = races.run(round, actions);

      boolean deleted = outcomes.get(0).isDone();
      deletions += deleted ? 1 : 0;
      List<String> expected = new ArrayList<>(List.of(deleted ? DONE : NOT_EMPTY));
      expected.addAll(Collections.nCopies(children, deleted ? NOT_FOUND : DONE));
      assertThat(outcomes).as("round %d", round).extracting(Outcome::text).isEqualTo(expected);
      assertThat(find(parent).isDone()).isEqualTo(!deleted);
      if (!deleted) {
        assertThat(outcomes.get(0).failure().details())
            .extracting(detail -> ((PreconditionFailure) detail).type())
            .containsExactly("RESOURCE_NOT_EMPTY");
        for (Outcome<Group> child : outcomes.subList(1, outcomes.size())) {
          assertThat(find(child.result()).result()).isEqualTo(child.result());
        }
      }
    }
    assertThat(deletions).as("rounds that the deletion won").isBetween(1, Races.ROUNDS - 1);
    assertThat(orphans()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void ofTwoDeletionsOneDeletes(TestDatabase database) {
    start(database);
    for (int round = 0; round < Races.ROUNDS; round++) {
      Group group = create(root);
      Supplier<Group> deletion = () -> delete(group, VersionCondition.ANY);

      assertThat(races.run(round, deletion, deletion))
          .as("round %d", round)
          .extracting(Outcome::text)
          .containsExactlyInAnyOrder(DONE, NOT_FOUND);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aChangeOfAGroupThatIsBeingDeletedIsMadeBeforeOrFindsNothing(TestDatabase database) {
    start(database);
    for (int round = 0; round < Races.ROUNDS; round++) {
      Group group = create(root);
      List<Outcome<Group>> outcomes =
          races.run(
              round,
              () -> delete(group, VersionCondition.ANY),
              () -> update(group, Changes.groupName("new"), VersionCondition.ANY));

      assertThat(outcomes.get(0).text()).as("round %d", round).isEqualTo(DONE);
      assertThat(outcomes.get(1).text()).as("round %d", round).isIn(DONE, NOT_FOUND);
      assertThat(find(group).text()).isEqualTo(NOT_FOUND);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aVersionThatIsDeletedOrChangedByOneIsNotByTheOther(TestDatabase database) {
    start(database);
    for (int round = 0; round < Races.ROUNDS; round++) {
      Group group = create(root);
      VersionCondition seen = seen(group);
      List<Outcome<Group>> outcomes =
          races.run(
              round,
              () -> delete(group, seen),
              () -> update(group, Changes.groupName("new"), seen));

      boolean deleted = outcomes.get(0).isDone();
      assertThat(outcomes)
          .as("round %d", round)
          .extracting(Outcome::text)
          .containsExactly(deleted ? DONE : ETAG_MISMATCH, deleted ? NOT_FOUND : DONE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void twoChangesOfDifferentFieldsAreBothMadeOneAfterTheOther(TestDatabase database) {
    start(database);
    Group before = create(root);
    for (int round = 0; round < Races.ROUNDS; round++) {
      Group group = before;
      String text = "round " + round;
      List<Outcome<Group>> outcomes =
          races.run(
              round,
              () -> update(group, Changes.groupName(text), VersionCondition.ANY),
              () -> update(group, Changes.groupDescription(text), VersionCondition.ANY));

      assertThat(outcomes).as("round %d", round).extracting(Outcome::text).containsOnly(DONE);
      List<Group> results =
          outcomes.stream()
              .map(Outcome::result)
              .sorted(Comparator.comparing(Group::version))
              .toList();
      Group first = results.get(0);
      Group last = results.get(1);
      assertThat(first.version()).as("round %d", round).isEqualTo(before.version() + 1);
      assertThat(last.version()).isEqualTo(before.version() + 2);
      assertThat(List.of(first.draft().name(), first.draft().description()))
          .containsAnyOf(before.draft().name(), before.draft().description());
      assertThat(List.of(last.draft().name(), last.draft().description())).containsOnly(text);
      assertThat(find(before).result()).as("round %d", round).isEqualTo(last);
      before = last;
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofTwoWritersThatSawTheSameVersionOneWins(TestDatabase database) {
    start(database);
    Group before = create(root);
    for (int round = 0; round < Races.ROUNDS; round++) {
      Group group = before;
      String text = "round " + round;
      List<Outcome<Group>> outcomes =
          races.run(
              round,
              () -> update(group, Changes.groupName(text), seen(group)),
              () -> update(group, Changes.groupDescription(text), seen(group)));

      assertThat(outcomes)
          .as("round %d", round)
          .extracting(Outcome::text)
          .containsExactlyInAnyOrder(DONE, ETAG_MISMATCH);
      Outcome<Group> winner = outcomes.get(outcomes.get(0).isDone() ? 0 : 1);
      before = find(before).result();
      assertThat(before).as("round %d", round).isEqualTo(winner.result());
      assertThat(before.version()).isEqualTo(group.version() + 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void amongManyWritersEachChangeIsMadeOnceOrRefused(TestDatabase database) {
    int writers = 8;
    int changes = 50;
    start(database);
    Group before = create(root);
    List<Supplier<List<Outcome<Group>>>> actions = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      String name = "writer " + writer + " change ";
      actions.add(
          () ->
              IntStream.range(0, changes)
                  .mapToObj(i -> Together.outcome(() -> rename(before, name + i)))
                  .toList());
    }
    List<Outcome<Group>> outcomes;
    try (Together together = new Together()) {
      outcomes =
          together.run(actions).stream().flatMap(outcome -> outcome.result().stream()).toList();
    }

    assertThat(outcomes).extracting(Outcome::text).isSubsetOf(DONE, CONCURRENT_UPDATE);
    List<Group> made =
        outcomes.stream()
            .filter(Outcome::isDone)
            .map(Outcome::result)
            .sorted(Comparator.comparing(Group::version))
            .toList();
    assertThat(made)
        .extracting(Group::version)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, made.size()).mapToObj(i -> before.version() + i).toList());
    assertThat(made).extracting(group -> group.draft().name()).doesNotHaveDuplicates();
    assertThat(made.size()).as("changes that were made").isGreaterThan(writers * changes / 4);
    Group last = find(before).result();
    assertThat(last).isEqualTo(made.get(made.size() - 1));
    assertThat(last.draft().description()).isEqualTo(before.draft().description());
  }

  private Group create(Uid parent) {
    return services.groups().create(owner, Optional.of(parent), new GroupDraft("name", "text"));
  }

  private Group delete(Group group, VersionCondition condition) {
    services.groups().delete(owner, group.uid(), condition);
    return group;
  }

  private Group rename(Group group, String name) {
    return update(group, Changes.groupName(name), VersionCondition.ANY);
  }

  private Group update(Group group, DraftChange<GroupDraft> change, VersionCondition condition) {
    return services.groups().update(owner, group.uid(), change, condition);
  }

  private Outcome<Group> find(Group group) {
    return Together.outcome(() -> services.groupResources().get(owner, group.uid()));
  }

  private static VersionCondition seen(Group group) {
    return VersionCondition.requiring(group.version());
  }

  private long orphans() throws SQLException {
    try (Connection connection = services.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM resource_group child LEFT JOIN resource_group parent"
                    + " ON parent.uid = child.parent_uid"
                    + " WHERE child.parent_uid IS NOT NULL AND parent.uid IS NULL")) {
      row.next();
      return row.getLong(1);
    }
  }
}
