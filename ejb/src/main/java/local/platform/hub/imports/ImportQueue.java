package local.platform.hub.imports;

import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import local.platform.access.authz.Caller;
import local.platform.config.Configuration;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.injection.SingleInstance;
import local.platform.foundation.share.FairThreads;
import local.platform.foundation.share.Places;
import local.platform.foundation.uid.Uid;

/**
 * The imports of this server: a few that run, and some that wait for their turn. Each has a place
 * from before its upload until its end, so that the number of files is limited too. An organization
 * has a share of the places, and organizations take turns.
 */
@SingleInstance
public class ImportQueue {
  private static final Logger LOG = System.getLogger(ImportQueue.class.getName());
  private static final int RUNNING = 2;
  private static final int WAITING = 16;
  private static final int PLACES = RUNNING + WAITING;

  /** How many places an organization may have. */
  private static final int SHARE = 6;

  /** While so many places are taken, an organization may have one. */
  private static final int MANY = 9;

  private static final String DIRECTORY = "imports";

  /** A third of the lease, so that it outlives a renewal that fails. */
  private static final Duration RENEWAL = Duration.ofSeconds(10);

  /** Files up to this length are worked off before the answer. */
  private static final long SHORT = 8L << 20;

  /** How long the end of the server waits for batches. */
  private static final Duration ENDING = Duration.ofSeconds(5);

  /** How long an answer waits for a short file, which may have to wait for others. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path directory;
  private final ImportRuns runs;

  /** The uploads in progress. Complete ones are guarded by a unique key, also on other servers. */
  private final Map<Target, Object> uploading = new HashMap<>();

  private final Places places = new Places(PLACES, SHARE, MANY);
  private final Set<Uid> started = ConcurrentHashMap.newKeySet();
  private final ExecutorService workers =
      Executors.newFixedThreadPool(RUNNING, task -> thread(task, "import"));
  private final FairThreads turns = new FairThreads(workers);
  private final ScheduledExecutorService renewals =
      Executors.newSingleThreadScheduledExecutor(task -> thread(task, "import-leases"));

  @Inject
  public ImportQueue(Configuration configuration, ImportRuns runs) {
    this.directory = configuration.dataDirectory().resolve(DIRECTORY);
    this.runs = runs;
  }

  /** Only one import at a time may have these three in common. */
  private record Target(Uid group, String format, String subject) {
    Target(ImportRequest request) {
      this(request.group(), request.format().kind().format(), request.format().subject());
    }
  }

  private static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Deletes what an earlier process has left behind, and begins to renew leases. */
  public void start() {
    Spool.deleteAbandoned(directory);
    var unused =
        renewals.scheduleWithFixedDelay(this::renew, 0, RENEWAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void renew() {
    try {
      runs.renew(Set.copyOf(started));
    } catch (RuntimeException e) {
      // An exception would cancel the periodic task for good.
      LOG.log(Level.WARNING, "the leases of imports could not be renewed", e);
    }
  }

  /**
   * Takes a place for an import.
   *
   * @throws PlatformException NOT_FOUND if the group does not exist; FAILED_PRECONDITION with
   *     IMPORT_RUNNING if it has a running import of the same kind and subject, or one is being
   *     uploaded; RESOURCE_EXHAUSTED if no place is free, or none for its organization; UNAVAILABLE
   *     if there is no place for the file
   */
  ImportPlace reserve(ImportRequest request) {
    runs.check(request);
    Uid group = request.group();
    Target target = new Target(request);
    Object upload = take(target);
    try {
      return new ImportPlace(
          request,
          Spool.create(directory),
          () -> endUpload(target, upload),
          () -> places.free(group));
    } catch (RuntimeException e) {
      endUpload(target, upload);
      places.free(group);
      throw e;
    }
  }

  /** Takes a place, and returns what identifies the upload. */
  private synchronized Object take(Target target) {
    if (workers.isShutdown()) {
      throw ending();
    }
    if (uploading.containsKey(target)) {
      throw running(target.group());
    }
    switch (places.take(target.group())) {
      case NONE_IS_FREE ->
          throw tooMany(
              PLACES, "the server works on as many imports as it can, which are " + PLACES);
      case SHARE_IS_USED ->
          throw tooMany(
              SHARE,
              "the server works on as many imports of this organization as it may have, which are "
                  + SHARE
                  + ", or one while the server works on "
                  + MANY
                  + " or more");
      case TAKEN -> {
        // The upload may begin.
      }
    }
    Object upload = new Object();
    uploading.put(target, upload);
    return upload;
  }

  private static PlatformException tooMany(int limit, String text) {
    return PlatformException.tooLarge("TOO_MANY_IMPORTS", limit, text + ": try again later");
  }

  private static PlatformException ending() {
    return PlatformException.unavailable("the server is being stopped: try again with another one");
  }

  static PlatformException running(Uid group) {
    return PlatformException.failedPrecondition(
        "IMPORT_RUNNING", group, "an import of the same kind is running: wait until it ends");
  }

  private synchronized void endUpload(Target target, Object upload) {
    uploading.remove(target, upload);
  }

  /**
   * Starts an import whose file is complete, and waits for its end if the file is short.
   *
   * @param place its place, which is closed when the import ends, or could not be started
   * @return the import
   * @throws PlatformException NOT_FOUND; FAILED_PRECONDITION with IMPORT_RUNNING; UNAVAILABLE if
   *     the server is being stopped
   */
  Import start(Caller caller, ImportPlace place) {
    Uid uid = place.request().group().newChild();
    long bytes = place.spool().length();
    Import created;
    try {
      created = runs.create(caller, uid, place.request(), bytes);
      started.add(uid);
      place.endUpload();
    } catch (RuntimeException e) {
      place.close();
      throw e;
    }
    FutureTask<?> work = new FutureTask<>(() -> work(caller, uid, place), null);
    try {
      turns.execute(uid, work);
    } catch (RejectedExecutionException e) {
      started.remove(uid);
      place.close();
      runs.interrupt(Set.of(uid));
      throw ending();
    }
    return bytes <= SHORT && isDone(work) ? runs.read(uid) : created;
  }

  private void work(Caller caller, Uid uid, ImportPlace place) {
    try {
      runs.run(caller, uid, place);
    } finally {
      started.remove(uid);
      place.close();
    }
  }

  private static boolean isDone(Future<?> work) {
    try {
      work.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      LOG.log(Level.ERROR, "an import ended unexpectedly", e);
      return true;
    }
  }

  /**
   * Ends the imports of this server after their current batches. No thread is interrupted, because
   * H2 would close its file.
   */
  public void stop() {
    renewals.shutdown();
    workers.shutdown();
    try {
      runs.interrupt(Set.copyOf(started));
      if (!workers.awaitTermination(ENDING.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.log(Level.WARNING, "an import is still storing a batch");
      }
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "imports count as running until their leases end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
