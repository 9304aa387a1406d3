package local.platform.startup;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import local.platform.access.operator.OperatorRepository;
import local.platform.access.token.SigningKeys;
import local.platform.access.upstream.ProvenIssuers;
import local.platform.config.BootstrapSettings;
import local.platform.config.Configuration;
import local.platform.db.Drivers;
import local.platform.db.StartRefusal;
import local.platform.foundation.encryption.RenewedSecrets;
import local.platform.foundation.resource.IdempotencyKeys;
import local.platform.foundation.time.TimedTask;
import local.platform.hub.imports.ImportQueue;
import local.platform.registry.repo.RepoPurger;
import local.platform.startup.Bootstrap.Installation;
import local.platform.vulnerability.feed.build.FeedBuilds;
import local.platform.vulnerability.feed.file.FileCache;

/**
 * Starts the server before it accepts requests. Then rotates its signing keys, renews secrets and
 * the leases of imports, and forgets the keys of requests.
 */
@Singleton
@Startup
@TransactionManagement(TransactionManagementType.BEAN)
@Lock(LockType.READ) // the leases of imports must not wait until keys are rotated
public class ApplicationStart {
  private static final Logger LOG = System.getLogger(ApplicationStart.class.getName());

  @Inject private Configuration configuration;
  @Inject private SigningKeys signingKeys;
  @Inject @Any private Instance<RenewedSecrets> secrets;
  @Inject private Bootstrap bootstrap;
  @Inject private OperatorRepository operators;
  @Inject private ProvenIssuers provenIssuers;
  @Inject private ImportQueue imports;
  @Inject private FeedBuilds feedBuilds;
  @Inject private QuickStartFiles quickStartFiles;
  @Inject private RepoPurger repoPurger;
  @Inject private IdempotencyKeys idempotencyKeys;
  @Inject private FileCache feedFiles;

  /** Made once: the container keeps each bean that it makes for them. */
  private List<TimedTask> keyTasks = List.of();

  private final Thread shutdown = new Thread(this::stopWork, "background-shutdown");

  @PostConstruct
  void start() {
    for (String key : configuration.unknownKeys()) {
      LOG.log(Level.WARNING, "{0} is not a configuration key of this server and is ignored", key);
    }
    try {
      keyTasks = keyTasks();
      keyTasks.forEach(task -> task.work().run());
      provenIssuers.load();
      imports.deleteAbandoned();
      feedFiles.deleteAbandoned();
      configuration.bootstrap().ifPresent(this::bootstrap);
      Optional<Installation> installation = bootstrap.installation();
      if (configuration.quickStart() && installation.isPresent()) {
        quickStartFiles.write(installation.get());
      }
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.ERROR, "the start failed", e);
      stopWork(); // nothing else stops it if this bean does not begin to exist
      throw StartRefusal.refuse(String.valueOf(e.getMessage()));
    }
    Runtime.getRuntime().addShutdownHook(shutdown);
    repoPurger.wake();
    if (!operators.isAny()) {
      LOG.log(
          Level.WARNING,
          "there is no operator, so nobody can log in: set PLATFORM_BOOTSTRAP_ORGANIZATION, and for an external subject _ISSUER and _SUBJECT, and start again");
    }
  }

  /**
   * Ends what runs in the background. When the process ends, a shutdown hook has done that already:
   * here the database can no longer be used then.
   */
  @PreDestroy
  void stop() {
    if (!isShuttingDown()) {
      stopWork();
      Drivers.release();
    }
  }

  private void stopWork() {
    feedBuilds.stop();
    feedFiles.stop();
    imports.stop();
  }

  private boolean isShuttingDown() {
    try {
      Runtime.getRuntime().removeShutdownHook(shutdown);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private void bootstrap(BootstrapSettings settings) {
    Optional<Installation> made = bootstrap.run(settings);
    if (!configuration.quickStart()) {
      made.ifPresent(
          installation ->
              Notice.show(
                  FirstLogin.made(installation)
                      + FirstLogin.how(installation, settings.issuer(), configuration.tokens())));
    }
  }

  private List<TimedTask> keyTasks() {
    TimedTask rotation =
        new TimedTask("the signing keys could not be rotated", signingKeys::rotate);
    Stream<TimedTask> renewals =
        secrets.stream()
            .map(each -> new TimedTask("stored secrets could not be encrypted again", each::renew));
    return Stream.concat(Stream.of(rotation), renewals).toList();
  }

  /**
   * Rotates the signing keys if the next one is due, and encrypts stored secrets again if the
   * key-encryption key has changed; called once a minute.
   */
  @Schedule(hour = "*", minute = "*", persistent = false)
  void rotateKeys() {
    keyTasks.forEach(TimedTask::attempt);
  }

  /** Forgets the keys of requests that are kept no longer; called once a minute. */
  @Schedule(hour = "*", minute = "*", second = "30", persistent = false)
  void forgetKeys() {
    new TimedTask("keys of requests could not be deleted", idempotencyKeys::deleteOld).attempt();
  }

  /**
   * Renews the leases of imports; called every ten seconds, which is a third of a lease, so that
   * this outlives a renewal that fails.
   */
  @Schedule(hour = "*", minute = "*", second = "*/10", persistent = false)
  void renewLeases() {
    new TimedTask("the leases of imports could not be renewed", imports::renewLeases).attempt();
  }
}
