package local.platform.hub.imports;

import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
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

  /** How many threads the executor has. */
  private static final int RUNNING = 2;

  private static final int WAITING = 16;
  private static final int PLACES = RUNNING + WAITING;

  /** How many places an organization may have. */
  private static final int SHARE = 6;

  /** While so many places are taken, an organization may have one. */
  private static final int MANY = 9;

  private static final String DIRECTORY = "imports";

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

  private final LargeRecords largeRecords = new LargeRecords();
  private final Places places = new Places(PLACES, SHARE, MANY);
  private final Set<Uid> started = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads;
  private final FairThreads<Work> turns;

  /**
   * Creates a queue.
   *
   * @param threads execute nothing else, and are ended with the queue
   */
  @Inject
  public ImportQueue(Configuration configuration, ImportRuns runs, ExecutorService threads) {
    this.directory = configuration.dataDirectory().resolve(DIRECTORY);
    this.runs = runs;
    this.threads = threads;
    this.turns = new FairThreads<>(threads);
  }

  /** Only one import at a time may have these three in common. */
  private record Target(Uid group, String format, String subject) {
    Target(ImportRequest request) {
      this(request.group(), request.format().kind().format(), request.format().subject());
    }
  }

  /** Deletes the files that an earlier process has left behind. */
  public void deleteAbandoned() {
    Spool.deleteAbandoned(directory);
  }

  /** Renews the leases of the imports, and ends those whose servers have ended. */
  public void renewLeases() {
    runs.renew(Set.copyOf(started));
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
          largeRecords.ofImport(),
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
    if (turns.isEnded()) {
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
    Work work = new Work(caller, place.request().group().newChild(), place);
    long bytes = place.spool().length();
    Import created;
    try {
      created = runs.create(caller, work.uid, place.request(), bytes);
      started.add(work.uid);
      place.endUpload();
    } catch (RuntimeException e) {
      place.close();
      throw e;
    }
    try {
      turns.execute(work.uid, work);
    } catch (RejectedExecutionException e) {
      work.end();
      runs.interrupt(Set.of(work.uid));
      throw ending();
    }
    return bytes <= SHORT && work.awaitEnd() ? runs.read(work.uid) : created;
  }

  /** An import that was started. */
  private final class Work implements Runnable {
    private final Caller caller;
    private final Uid uid;
    private final ImportPlace place;
    private final CountDownLatch ended = new CountDownLatch(1);

    Work(Caller caller, Uid uid, ImportPlace place) {
      this.caller = caller;
      this.uid = uid;
      this.place = place;
    }

    @Override
    public void run() {
      try {
        runs.run(caller, uid, place);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "an import ended unexpectedly", e);
      } finally {
        end();
      }
    }

    /** Gives up what the import needs, whether or not it was run. */
    void end() {
      started.remove(uid);
      place.close();
      ended.countDown();
    }

    /** Waits for the end; returns false if that takes long. */
    boolean awaitEnd() {
      try {
        return ended.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /**
   * Ends the imports of this server. What their current batches have not stored yet is rolled back,
   * and waited for. No thread is interrupted, because H2 would close its file.
   */
  public void stop() {
    List<Work> waiting = turns.end();
    endThreads();
    try {
      runs.interrupt(Set.copyOf(started));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "imports count as running until their leases end", e);
    }
    waiting.forEach(Work::end);
    try {
      if (!turns.awaitIdle(ENDING)) {
        LOG.log(Level.WARNING, "an import is still storing a batch");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Ends the threads when they have nothing to do. Payara does not end an executor that it has made
   * for an application, and its threads would keep the classes of this deployment. It allows this
   * call instead, which the specification does not.
   */
  private void endThreads() {
    try {
      threads.shutdown();
    } catch (IllegalStateException e) {
      LOG.log(Level.DEBUG, "the server ends the threads of imports itself", e);
    }
  }
}
