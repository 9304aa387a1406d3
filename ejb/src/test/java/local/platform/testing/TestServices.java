package local.platform.testing;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import javax.sql.DataSource;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Grants;
import local.platform.access.authz.Narrowing;
import local.platform.access.aws.AwsVerifier;
import local.platform.access.operator.OperatorRepository;
import local.platform.access.operator.Operators;
import local.platform.access.token.SigningKeys;
import local.platform.access.token.TokenIssuer;
import local.platform.access.token.TokenSubject;
import local.platform.access.token.TokenVerifier;
import local.platform.access.token.VerifiedTokens;
import local.platform.access.upstream.IssuerKeys;
import local.platform.access.upstream.ProvenIssuerRepository;
import local.platform.access.upstream.ProvenIssuers;
import local.platform.access.upstream.UpstreamVerifier;
import local.platform.config.Configuration;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.PlatformDataSource;
import local.platform.db.PrimaryLease;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.encryption.KeyEncryptionKey;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.PageMarks;
import local.platform.foundation.paging.PageTokens;
import local.platform.foundation.paging.SharedCounts;
import local.platform.foundation.paging.TextLister;
import local.platform.foundation.persistence.RowStatements;
import local.platform.foundation.persistence.Snapshots;
import local.platform.foundation.resource.ApiRequest;
import local.platform.foundation.resource.ChangeObserver;
import local.platform.foundation.resource.GroupRows;
import local.platform.foundation.resource.IdempotencyKeys;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.time.ChangeTimes;
import local.platform.foundation.time.DatabaseClock;
import local.platform.foundation.transaction.CommitDurability;
import local.platform.foundation.transaction.CommitOutcomes;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.transaction.WritePlaces;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.Import;
import local.platform.hub.imports.ImportKind;
import local.platform.hub.imports.ImportPurge;
import local.platform.hub.imports.ImportQueue;
import local.platform.hub.imports.ImportRepository;
import local.platform.hub.imports.ImportRunsBean;
import local.platform.hub.imports.ImportService;
import local.platform.hub.imports.ImportServiceBean;
import local.platform.hub.imports.ImportState;
import local.platform.iam.binding.Owners;
import local.platform.iam.binding.RoleBinding;
import local.platform.iam.binding.RoleBindingDraft;
import local.platform.iam.binding.RoleBindingRepository;
import local.platform.iam.binding.RoleBindingService;
import local.platform.iam.binding.RoleBindingServiceBean;
import local.platform.iam.binding.RoleBindings;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupContents;
import local.platform.iam.group.GroupDraft;
import local.platform.iam.group.GroupRepository;
import local.platform.iam.group.GroupService;
import local.platform.iam.group.GroupServiceBean;
import local.platform.iam.group.Groups;
import local.platform.iam.group.Organizations;
import local.platform.iam.identity.ExchangeTargets;
import local.platform.iam.identity.Identities;
import local.platform.iam.identity.Identity;
import local.platform.iam.identity.IdentityDraft;
import local.platform.iam.identity.IdentityRepository;
import local.platform.iam.identity.IdentityService;
import local.platform.iam.identity.IdentityServiceBean;
import local.platform.iam.identity.RelationshipRules;
import local.platform.iam.invite.GroupInvite;
import local.platform.iam.invite.GroupInviteDraft;
import local.platform.iam.invite.GroupInviteService;
import local.platform.iam.invite.GroupInviteServiceBean;
import local.platform.iam.invite.GroupInvites;
import local.platform.iam.role.Role;
import local.platform.iam.role.RoleDraft;
import local.platform.iam.role.Roles;
import local.platform.kind.Kind;
import local.platform.kind.Kinds;
import local.platform.kind.Repositories;
import local.platform.kind.ResourceService;
import local.platform.kind.ResourceServiceBean;
import local.platform.kind.Resources;
import local.platform.library.artifact.ArtifactContents;
import local.platform.library.artifact.ArtifactFormat;
import local.platform.library.artifact.ArtifactPurge;
import local.platform.library.artifact.ArtifactRepository;
import local.platform.library.artifact.ArtifactService;
import local.platform.library.artifact.ArtifactServiceBean;
import local.platform.operator.OperatorService;
import local.platform.operator.OperatorServiceBean;
import local.platform.registry.image.ImageChildren;
import local.platform.registry.image.ImageConfigRepository;
import local.platform.registry.image.ImageLookup;
import local.platform.registry.image.ImagePurge;
import local.platform.registry.image.ImageRepository;
import local.platform.registry.image.ImageService;
import local.platform.registry.image.ImageServiceBean;
import local.platform.registry.image.ImageVariants;
import local.platform.registry.image.ImageWrites;
import local.platform.registry.name.RegistryNamespaceRepository;
import local.platform.registry.name.RegistryNamespaceService;
import local.platform.registry.name.RegistryNamespaceServiceBean;
import local.platform.registry.name.RepoPaths;
import local.platform.registry.name.TombstoneRepository;
import local.platform.registry.name.TombstoneService;
import local.platform.registry.name.TombstoneServiceBean;
import local.platform.registry.repo.Repo;
import local.platform.registry.repo.RepoContentPart;
import local.platform.registry.repo.RepoContents;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.RepoPurge;
import local.platform.registry.repo.RepoPurger;
import local.platform.registry.repo.RepoReadme;
import local.platform.registry.repo.RepoReadmeDraft;
import local.platform.registry.repo.RepoReadmes;
import local.platform.registry.repo.RepoRepository;
import local.platform.registry.repo.RepoService;
import local.platform.registry.repo.RepoServiceBean;
import local.platform.registry.repo.RepoWithReadmeRepository;
import local.platform.registry.repo.RepoWithReadmeService;
import local.platform.registry.repo.RepoWithReadmeServiceBean;
import local.platform.registry.repo.RepoWrites;
import local.platform.registry.repo.Repos;
import local.platform.registry.tag.TagHistory;
import local.platform.registry.tag.TagRepository;
import local.platform.registry.tag.TagService;
import local.platform.registry.tag.TagServiceBean;
import local.platform.registry.tag.TagWrites;
import local.platform.signin.authn.Authenticator;
import local.platform.signin.authn.AuthenticatorBean;
import local.platform.signin.authn.CallerGrants;
import local.platform.signin.authn.Introspector;
import local.platform.signin.authn.IntrospectorBean;
import local.platform.signin.exchange.Credentials;
import local.platform.signin.exchange.TokenExchange;
import local.platform.signin.exchange.TokenExchangeBean;
import local.platform.startup.Bootstrap;
import local.platform.testing.sample.Samples;
import local.platform.vulnerability.advisory.AdvisoryEventRepository;
import local.platform.vulnerability.advisory.AdvisoryEventService;
import local.platform.vulnerability.advisory.AdvisoryEventServiceBean;
import local.platform.vulnerability.advisory.AdvisoryRepository;
import local.platform.vulnerability.advisory.AdvisoryService;
import local.platform.vulnerability.advisory.AdvisoryServiceBean;
import local.platform.vulnerability.advisory.CallerNames;
import local.platform.vulnerability.advisory.DeletedAdvisories;
import local.platform.vulnerability.advisory.EventLog;
import local.platform.vulnerability.advisory.EventReviews;
import local.platform.vulnerability.advisory.PublishedAdvisories;
import local.platform.vulnerability.advisory.ResolvedVulnerabilityService;
import local.platform.vulnerability.advisory.ResolvedVulnerabilityServiceBean;
import local.platform.vulnerability.advisory.SourceReviews;
import local.platform.vulnerability.feed.AnonymousReads;
import local.platform.vulnerability.feed.FeedAccess;
import local.platform.vulnerability.feed.FeedAccessBean;
import local.platform.vulnerability.feed.FeedRepository;
import local.platform.vulnerability.feed.PublicDocuments;
import local.platform.vulnerability.feed.PublicDocumentsBean;
import local.platform.vulnerability.feed.PublicMetadata;
import local.platform.vulnerability.feed.PublicMetadataBean;
import local.platform.vulnerability.feed.build.BuildDatabase;
import local.platform.vulnerability.feed.build.BuildResults;
import local.platform.vulnerability.feed.build.DatabaseTime;
import local.platform.vulnerability.feed.build.FeedBuilder;
import local.platform.vulnerability.feed.build.FeedPurge;
import local.platform.vulnerability.feed.query.CandidateRows;
import local.platform.vulnerability.feed.query.FeedQueries;
import local.platform.vulnerability.feed.query.FeedQueriesBean;
import local.platform.vulnerability.metadata.KnownMetadata;
import local.platform.vulnerability.metadata.KnownSeverities;
import local.platform.vulnerability.source.RecordReaders;
import local.platform.vulnerability.source.SourceFormat;
import local.platform.vulnerability.source.SourcePurge;
import local.platform.vulnerability.source.SourceService;
import local.platform.vulnerability.source.SourceServiceBean;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Provides every service on one migrated database, wired as in the container. Thread-safe. */
public final class TestServices implements AutoCloseable {
  private static final String ISSUER = "https://platform.test";

