package local.platform;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.persistence.Converter;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Query;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.Calendar;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.access.authz.Caller;
import local.platform.access.limit.RateUseTable;
import local.platform.access.operator.Operators;
import local.platform.access.token.SigningKeys;
import local.platform.access.upstream.ProvenIssuerRepository;
import local.platform.db.ArchiveFiles;
import local.platform.db.EntityClasses;
import local.platform.db.ExistingDatabase;
import local.platform.db.SchemaMigration;
import local.platform.foundation.encoding.StrictJson;
import local.platform.foundation.resource.EntityRepository;
import local.platform.foundation.resource.IdempotencyKeys;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.StoredEntity;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.Write;
import local.platform.foundation.time.ChangeTimes;
import local.platform.foundation.time.DatabaseClock;
import local.platform.foundation.transaction.Transactions;
import local.platform.hub.imports.ImportPurge;
import local.platform.hub.imports.ImportRepository;
import local.platform.hub.imports.ImportRunsBean;
import local.platform.iam.group.Organizations;
import local.platform.iam.identity.ExchangeTargets;
import local.platform.iam.idp.ClientSecrets;
import local.platform.kind.Guard;
import local.platform.kind.Kind;
import local.platform.signin.exchange.TokenExchangeBean;
import local.platform.startup.Bootstrap;
import local.platform.vulnerability.feed.build.BuildDatabase;
import local.platform.vulnerability.source.SourcePurge;
import org.jspecify.annotations.NullMarked;

/** Checks the structure of this module and of {@code db}, on which it is built. */
@AnalyzeClasses(
    packages = "local.platform",
    importOptions = {DoNotIncludeTests.class, EjbArchitectureTest.DoNotIncludeTestJars.class})
class EjbArchitectureTest {
  private static final String[] DATABASE_MODULE = {
    "local.platform.config..",
    "local.platform.db..",
    "local.platform.file..",
    "local.platform.url.."
  };

  /** The methods by which a service decides whether the caller may do something. */
  private static final Set<String> AUTHORIZATION =
      Set.of("require", "requireAny", "holdsAny", "visible", "requireUnnarrowed");

  /**
   * The classes that may write rows: those that write resources, and those that write other things.
   */
  private static final Set<Class<?>> ROW_WRITERS =
      Set.of(
          EntityRepository.class,
          ResourceRepository.class,
          ImportRepository.class,
          Bootstrap.class,
          SigningKeys.class,
          ClientSecrets.class,
          IdempotencyKeys.class,
          ProvenIssuerRepository.class);

  /**
   * The methods that execute other statements: the time when an identity was last seen, the slots
   * with the times of changes, what nodes gave of the limits of callers, the time of the database,
   * a checkpoint of H2, the end of a database that was opened only to be read or migrated, and
   * migrations.
   */
  private static final Set<String> OTHER_STATEMENTS =
      Set.of(
          ExchangeTargets.class.getName() + ".noteSeen(",
          ChangeTimes.class.getName(),
          RateUseTable.class.getName(),
          DatabaseClock.class.getName(),
          "local.platform.db.EmbeddedDatabase$Handler.makeDurable(",
          ExistingDatabase.class.getName() + ".readH2(",
          "local.platform.db.H2FileMigration.shutDown(",
          "local.platform.db.MigrationExecution.executeWhenFree(",
          "local.platform.db.MigrationExecution.run(",
          "local.platform.db.HistoryTable.",
          SchemaMigration.class.getName() + ".forgetFailures(");

  private static final DescribedPredicate<JavaClass> SERVICE_INTERFACES =
      describe(
          "service interfaces", type -> type.isInterface() && type.getName().endsWith("Service"));

  private static final DescribedPredicate<JavaClass> ENTITIES =
      describe(
          "entities",
          type ->
              type.isAnnotatedWith(Entity.class) || type.isAnnotatedWith(MappedSuperclass.class));

