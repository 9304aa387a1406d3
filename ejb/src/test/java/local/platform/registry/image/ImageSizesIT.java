package local.platform.registry.image;

import static local.platform.testing.ImageDocuments.document;
import static local.platform.testing.ImageDocuments.image;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import local.platform.access.authz.Caller;
import local.platform.db.DatabaseVendor;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.registry.image.ImageUpload.Document;
import local.platform.testing.BinaryLog;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.Test;

/**
 * Reads from the binary log how large the transactions are that store images and delete those of a
 * repo, with the largest configs. Writes the largest of each to its output.
 */
class ImageSizesIT {
  /** Together more than one transaction deletes. */
  private static final int IMAGES = 20;

  private static Document config(int number) {
    String end = "\",\"y\":" + number + "}";
    String begin = "{\"x\":\"";
    int length = ImageUploadRules.MAX_DOCUMENT - begin.length() - end.length();
    return document("a/b", begin + "x".repeat(length) + end);
  }

  @Test
  void noTransactionOfUploadsAndOfWhatIsDeletedAfterwardsIsTooLarge() {
    TestDatabase.requireMySql();
    try (MySqlServer server = BinaryLog.startServer();
        TestServices services =
            new TestServices(DatabaseVendor.MYSQL, server.createDatabase(), new MutableClock())) {
      BinaryLog log = new BinaryLog(server);
      World world = new World(services);
      Uid root = world.organization();
      Caller owner = World.everythingAt(root);
      Uid repo = world.repo(root).uid();
      log.assertSmall(
          "store images",
          () -> {
            for (int i = 0; i < IMAGES; i++) {
              Document config = config(i);
              services
                  .images()
                  .upload(owner, repo, new ImageUpload(image(config), List.of(), List.of(config)));
            }
          });

      List<Long> deletion =
          log.assertSmall(
              "delete their repo",
              () -> services.repos().delete(owner, repo, VersionCondition.ANY));
      assertThat(deletion).hasSize(1).allMatch(size -> size < 1 << 20);
      List<Long> purge =
          log.assertSmall("purge images", () -> services.repoPurge(services.imagePurge()).run());
      assertThat(purge).hasSizeGreaterThan(1);
      assertThat(services.repoContents().deleted()).isEmpty();
    }
  }
}