  /** More than tests ever have at once: their pool is waited for. */
  private static final int CONNECTIONS = 1_000;

  private final MigratedDatabase database;
  private final EntityManagerFactory factory;
  private final LocalTransactions userTransaction;
  private final EntityManager entityManager;
  private final DatabaseVendor vendor;
  private final Clock clock;
  private final Configuration configuration;
  private final CommitOutcomes commitOutcomes;
  private final WritePlaces writePlaces;
  private final List<ChangeObserver> observers = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> endedImports = new ConcurrentHashMap<>();
  private final AnonymousReads anonymousReads = new AnonymousReads();
  private Optional<ApiRequest> request = Optional.empty();

  /** Creates services on an empty database. */
  public TestServices(TestDatabase database, Clock clock) {
    this(database, clock, Map.of());
  }

  /**
   * Creates services on an empty database.
   *
   * @param properties configuration that takes precedence over the test's own
   */
  public TestServices(TestDatabase database, Clock clock, Map<String, String> properties) {
    this(
        database.vendor(),
        MigratedDatabase.empty(database, TestServices::entityManagerFactory),
        clock,
        configuration(properties));
  }

  /**
   * Creates services on an empty database that has further tables.
   *
   * @param tables the statements that create them
   * @param entities the entities stored in them
   */
  public TestServices(
      TestDatabase database, Clock clock, List<String> tables, List<Class<?>> entities) {
    this(
        database.vendor(),
        MigratedDatabase.given(
            database.vendor(),
            new PlatformDataSource(database.create()),
            4,
            dataSource -> {
              tables.forEach(sql -> execute(dataSource, sql));
              return entityManagerFactory(dataSource, entities);
            }),
        clock,
        configuration(Map.of()));
  }