  @ArchTest
  static final ArchRule knowsNoProtocol =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "jakarta.ws.rs..",
              "jakarta.servlet..",
              "io.grpc..",
              "com.google.protobuf..",
              "com.google.rpc..",
              "com.google.api..",
              "local.platform.web..",
              "local.platform.proto..");

  @ArchTest
  static final ArchRule theDatabaseModuleKnowsNothingOfTheProduct =
      noClasses()
          .that()
          .resideInAnyPackage(DATABASE_MODULE)
          .should()
          .dependOnClassesThat(
              resideInAPackage("local.platform..").and(resideOutsideOfPackages(DATABASE_MODULE)));

  /** Otherwise what one parser judges is not what another one reads. */
  @ArchTest
  static final ArchRule urlsAreParsedInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackage("local.platform.url")
          .and()
          .doNotBelongToAnyOf(ArchiveFiles.class) // takes those of class loaders only
          .should()
          .dependOnClassesThat(
              describe(
                  "parsers of URLs",
                  type ->
                      Set.of("java.net.URI", "java.net.URL", "okhttp3.HttpUrl")
                          .contains(type.getName())));

  /** Otherwise some JSON could name types, or have names that are given twice. */
  @ArchTest
  static final ArchRule jacksonIsConfiguredInOnePlace =
      noClasses()
          .that()
          .doNotBelongToAnyOf(StrictJson.class)
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(JsonFactory.class, JsonMapper.class, ObjectMapper.class);

  @ArchTest
  static final ArchRule whatRunsWithoutTheServerUsesNothingOfIt =
      noClasses()
          .that()
          .resideInAPackage("local.platform.command..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "jakarta..", "com.fasterxml.jackson..", "org.hibernate..", "org.flywaydb..");

  @ArchTest
  static final ArchRule foundationIsBuiltOnTheDatabaseModuleAlone =
      noClasses()
          .that()
          .resideInAPackage("local.platform.foundation..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("local.platform..")
                  .and(resideOutsideOfPackages(DATABASE_MODULE))
                  .and(resideOutsideOfPackage("local.platform.foundation..")));

  @ArchTest
  static final ArchRule accessIsBuiltOnFoundationAlone =
      noClasses()
          .that()
          .resideInAPackage("local.platform.access..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("local.platform..")
                  .and(resideOutsideOfPackages(DATABASE_MODULE))
                  .and(
                      resideOutsideOfPackages(
                          "local.platform.foundation..", "local.platform.access..")));

  @ArchTest
  static final ArchRule areasHaveNoCycles =
      slices().matching("local.platform.(*)..").should().beFreeOfCycles();

  /** A format knows the imports of which it reads the records, and not the other way round. */
  @ArchTest
  static final ArchRule importsKnowNoFormat =
      noClasses()
          .that()
          .resideInAPackage("local.platform.hub..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("local.platform.library..", "local.platform.vulnerability..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("local.platform.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule resourcesHaveNoCycles =
      slices().matching("local.platform.iam.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule partsOfTheRegistryHaveNoCycles =
      slices().matching("local.platform.registry.(*)..").should().beFreeOfCycles();

  @ArchTest
  static void entitiesAreCalledSo(JavaClasses classes) {
    assertThat(classes)
        .filteredOn(
            each ->
                each.isAnnotatedWith(Entity.class)
                    || each.isAnnotatedWith(MappedSuperclass.class)
                    || each.isAnnotatedWith(Embeddable.class)
                    || each.isAnnotatedWith(Converter.class))
        .extracting(JavaClass::getName)
        .isNotEmpty()
        .isSubsetOf(
            EntityClasses.among(
                ArchiveFiles.below(
                    Organizations.class.getProtectionDomain().getCodeSource().getLocation())));
  }

  @ArchTest
  static final ArchRule servicesHandOutNoEntities =
      methods()
          .that()
          .areDeclaredInClassesThat(SERVICE_INTERFACES)
          .should(
              condition(
                  "have no entity in their signature",
                  method ->
                      method.getAllInvolvedRawTypes().stream()
                          .filter(ENTITIES)
                          .map(JavaClass::getSimpleName)
                          .toList()));

  @ArchTest
  static final ArchRule serviceMethodsTakeTheCallerFirst =
      methods()
          .that()
          .areDeclaredInClassesThat(SERVICE_INTERFACES)
          .should(
              condition(
                  "take the caller first",
                  method -> {
                    List<JavaClass> parameters = method.getRawParameterTypes();
                    return !parameters.isEmpty() && parameters.get(0).isEquivalentTo(Caller.class)
                        ? List.of()
                        : List.of("does not");
                  }));

  /** Otherwise a request with a precondition would be executed even if it is not met. */
  @ArchTest
  static final ArchRule updatesAndDeletionsTakeAPrecondition =
      methods()
          .that()
          .areDeclaredInClassesThat(SERVICE_INTERFACES)
          .and()
          .haveNameMatching("update.*|delete.*")
          .should(
              condition(
                  "take a precondition",
                  method ->
                      method.getRawParameterTypes().stream()
                              .anyMatch(type -> type.isEquivalentTo(VersionCondition.class))
                          ? List.of()
                          : List.of("does not")));

  @ArchTest
  static final ArchRule everyServiceIsAStatelessBean =
      classes()
          .that(SERVICE_INTERFACES)
          .should(
              typeCondition(
                  "have one implementation, a stateless bean of its name",
                  service -> {
                    Set<String> names =
                        service.getAllSubclasses().stream()
                            .filter(bean -> bean.isAnnotatedWith(Stateless.class))
                            .map(JavaClass::getName)
                            .collect(Collectors.toSet());
                    return names.equals(Set.of(service.getName() + "Bean"))
                            && service.getAllSubclasses().size() == 1
                        ? List.of()
                        : List.of("has " + service.getAllSubclasses());
                  }));

  @ArchTest
  static final ArchRule everyServiceMethodAuthorizes =
      methods()
          .that()
          .areDeclaredInClassesThat(SERVICE_INTERFACES)
          .should(
              condition(
                  "authorize in each implementation, before anything else",
                  method ->
                      method.getOwner().getAllSubclasses().stream()
                          .flatMap(bean -> implementation(bean, method).stream())
                          .flatMap(implementation -> withoutAuthorization(implementation).stream())
                          .toList()));

  @ArchTest
  static final ArchRule statelessBeansManageTheirTransactions =
      classes()
          .that()
          .areAnnotatedWith(Stateless.class)
          .should(
              typeCondition(
                  "manage their transactions themselves",
                  bean ->
                      bean.tryGetAnnotationOfType(TransactionManagement.class)
                              .filter(a -> a.value() == TransactionManagementType.BEAN)
                              .isPresent()
                          ? List.of()
                          : List.of("has container-managed transactions")));

  /**
   * Writes of resources begin in one place. The other classes here write what is not a resource:
   * signing keys, proven issuers, keys of requests, when an identity was last seen, until when an
   * import is leased, the issues of deleted imports and the records of deleted sources, what nodes
   * gave of the limits of callers, under which keys secrets are encrypted, and what feeds have
   * published.
   */
  @ArchTest
  static final ArchRule onlyOneClassBeginsWritesOfResources =
      noClasses()
          .that()
          .doNotBelongToAnyOf(
              ResourceWrites.class,
              SigningKeys.class,
              ClientSecrets.class,
              IdempotencyKeys.class,
              ProvenIssuerRepository.class,
              TokenExchangeBean.class,
              RateUseTable.class,
              ImportPurge.class,
              SourcePurge.class,
              ImportRunsBean.class,
              BuildDatabase.class)
          .should()
          .callMethodWhere(
              describe(
                  "begin a write",
                  call ->
                      call.getTargetOwner().isEquivalentTo(Transactions.class)
                          && call.getName().equals("write")));

  /**
   * Rows of resources are written only where every change is passed to the observers. Rows of
   * artifacts are the content of imports.
   */
  @ArchTest
  static final ArchRule onlyRepositoriesWriteRows =
      noClasses()
          .should()
          .callMethodWhere(
              describe(
                  "write rows past the repositories of resources",
                  call -> isWriteOfRows(call) && !mayWriteRows(call.getOrigin())));

  /**
   * Entities are changed only where a write is made, which tells the observers. The one exception
   * is called by updates of advisories.
   */
  @ArchTest
  static final ArchRule onlyWritesChangeEntities =
      noClasses()
          .that(not(ENTITIES).as("are not entities"))
          .should()
          .callMethodWhere(
              describe(
                  "change an entity outside of a write",
                  call -> isChangeOfEntity(call) && !isPartOfWrite(call.getOrigin())));

  private static boolean isChangeOfEntity(JavaMethodCall call) {
    return call.getTargetOwner().isAssignableTo(StoredEntity.class)
        && call.getTarget()
            .resolveMember()
            .filter(each -> changesEntity(each, Set.of()))
            .isPresent();
  }

  /** Returns whether a method of an entity sets a field, itself or through other methods. */
  private static boolean changesEntity(JavaMethod method, Set<JavaMethod> callers) {
    if (callers.contains(method)) {
      return false;
    }
    Set<JavaMethod> path = new HashSet<>(callers);
    path.add(method);
    return method.getFieldAccesses().stream()
            .anyMatch(access -> access.getAccessType() == JavaFieldAccess.AccessType.SET)
        || method.getMethodCallsFromSelf().stream()
            .filter(call -> call.getTargetOwner().isAssignableTo(StoredEntity.class))
            .flatMap(call -> call.getTarget().resolveMember().stream())
            .anyMatch(called -> changesEntity(called, path));
  }

  private static boolean isPartOfWrite(JavaCodeUnit origin) {
    return origin.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(Write.class))
        || origin.getMethodCallsFromSelf().stream()
            .map(JavaMethodCall::getTargetOwner)
            .anyMatch(
                owner ->
                    owner.isEquivalentTo(Write.class) || owner.isEquivalentTo(ResourceWrites.class))
        || origin
            .getFullName()
            .startsWith("local.platform.vulnerability.advisory.AdvisoryEventRepository.addTo(");
  }

  private static boolean isWriteOfRows(JavaMethodCall call) {
    return (call.getTargetOwner().isAssignableTo(EntityManager.class)
            && Set.of("persist", "merge", "remove", "createNativeQuery").contains(call.getName()))
        || (call.getTargetOwner().isAssignableTo(Query.class)
            && call.getName().equals("executeUpdate"))
        || (call.getTargetOwner().isAssignableTo(Statement.class)
            && Set.of(
                    "execute",
                    "executeUpdate",
                    "executeLargeUpdate",
                    "executeBatch",
                    "executeLargeBatch")
                .contains(call.getName()));
  }

  private static boolean mayWriteRows(JavaCodeUnit origin) {
    return ROW_WRITERS.stream().anyMatch(origin.getOwner()::isEquivalentTo)
        || origin.getOwner().getName().equals("local.platform.foundation.persistence.RowStatements")
        || OTHER_STATEMENTS.stream().anyMatch(origin.getFullName()::startsWith);
  }

  @ArchTest
  static final ArchRule theTimeComesFromTheInjectedClock =
      noClasses()
          .that()
          .resideOutsideOfPackage("local.platform.foundation.time")
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(Clock.class, "systemUTC")
          .orShould()
          .callMethod(Clock.class, "systemDefaultZone")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule onlyTheTokenLibraryNeedsDates =
      noClasses()
          .that()
          .resideOutsideOfPackage("local.platform.access.token")
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(Date.class, Calendar.class);

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) {
    assertThat(classes.stream().map(JavaClass::getPackage).distinct())
        .filteredOn(each -> !each.isAnnotatedWith(NullMarked.class))
        .extracting(JavaPackage::getName)
        .isEmpty();
  }

  /** Leaves out the tests of {@code db}, which are a jar when everything is built. */
  static final class DoNotIncludeTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static Optional<JavaMethod> implementation(JavaClass bean, JavaMethod method) {
    String[] parameters =
        method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
    return Optional.ofNullable(bean.tryGetMethod(method.getName(), parameters).orElse(null));
  }

  /**
   * Returns what is wrong with a method of a service bean: it does not authorize, or does something
   * else first. Only methods of records and of the JDK may come first, because they look only at
   * the request.
   */
  private static List<String> withoutAuthorization(JavaMethod method) {
    OptionalInt line =
        method.getAccessesFromSelf().stream()
            .filter(EjbArchitectureTest::isAuthorization)
            .mapToInt(JavaAccess::getLineNumber)
            .min();
    if (line.isEmpty()) {
      return List.of(method.getFullName() + " does not authorize");
    }
    return method.getAccessesFromSelf().stream()
        .filter(access -> access.getLineNumber() < line.getAsInt())
        .filter(access -> !isOnTheRequest(access.getTargetOwner()))
        .map(access -> "comes before authorization: " + access.getDescription())
        .toList();
  }

  private static boolean isAuthorization(JavaAccess<?> access) {
    return (access.getTargetOwner().isEquivalentTo(Caller.class)
            && AUTHORIZATION.contains(access.getName()))
        || (Set.of(Operators.class.getName(), Guard.class.getName())
                .contains(access.getTargetOwner().getName())
            && access.getName().equals("require"))
        || (access.getTargetOwner().isEquivalentTo(Kind.class)
            && access.getName().equals("visible"))
        || (access.getTargetOwner().isEquivalentTo(Organizations.class)
            && access.getName().equals("requireMayCreate"));
  }

  private static boolean isOnTheRequest(JavaClass owner) {
    return owner.isRecord() || owner.getPackageName().startsWith("java.");
  }

  private interface Problems<T> {
    List<String> of(T item);
  }

  private static ArchCondition<JavaMethod> condition(
      String description, Problems<JavaMethod> problems) {
    return new ArchCondition<>(description) {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        problems
            .of(method)
            .forEach(
                problem ->
                    events.add(
                        SimpleConditionEvent.violated(
                            method, method.getFullName() + ": " + problem)));
      }
    };
  }

  private static ArchCondition<JavaClass> typeCondition(
      String description, Problems<JavaClass> problems) {
    return new ArchCondition<>(description) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        problems
            .of(type)
            .forEach(
                problem ->
                    events.add(
                        SimpleConditionEvent.violated(type, type.getName() + ": " + problem)));
      }
    };
  }
}
