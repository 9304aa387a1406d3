package local.platform.registry.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.Change;
import local.platform.foundation.uid.Uid;
import local.platform.testing.ImageDocuments;
import local.platform.testing.MutableClock;
import local.platform.testing.MySqlProxy;
import local.platform.testing.MySqlProxy.Break;
import local.platform.testing.MySqlProxy.Command;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The connection breaks while an image is being committed: it is written once. */
@TestInstance(Lifecycle.PER_CLASS)
class ImageBrokenCommitsIT {
  private final List<Change> changes = new ArrayList<>();
  private MySqlProxy proxy;
  private TestServices services; // through the proxy
  private TestServices others; // past it
  private World world;
  private Uid root;
  private Caller owner;

  @BeforeAll
  void start() {
    MutableClock clock = new MutableClock();
    DatabaseSettings database = TestDatabase.MYSQL.create();
    proxy = new MySqlProxy(database);
    others = new TestServices(DatabaseVendor.MYSQL, database, clock);
    services = new TestServices(DatabaseVendor.MYSQL, proxy.settings(), clock);
    world = new World(others);
    root = world.organization();
    owner = World.everythingAt(root);
    services.observe(changes::addAll);
    // A write is tried again only within a second, and the first of everything takes longer.
    for (TestServices each : List.of(others, services)) {
      each.images().upload(owner, world.repo(root).uid(), ImageDocuments.UPLOAD);
    }
  }

  @AfterAll
  void stop() {
    services.close();
    others.close();
    proxy.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER"})
  void anImageIsStoredOnce(Break how) {
    Uid repo = world.repo(root).uid();
    int brokenBefore = proxy.broken();
    changes.clear();
    proxy.breakNext(Command.COMMIT, how);

    UploadedImage uploaded = services.images().upload(owner, repo, ImageDocuments.UPLOAD);

    assertThat(proxy.broken() - brokenBefore).isEqualTo(1);
    assertThat(uploaded.architectures()).containsExactly("amd64");
    assertThat(others.images().count(owner, repo)).isEqualTo(1);
    assertThat(others.images().upload(owner, repo, ImageDocuments.UPLOAD)).isEqualTo(uploaded);
    assertThat(others.images().config(owner, repo, ImageDocuments.DIGEST, Optional.empty()).cmd())
        .containsExactly("/bin/sh");
    // A committed change was observed with its commit; a second attempt has nothing to tell.
    assertThat(changes).hasSize(how == Break.BEFORE ? 4 : 2);
  }
}