  /** Creates services on a given database, which is migrated first. */
  public TestServices(DatabaseVendor vendor, DatabaseSettings settings, Clock clock) {
    this(vendor, settings, clock, Map.of());
  }

  /**
   * Creates services on a given database, which is migrated first.
   *
   * @param properties configuration that takes precedence over the test's own
   */
  public TestServices(
      DatabaseVendor vendor,
      DatabaseSettings settings,
      Clock clock,
      Map<String, String> properties) {
    this(
        vendor,
        MigratedDatabase.given(
            vendor,
            new PlatformDataSource(settings),
            settings.poolSize(),
            TestServices::entityManagerFactory),
        clock,
        configuration(properties));
  }

  /**
   * Creates services on a given database, which is migrated first.
   *
   * @param driver makes the connections of the pool
   */
  public TestServices(DatabaseVendor vendor, DataSource driver, int poolSize, Clock clock) {
    this(
        vendor,
        MigratedDatabase.given(vendor, driver, poolSize, TestServices::entityManagerFactory),
        clock,
        configuration(Map.of()));
  }

  private TestServices(
      DatabaseVendor vendor, MigratedDatabase database, Clock clock, Configuration configuration) {
    this.vendor = vendor;
    this.clock = clock;
    this.configuration = configuration;
    this.commitOutcomes = new CommitOutcomes(vendor, PrimaryLease.unneeded());
    this.writePlaces = new WritePlaces(CONNECTIONS, PrimaryLease.unneeded());
    this.database = database;
    this.factory = database.factory();
    this.userTransaction = new LocalTransactions(factory);
    this.entityManager = userTransaction.sharedEntityManager();
  }

  private static void execute(DataSource dataSource, String sql) {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static EntityManagerFactory entityManagerFactory(DataSource dataSource) {
    return entityManagerFactory(dataSource, List.of());
  }

  private static EntityManagerFactory entityManagerFactory(
      DataSource dataSource, List<Class<?>> entities) {
    org.hibernate.cfg.Configuration hibernate = new org.hibernate.cfg.Configuration();
    PersistenceUnit.entities().forEach(hibernate::addAnnotatedClass);
    entities.forEach(hibernate::addAnnotatedClass);
    hibernate.getProperties().put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, dataSource);
    hibernate.setProperty(AvailableSettings.HBM2DDL_AUTO, "validate");
    hibernate.getProperties().put(AvailableSettings.STATEMENT_INSPECTOR, new StatementHook());
    return hibernate.buildSessionFactory();
  }

