package local.platform.hub.imports;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;

/** Publishes the imports that have ended on this server. */
@Dependent
public class ImportMetrics implements EndedImports {
  private static final Metadata ENDED =
      Metadata.builder()
          .withName("platform_imports_ended")
          .withDescription("Imports that have ended, by their format and last state")
          .build();

  @Inject private MetricRegistry registry;

  @Override
  public void count(String format, ImportState state) {
    registry.counter(ENDED, new Tag("format", format), new Tag("state", state.name())).inc();
  }
}
