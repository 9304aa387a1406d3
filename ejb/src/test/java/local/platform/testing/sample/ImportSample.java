package local.platform.testing.sample;

import java.util.List;
import java.util.Map;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.ImportRequest;
import local.platform.library.artifact.ArtifactFormat;
import local.platform.library.artifact.Ecosystem;

/** The sample of imports, which are started by what is imported. */
public final class ImportSample implements Sample {
  @Override
  public List<Written> writes() {
    return List.of(
        new Written(
            "ImportService.cancel",
            stage -> {
              Uid running = running(stage);
              return () -> stage.services().imports().cancel(stage.owner(), running);
            },
            "Import changed"));
  }

  @Override
  public Map<String, String> tables() {
    return Map.of("hub_import", "uid");
  }

  private static Uid running(Stage stage) {
    Uid group = stage.world().group(stage.root());
    ArtifactFormat format =
        new ArtifactFormat(
            group,
            Ecosystem.JAVA,
            line -> {
              throw new UnsupportedOperationException();
            });
    ImportRequest request = new ImportRequest(group, format, false, false);
    return stage.services().importRuns().create(stage.owner(), group.newChild(), request, 1).uid();
  }
}