  /**
   * Returns a complete configuration, in which the given properties take precedence over the test's
   * own.
   */
  public static Configuration configuration(Map<String, String> properties) {
    Map<String, String> ours =
        Map.of(
            "platform.issuer-url",
            ISSUER,
            "platform.key-encryption-key",
            Base64.getEncoder().encodeToString(new byte[32]),
            "platform.organizations.self-service",
            "true",
            // Many tests need exact totals, also on a machine that does other things.
            "platform.lists.total-timeout",
            "PT8S");
    Function<String, Optional<String>> lookUp =
        key -> Optional.ofNullable(properties.getOrDefault(key, ours.get(key)));
    return Configuration.from(lookUp, variable -> Optional.empty(), Set.of());
  }

  /** Makes the writes of all services that are asked for from now on part of this request. */
  public void request(ApiRequest made) {
    request = Optional.of(made);
  }

  /** Lets the writes of all services that are asked for from now on be those of their callers. */
  public void requestNothing() {
    request = Optional.empty();
  }

  /** Passes all later changes of all services to an observer. */
  public void observe(ChangeObserver observer) {
    observers.add(observer);
  }

  /** Sets the action that each thread runs before a statement of JPA. */
  void beforeStatement(Runnable action) {
    ((StatementHook)
            factory
                .unwrap(SessionFactoryImplementor.class)
                .getSessionFactoryOptions()
                .getStatementInspector())
        .run(action);
  }

  /** Sets the action that each thread runs before a commit. */
  void beforeCommit(Runnable action) {
    userTransaction.beforeCommit(action);
  }

  /** Creates an entity manager with transactions of its own. */
  public EntityManager newEntityManager() {
    return factory.createEntityManager();
  }

  public EntityManager entityManager() {
    return entityManager;
  }

  /** Returns the time of the services' clock. */
  public Instant now() {
    return clock.instant();
  }

  public DataSource dataSource() {
    return database.dataSource();
  }

  /** Returns what measures the queries of services that were created on an empty database. */
  public QueryMeter meter() {
    return database.meter();
  }

  public Configuration configuration() {
    return configuration;
  }

  /** Returns the groups directly below a group. */
  public List<Uid> childrenOf(Uid group) {
    return uids("select g.uid from GroupEntity g where g.parentUid = :uid", group);
  }

  /** Returns the identities with role bindings at a group. */
  public List<Uid> boundAt(Uid group) {
    return uids("select b.identityUid from RoleBindingEntity b where b.parentUid = :uid", group);
  }

  private List<Uid> uids(String query, Uid uid) {
    return entityManager.createQuery(query, Uid.class).setParameter("uid", uid).getResultList();
  }

  public Transactions transactions() {
    return new Transactions(
        userTransaction,
        writePlaces,
        entityManager,
        new CommitDurability(vendor, database.dataSource()),
        commitOutcomes);
  }

  public Lister lister() {
    return new Lister(
        entityManager,
        vendor,
        changeTimes(),
        sharedCounts(),
        new PageTokens(keyEncryptionKey()),
        clock);
  }

  public GroupRepository groupRepository() {
    return new GroupRepository(entityManager, vendor);
  }

  public RoleBindingRepository roleBindings() {
    return new RoleBindingRepository(entityManager, vendor);
  }

  public OperatorRepository operators() {
    return new OperatorRepository(entityManager);
  }

  public IdentityRepository identities() {
    return new IdentityRepository(entityManager, vendor);
  }

  public ExchangeTargets exchangeTargets() {
    return new ExchangeTargets(entityManager, configuration);
  }

  public Repositories repositories() {
    return new Repositories(entityManager, vendor);
  }

  public Kinds kinds() {
    return new Kinds(repositories(), Samples.rules(this));
  }

  /** Returns the methods that {@link ResourceService} offers for a kind. */
  public <D, R extends Resource> Resources<D, R> resources(Kind<?, D, R> kind) {
    return new Resources<>(resources(), kind);
  }

  private ResourceService resources() {
    return new ResourceServiceBean(kinds(), repositories(), lister(), transactions(), writes());
  }

  public Roles roleRules() {
    return new Roles(repositories());
  }

  private Owners owners() {
    return new Owners(roleBindings());
  }

  public ResourceWrites writes() {
    List<ChangeObserver> all = List.copyOf(observers);
    return request
        .<ResourceWrites>map(
            made ->
                new RequestedWrites(
                    made, transactions(), all, clock, changeTimes(), idempotencyKeys()))
        .orElseGet(
            () -> new ResourceWrites(transactions(), all, clock, changeTimes(), idempotencyKeys()));
  }

  public IdempotencyKeys idempotencyKeys() {
    return new IdempotencyKeys(
        entityManager, transactions(), clock, databaseClock(Clock.systemUTC()));
  }

