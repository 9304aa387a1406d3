package local.platform.foundation.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.db.DatabaseVendor;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.Together;
import local.platform.testing.Together.Outcome;
import local.platform.testing.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests resources whose parents are not groups: things lie in boxes, and boxes in groups. */
class ParentKindTest {
  private static final int ROUNDS = 100;
  private static final ParentKind BOX = new ParentKind("Box", "BoxEntity", 3);

  private static final class Boxes extends ResourceRepository<BoxEntity, Thing> {
    Boxes(TestServices services) {
      super(
          services.entityManager(),
          services.vendor(),
          BoxEntity.class,
          "Box",
          ParentKind.GROUP,
          BoxEntity::toRecord);
    }
  }

  private static final class Things extends ResourceRepository<ThingEntity, Thing> {
    Things(TestServices services) {
      super(
          services.entityManager(),
          services.vendor(),
          ThingEntity.class,
          "Thing",
          BOX,
          ThingEntity::toRecord);
    }
  }

  private static TestServices services(TestDatabase database) {
    return new TestServices(
        database,
        new MutableClock(),
        List.of(table(database, "box", "resource_group"), table(database, "thing", "box")),
        List.of(BoxEntity.class, ThingEntity.class));
  }

  private static String table(TestDatabase database, String name, String parent) {
    boolean mySql = database.vendor() == DatabaseVendor.MYSQL;
    String time = mySql ? "DATETIME(3)" : "TIMESTAMP(3)";
    return """
        CREATE TABLE %1$s (uid VARBINARY(132) PRIMARY KEY,
          root_uid VARBINARY(20) NOT NULL, parent_uid VARBINARY(132) NOT NULL,
          create_time %2$s NOT NULL, update_time %2$s NOT NULL, version BIGINT NOT NULL,
          CONSTRAINT fk_%1$s_parent FOREIGN KEY (parent_uid) REFERENCES %3$s (uid))
        """
        .formatted(name, time, parent);
  }

  @ParameterizedTest
  @EnumSource
  void aParentOfAnyKindIsNamedWhenItIsMissing(TestDatabase database) {
    try (TestServices services = services(database)) {
      Uid root = new World(services).organization();
      Caller caller = World.everythingAt(root);
      Uid box = createBox(services, caller, root);

      Thing thing = createThing(services, caller, new Things(services).newUid(box));

      assertThat(new Things(services).read(thing.uid())).contains(thing);
      // A group exists, but is not a box.
      for (Uid parent : List.of(root, root.newChild())) {
        assertThatExceptionOfType(PlatformException.class)
            .isThrownBy(() -> createThing(services, caller, parent.newChild()))
            .satisfies(e -> assertThat(e.reason()).isEqualTo("NOT_FOUND"))
            .withMessageContaining("Box");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whereNoParentCanLieThereIsNone(TestDatabase database) {
    try (TestServices services = services(database)) {
      Things things = new Things(services);
      Uid deepest = Uid.newRoot().newChild().newChild().newChild();

      assertThat(things.newUid(deepest).parent()).contains(deepest);
      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(() -> things.newUid(deepest.newChild()))
          .withMessageContaining("Box");
    }
  }

  /** As in groups, nothing is created in a parent that is being deleted. */
  @ParameterizedTest
  @EnumSource
  void whatLiesInAParentThatIsDeletedIsNotCreated(TestDatabase database) {
    try (TestServices services = services(database);
        Together together = new Together()) {
      Uid root = new World(services).organization();
      Caller caller = World.everythingAt(root);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < ROUNDS; i++) {
        Uid box = createBox(services, caller, root);
        Uid uid = box.newChild();

        List<Outcome<Uid>> outcomes =
            together.run(
                () -> createThing(services, caller, uid).uid(),
                () -> {
                  deleteBox(services, caller, box);
                  return box;
                });

        boolean created = new Things(services).find(uid).isPresent();
        boolean kept = new Boxes(services).find(box).isPresent();
        assertThat(created).isEqualTo(kept).isEqualTo(outcomes.get(0).isDone());
        texts.add(outcomes.get(0).text());
      }
      assertThat(texts).allMatch(text -> text.equals("done") || text.startsWith("NOT_FOUND"));
    }
  }

  private static Uid createBox(TestServices services, Caller caller, Uid group) {
    Boxes boxes = new Boxes(services);
    Uid uid = boxes.newUid(group);
    return services
        .writes()
        .create(
            caller.author(),
            boxes,
            uid,
            write -> write.insert(boxes, new BoxEntity(uid, write.time())))
        .uid();
  }

  private static Thing createThing(TestServices services, Caller caller, Uid uid) {
    Things things = new Things(services);
    return services
        .writes()
        .create(
            caller.author(),
            things,
            uid,
            write -> write.insert(things, new ThingEntity(uid, write.time())));
  }

  private static void deleteBox(TestServices services, Caller caller, Uid box) {
    Boxes boxes = new Boxes(services);
    services
        .writes()
        .delete(
            caller.author(),
            boxes,
            box,
            VersionCondition.ANY,
            (write, found) -> {
              if (services.existsIn(box, new Things(services).inGroup())) {
                throw PlatformException.failedPrecondition("RESOURCE_NOT_EMPTY", box, "not empty");
              }
              write.delete(boxes, found);
            });
  }
}
