package local.platform.hub.imports;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.inject.Produces;
import local.platform.foundation.injection.SingleInstance;

/** Produces the threads of imports: an executor that the deployment descriptors define. */
@SingleInstance
public class ImportThreads {
  @Resource(lookup = "java:app/concurrent/imports")
  private ManagedExecutorService threads;

  @Produces
  ManagedExecutorService threads() {
    return threads;
  }
}