  public ChangeTimes changeTimes() {
    return new ChangeTimes(entityManager, clock);
  }

  public Identities identityRules() {
    return new Identities(identities(), roleBindings(), owners(), operators());
  }

  public Resources<IdentityDraft, Identity> identityResources() {
    return resources(Identities.KIND);
  }

  public IdentityService identityService() {
    return new IdentityServiceBean(
        repositories(),
        identities(),
        identityRules(),
        exchangeTargets(),
        new RelationshipRules(configuration),
        roleBindings(),
        operators(),
        lister(),
        transactions(),
        writes(),
        clock);
  }

  public Resources<RoleDraft, Role> roles() {
    return resources(Roles.KIND);
  }

  public RoleBindingService roleBindingService() {
    return new RoleBindingServiceBean(roleBindings(), roleBindingRules(), writes());
  }

  public RoleBindings roleBindingRules() {
    return new RoleBindings(roleBindings(), roleRules(), owners());
  }

  public Resources<RoleBindingDraft, RoleBinding> roleBindingResources() {
    return resources(RoleBindings.KIND);
  }

  public GroupInviteService invites() {
    return new GroupInviteServiceBean(repositories(), new GroupInvites(), roleRules(), writes());
  }

  public Resources<GroupInviteDraft, GroupInvite> inviteResources() {
    return resources(GroupInvites.KIND);
  }

  private EventLog eventLog() {
    return new EventLog(entityManager);
  }

  private AdvisoryRepository advisoryRepository() {
    return new AdvisoryRepository(entityManager, vendor, eventLog());
  }

  private AdvisoryEventRepository advisoryEventRepository() {
    return new AdvisoryEventRepository(entityManager, vendor, advisoryRepository(), eventLog());
  }

  public AdvisoryService advisories() {
    return new AdvisoryServiceBean(
        advisoryRepository(),
        advisoryEventRepository(),
        eventLog(),
        new CallerNames(identities()),
        new KnownSeverities(entityManager),
        configuration,
        lister(),
        transactions(),
        writes());
  }

  private SharedCounts sharedCounts() {
    return new SharedCounts(entityManager, vendor, configuration);
  }

  public ResolvedVulnerabilityService resolvedVulnerabilities() {
    return new ResolvedVulnerabilityServiceBean(
        entityManager, new KnownSeverities(entityManager), transactions());
  }

  public PublicMetadata publicMetadata() {
    return new PublicMetadataBean(
        new FeedRepository(entityManager, vendor),
        new KnownMetadata(entityManager, sharedCounts()),
        new TextLister(new PageTokens(keyEncryptionKey()), clock),
        anonymousReads,
        transactions());
  }

  public FeedAccess feedAccess() {
    return new FeedAccessBean(new FeedRepository(entityManager, vendor), transactions());
  }

  public FeedQueries feedQueries() {
    return new FeedQueriesBean(
        new CandidateRows(entityManager),
        new PageMarks(new PageTokens(keyEncryptionKey()), clock),
        anonymousReads,
        transactions(),
        clock);
  }

  public Snapshots snapshots() {
    return new Snapshots(entityManager, transactions());
  }

  public PublicDocuments publicDocuments() {
    return new PublicDocumentsBean(
        new FeedRepository(entityManager, vendor),
        new PublishedAdvisories(advisoryRepository(), eventLog(), lister(), transactions()),
        anonymousReads,
        transactions());
  }

  public AdvisoryEventService advisoryEvents() {
    return new AdvisoryEventServiceBean(
        advisoryRepository(),
        advisoryEventRepository(),
        eventLog(),
        new EventReviews(configuration),
        new CallerNames(identities()),
        writes());
  }

  /** The builder of feeds, for which the time of the database is that of the services. */
  public FeedBuilder feedBuilder(BuildResults results) {
    return feedBuilder(results, databaseClock(clock));
  }

  /** Returns what builds feeds on a server whose clock is compared with that of the database. */
  public FeedBuilder feedBuilder(BuildResults results, DatabaseClock databaseClock) {
    return new FeedBuilder(buildDatabase(), results, clock, databaseClock, configuration);
  }

  private BuildDatabase buildDatabase() {
    return new BuildDatabase(
        entityManager,
        transactions(),
        new DatabaseTime(vendor) {
          @Override
          public Instant now(RowStatements statements) {
            return clock.instant();
          }
        });
  }

  /** The purge of what deleted feeds have published. */
  public FeedPurge feedPurge() {
    return new FeedPurge(buildDatabase());
  }

  /** The service of sources, whose imports are given to a queue. */
  public SourceService sources(ImportQueue queue, RecordReaders readers) {
    return new SourceServiceBean(
        repositories(),
        imports(queue),
        advisoryRepository(),
        new EventReviews(configuration),
        new SourceReviews(
            entityManager,
            advisoryRepository(),
            advisoryEventRepository(),
            new EventReviews(configuration),
            new CallerNames(identities())),
        readers,
        configuration,
        transactions(),
        writes(),
        entityManager,
        clock,
        vendor);
  }

  public RepoRepository repoRepository() {
    return new RepoRepository(entityManager, vendor, tombstoneRepository());
  }

  public RepoContents repoContents() {
    return new RepoContents(entityManager);
  }

  private RegistryNamespaceRepository namespaceRepository() {
    return new RegistryNamespaceRepository(entityManager);
  }

  private TombstoneRepository tombstoneRepository() {
    return new TombstoneRepository(entityManager);
  }

  private RepoWrites repoWrites() {
    return new RepoWrites(
        repositories(),
        repoRepository(),
        repoRules(),
        repoContents(),
        new RepoPaths(entityManager, namespaceRepository()),
        tombstoneRepository(),
        writes());
  }

  public Repos repoRules() {
    return new Repos(configuration);
  }

  public Resources<RepoDraft, Repo> repoResources() {
    return resources(Repos.KIND);
  }

  /** The repo service, which purges nothing by itself. */
  public RepoService repos() {
    return repos(() -> {});
  }

  /** The repo service, which wakes this purger. */
  public RepoService repos(RepoPurger purger) {
    return new RepoServiceBean(
        repoRepository(), repoRules(), repoWrites(), purger, transactions(), writes());
  }

  public Resources<RepoReadmeDraft, RepoReadme> repoReadmes() {
    return resources(RepoReadmes.KIND);
  }

  public RepoWithReadmeService reposWithReadmes() {
    return new RepoWithReadmeServiceBean(
        repositories(),
        new RepoWithReadmeRepository(entityManager, vendor, repositories(), tombstoneRepository()),
        repoRepository(),
        repoRules(),
        repoWrites(),
        lister(),
        transactions(),
        writes());
  }

  private ImageRepository imageRepository() {
    return new ImageRepository(entityManager, vendor);
  }

  private ImageConfigRepository imageConfigRepository() {
    return new ImageConfigRepository(entityManager, vendor);
  }

  private ImageLookup imageLookup() {
    return new ImageLookup(
        imageRepository(),
        new ImageChildren(entityManager),
        new ImageVariants(entityManager),
        repoRepository());
  }

  public ImageService images() {
    return new ImageServiceBean(
        imageRepository(),
        imageConfigRepository(),
        imageLookup(),
        new ImageWrites(
            imageRepository(),
            imageConfigRepository(),
            new ImageChildren(entityManager),
            imageLookup(),
            repoRepository(),
            transactions(),
            writes()),
        repoRepository(),
        repoContents(),
        groupRepository(),
        transactions());
  }

  /** The part of the purge that deletes images. */
  public ImagePurge imagePurge() {
    return new ImagePurge(
        imageRepository(), imageConfigRepository(), new ImageChildren(entityManager));
  }

  /** The purge of deleted repos, in which such rows lie. */
  public RepoPurge repoPurge(RepoContentPart... parts) {
    return new RepoPurge(
        repoContents(), repoRepository(), List.of(parts), transactions(), writes());
  }

  public RegistryNamespaceService registryNamespaces() {
    return new RegistryNamespaceServiceBean(
        new Operators(operators(), transactions()),
        namespaceRepository(),
        groupRepository(),
        lister(),
        transactions(),
        writes());
  }

  public TombstoneService tombstones() {
    return new TombstoneServiceBean(
        new Operators(operators(), transactions()),
        tombstoneRepository(),
        lister(),
        transactions(),
        writes());
  }

  public ImportRepository importRepository() {
    return new ImportRepository(entityManager, vendor);
  }

  private ArtifactRepository artifactRepository() {
    return new ArtifactRepository(entityManager);
  }

  public ArtifactService artifacts() {
    return new ArtifactServiceBean(
        artifactRepository(), artifactContents(), lister(), transactions());
  }

  private ArtifactContents artifactContents() {
    return new ArtifactContents(entityManager);
  }

  /** The purge of the issues of deleted imports. */
  public ImportPurge importPurge() {
    return new ImportPurge(importRepository(), transactions());
  }

  /** The purge of the records of deleted sources. */
  public SourcePurge sourcePurge() {
    return new SourcePurge(entityManager, transactions());
  }

  /** The purge of the artifacts of deleted groups. */
  public ArtifactPurge artifactPurge() {
    return new ArtifactPurge(entityManager, artifactContents(), transactions(), writes());
  }

  public ImportService imports() {
    return imports(importQueue());
  }

  public ImportService imports(ImportQueue queue) {
    return imports(queue, List.of(ArtifactFormat.KIND, SourceFormat.OSV));
  }

  /** The service for imports of these kinds. */
  public ImportService imports(ImportQueue queue, List<ImportKind> kinds) {
    return new ImportServiceBean(
        queue,
        importRepository(),
        transactions(),
        writes(),
        lister(),
        databaseClock(clock),
        this::countEnded,
        kinds);
  }

  /**
   * Waits for an import to end: the answer to one that takes long, as on a busy machine, shows it
   * running.
   */
  public static Import awaitEnd(ImportService imports, Caller caller, Import started) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    Import latest = started;
    while (latest.state() == ImportState.RUNNING && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      latest = imports.get(caller, started.uid());
    }
    return latest;
  }

  public ImportRunsBean importRuns() {
    return importRuns(databaseClock(clock));
  }

  /** Returns what runs imports on a server whose clock is compared with that of the database. */
  public ImportRunsBean importRuns(DatabaseClock databaseClock) {
    return new ImportRunsBean(
        importRepository(), transactions(), writes(), databaseClock, this::countEnded);
  }

  private void countEnded(String format, ImportState state) {
    endedImports.merge(format + " " + state, 1, Integer::sum);
  }

  /** Returns how many imports have ended, by format and state. */
  public Map<String, Integer> endedImports() {
    return Map.copyOf(endedImports);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  /** A queue of imports whose files are in the configured data directory. */
  public ImportQueue importQueue() {
    return importQueue(() -> {});
  }

  /**
   * The same.
   *
   * @param queued is called when an import has been given to the two threads, before the queue can
   *     be stopped
   */
  public ImportQueue importQueue(Runnable queued) {
    ExecutorService threads =
        new ThreadPoolExecutor(
            2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), TestServices::daemon) {
          @Override
          public void execute(Runnable task) {
            super.execute(task);
            queued.run();
          }
        };
    return new ImportQueue(configuration, importRuns(), threads);
  }

  /** Returns whether a query finds rows in a group, see {@link GroupRows#inGroup}. */
  public boolean existsIn(Uid group, String query) {
    return !entityManager
        .createQuery(query)
        .setParameter("group", group)
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  public Resources<GroupDraft, Group> groupResources() {
    return resources(Groups.KIND);
  }

  public GroupService groups() {
    return groups(configuration);
  }

  /** Returns the group service under another configuration. */
  public GroupService groups(Configuration otherConfiguration) {
    return new GroupServiceBean(
        groupRepository(),
        new Groups(),
        new GroupContents(
            entityManager(),
            kinds(),
            List.of(advisoryRepository()),
            List.of(
                namespaceRepository(),
                importRepository(),
                artifactContents(),
                new DeletedAdvisories(
                    advisoryRepository(), advisoryEventRepository(), entityManager))),
        organizations(otherConfiguration),
        writes());
  }

  private Organizations organizations(Configuration otherConfiguration) {
    return new Organizations(
        otherConfiguration,
        groupRepository(),
        new Operators(operators(), transactions()),
        identities(),
        identityRules(),
        roleBindings());
  }

  public OperatorService operatorService() {
    return new OperatorServiceBean(
        new Operators(operators(), transactions()),
        operators(),
        identities(),
        organizations(configuration),
        roleBindings(),
        signingKeys(),
        transactions(),
        writes());
  }

  public Bootstrap bootstrap() {
    return new Bootstrap(
        entityManager,
        transactions(),
        writes(),
        groupRepository(),
        identities(),
        organizations(configuration),
        operators());
  }

  public KeyEncryptionKey keyEncryptionKey() {
    return new KeyEncryptionKey(configuration);
  }

  public SigningKeys signingKeys() {
    return new SigningKeys(
        entityManager,
        transactions(),
        keyEncryptionKey(),
        clock,
        clock,
        databaseClock(Clock.systemUTC()),
        configuration);
  }

  /** Returns what compares a clock with that of the database. */
  public DatabaseClock databaseClock(Clock compared) {
    return new DatabaseClock(entityManager, transactions(), vendor, compared);
  }

  public TokenIssuer tokenIssuer(SigningKeys keys) {
    return new TokenIssuer(keys, configuration, clock);
  }

  /** Issues a token for an identity whose relationship was never changed. */
  public String token(SigningKeys keys, Uid identity, Narrowing narrowing, Duration lifetime) {
    return tokenIssuer(keys)
        .issue(new TokenSubject(identity, 0), List.of("https://platform.test"), narrowing, lifetime)
        .text();
  }

  public TokenVerifier tokenVerifier(SigningKeys keys) {
    return new TokenVerifier(keys, new VerifiedTokens(clock), configuration, clock);
  }

  public Authenticator authenticator(SigningKeys keys) {
    return new AuthenticatorBean(
        tokenVerifier(keys),
        transactions(),
        entityManager,
        new CallerGrants(
            transactions(),
            factory
                .unwrap(SessionFactoryImplementor.class)
                .getServiceRegistry()
                .requireService(ConnectionProvider.class),
            vendor,
            PrimaryLease.unneeded()));
  }

  /** Returns the token exchange, which fetches nothing unless an identity has a claim match. */
  public TokenExchange tokenExchange(SigningKeys keys) {
    return tokenExchange(keys, exchangeTargets());
  }

  /** Returns the token exchange with other queries. */
  public TokenExchange tokenExchange(SigningKeys keys, ExchangeTargets targets) {
    return tokenExchange(keys, targets, issuerKeys());
  }

  /** Returns the token exchange with other keys of issuers. */
  public TokenExchange tokenExchange(SigningKeys keys, IssuerKeys issuerKeys) {
    return tokenExchange(keys, exchangeTargets(), issuerKeys);
  }

  /** Returns the token exchange with another authentication of our own tokens. */
  public TokenExchange tokenExchange(SigningKeys keys, Authenticator authenticator) {
    return tokenExchange(keys, exchangeTargets(), issuerKeys(), awsVerifier(), authenticator);
  }

  /** Returns the token exchange with another verification of requests to AWS. */
  public TokenExchange tokenExchange(SigningKeys keys, AwsVerifier aws) {
    return tokenExchange(keys, exchangeTargets(), issuerKeys(), aws, authenticator(keys));
  }

  /** Returns the verification of requests to AWS, which asks nobody unless that is configured. */
  private AwsVerifier awsVerifier() {
    return new AwsVerifier(configuration, clock, clock);
  }

  private IssuerKeys issuerKeys() {
    return new IssuerKeys(configuration, new ProvenIssuers(provenIssuers()), clock);
  }

  public ProvenIssuerRepository provenIssuers() {
    return new ProvenIssuerRepository(entityManager, transactions(), clock);
  }

  private TokenExchange tokenExchange(
      SigningKeys keys, ExchangeTargets targets, IssuerKeys issuerKeys) {
    return tokenExchange(keys, targets, issuerKeys, awsVerifier(), authenticator(keys));
  }

  private TokenExchange tokenExchange(
      SigningKeys keys,
      ExchangeTargets targets,
      IssuerKeys issuerKeys,
      AwsVerifier aws,
      Authenticator authenticator) {
    return new TokenExchangeBean(
        targets,
        new Credentials(
            new UpstreamVerifier(issuerKeys, configuration, clock),
            aws,
            authenticator,
            configuration,
            clock),
        tokenIssuer(keys),
        configuration,
        transactions(),
        clock);
  }

  private TagHistory tagHistory() {
    return new TagHistory(entityManager);
  }

  public TagRepository tagRepository() {
    return new TagRepository(entityManager, vendor, tagHistory());
  }

  public TagService tags() {
    return new TagServiceBean(
        tagRepository(),
        tagHistory(),
        new TagWrites(tagRepository(), tagHistory(), repoRepository(), writes()),
        repoRepository(),
        repoContents(),
        lister(),
        transactions());
  }

  public DatabaseVendor vendor() {
    return vendor;
  }

  public Introspector introspector() {
    return new IntrospectorBean(transactions(), entityManager);
  }

  /** Returns a caller with a role at some groups, who is not in the database. */
  public static Caller caller(BuiltInRole role, Uid... groups) {
    return new Caller(
        Uid.newRoot().newChild(),
        Narrowing.NONE,
        Grants.of(
            List.of(groups).stream()
                .map(group -> new Grants.Grant(group, role.capabilities()))
                .toList()));
  }

  @Override
  public void close() {
    userTransaction.close();
    database.close();
    database.shards().requireListed();
  }
}
