package local.platform.contract.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.TestDatabase;
import local.platform.db.testing.TestMySql;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/**
 * Provides test classes with a client of the deployment under test: one server for all of them,
 * chosen by the system property {@code platform.deployment}, or any running one, given by {@code
 * platform.base-url} together with {@code platform.token}, {@code platform.organization} and, if it
 * is not 9090, {@code platform.grpc-port}.
 */
public final class Deployment implements ParameterResolver {
  /** The origin whose pages may use the deployment. */
  public static final String ORIGIN = "https://app.example.test";

  /** The configured alias of {@code platform} in names of services. */
  public static final String ALIAS = "chainguard.platform";

  private static final Set<Dialect> ONE_OF_EACH_VERSION = Set.of(Dialect.REST_V2, Dialect.GRPC_V1);

  private static final String KEY = "deployment";
  private static final String CLIENT = "client";
  private static final String H2 = "h2";

  private final Dialect dialect;

  Deployment() {
    this(Dialect.REST_V2);
  }

  private Deployment(Dialect dialect) {
    this.dialect = dialect;
  }

  /**
   * Marks a class whose tests run against the deployment under test. They take a {@link
   * PlatformClient} or the {@link GrpcServer} as a parameter, or the {@link PlatformProcess} and
   * the {@link AwsSts} that it asks if the tests started them.
   */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(Deployment.class)
  @Tag("deployment")
  public @interface Test {}

  /**
   * Marks a class whose client is the bootstrap identity of the deployment, its only operator. All
   * other classes have a client that owns one organization: the grants of a caller are read at each
   * request, and those of the bootstrap identity grow with every organization that it creates.
   */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface AsOperator {}

  /**
   * Marks a class whose tests run against the deployment under test once in each of these dialects,
   * as far as they are {@linkplain Deployment#spoken spoken to that deployment} in such a class.
   */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @ClassTemplate
  @ExtendWith(Dialects.class)
  @Tag("deployment")
  public @interface InDialects {
    /** Returns the dialects. */
    Dialect[] value();
  }

  /** Marks a class whose tests run {@linkplain InDialects once in each dialect} of version 2. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @InDialects({Dialect.REST_V2, Dialect.GRPC_V2})
  public @interface InVersion2 {}

  /** Marks a class whose tests run {@linkplain InDialects once in each dialect} of version 1. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @InDialects({Dialect.REST_V1, Dialect.GRPC_V1})
  public @interface InVersion1 {}

  /** Marks a class whose tests run {@linkplain InDialects once in each dialect} of each version. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @InDialects({Dialect.REST_V2, Dialect.GRPC_V2, Dialect.REST_V1, Dialect.GRPC_V1})
  public @interface InBothVersions {}

  /**
   * Marks a class that tests what each dialect has code of its own for: how requests and lists are
   * read, and answers and errors are written. It runs in all of its dialects on the jar with H2;
   * other classes run there in one of each version, which are of different protocols.
   */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface DiffersByDialect {}

  /** Runs a class once in each of its dialects. */
  static final class Dialects implements ClassTemplateInvocationContextProvider {
    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
      return true;
    }

    @Override
    public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
        ExtensionContext context) {
      Class<?> suite = context.getRequiredTestClass();
      boolean differs = AnnotationSupport.isAnnotated(suite, DiffersByDialect.class);
      return AnnotationSupport.findAnnotation(suite, InDialects.class).stream()
          .flatMap(annotation -> Stream.of(annotation.value()))
          .filter(spoken(deploymentName(), differs)::contains)
          .map(Invocation::new);
    }

    /** A suite of version 1 has none on a deployment that is only tested in version 2. */
    @Override
    public boolean mayReturnZeroClassTemplateInvocationContexts(ExtensionContext context) {
      return true;
    }
  }

  /** A run of a class in one dialect. */
  private record Invocation(Dialect dialect) implements ClassTemplateInvocationContext {
    @Override
    public String getDisplayName(int index) {
      return dialect.name();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(new Deployment(dialect));
    }
  }

  /** The deployment that runs. */
  private record Running(
      PlatformClient owner,
      GrpcServer grpc,
      Optional<PlatformProcess> process,
      Optional<TestMySql> mySql,
      Optional<AwsSts> sts)
      implements AutoCloseable {
    @Override
    public void close() {
      grpc.close();
      process.ifPresent(PlatformProcess::close);
      mySql.ifPresent(TestMySql::close);
      sts.ifPresent(AwsSts::close);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == PlatformClient.class
        || type == GrpcServer.class
        || type == PlatformProcess.class
        || type == AwsSts.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Running running =
        context
            .getRoot()
            .getStore(Namespace.create(Deployment.class))
            .getOrComputeIfAbsent(KEY, key -> start(), Running.class);
    Class<?> type = parameter.getParameter().getType();
    if (type == PlatformClient.class) {
      return client(running, context).in(dialect, running.grpc());
    }
    if (type == GrpcServer.class) {
      return running.grpc();
    }
    if (type == AwsSts.class) {
      return running
          .sts()
          .orElseThrow(() -> new TestAbortedException("the server asks another AWS, or none"));
    }
    return running
        .process()
        .orElseThrow(() -> new TestAbortedException("the server is not in our hands"));
  }

  private static PlatformClient client(Running running, ExtensionContext context) {
    if (running.process().isEmpty()
        || AnnotationSupport.isAnnotated(context.getRequiredTestClass(), AsOperator.class)) {
      return running.owner();
    }
    return context
        .getStore(Namespace.create(Deployment.class))
        .getOrComputeIfAbsent(CLIENT, key -> newOwner(running.owner()), PlatformClient.class);
  }

  private static PlatformClient newOwner(PlatformClient by) {
    Tenant tenant = Tenant.create(by);
    String identity = by.createIdentity(tenant.uid());
    tenant.bind(tenant.uid(), identity, "owner");
    return by.as(identity).ownerOf(tenant.uid());
  }

  /**
   * Returns the dialects that are spoken to a deployment. How protocols and versions handle a
   * request does not depend on the database, so one dialect is enough on MySQL. The EAR has a
   * module and a class loader for each version, so one dialect of each is spoken there, and both
   * protocols. To the jar on H2 all are spoken {@linkplain DiffersByDialect where they differ} or
   * if the system property {@code platform.every-dialect} is true, and the same as to the EAR
   * elsewhere.
   */
  private static Set<Dialect> spoken(String deployment, boolean differs) {
    return switch (deployment) {
      case "jar-mysql", "jar-group" -> EnumSet.of(Dialect.REST_V2);
      case "ear-h2" -> ONE_OF_EACH_VERSION;
      default ->
          differs || Boolean.getBoolean("platform.every-dialect")
              ? EnumSet.allOf(Dialect.class)
              : ONE_OF_EACH_VERSION;
    };
  }

  private static String deploymentName() {
    return System.getProperty("platform.deployment", "jar-h2");
  }

  private static Running start() {
    String baseUrl = System.getProperty("platform.base-url", "");
    if (!baseUrl.isEmpty()) {
      PlatformClient owner =
          PlatformClient.of(
              URI.create(baseUrl),
              System.getProperty("platform.token"),
              System.getProperty("platform.organization"));
      GrpcServer grpc =
          GrpcServer.at(owner.url().getHost(), Integer.getInteger("platform.grpc-port", 9090));
      return new Running(owner, grpc, Optional.empty(), Optional.empty(), Optional.empty());
    }
    String name = deploymentName();
    Packaging packaging = name.startsWith("ear") ? Packaging.EAR : Packaging.JAR;
    String place = System.getProperty("platform.place", "-Duser.timezone=UTC");
    Optional<AwsSts> sts =
        packaging == Packaging.JAR
            ? Optional.of(AwsSts.start(TestPaths.deployments().resolve(name + "-sts")))
            : Optional.empty(); // Payara Server has a trust store of its own
    PlatformProcess.Builder builder =
        PlatformProcess.in(packaging, name)
            .quickStart()
            .empty()
            .at(place + sts.map(each -> " " + each.trust()).orElse(""))
            .with("PLATFORM_GRPC_PACKAGE_ALIASES", ALIAS)
            .with("PLATFORM_HUB_FEED_INTERVAL", "PT1S")
            .with("PLATFORM_CORS_ORIGINS", ORIGIN)
            // The suites compare totals, however slow the machine is.
            .with("PLATFORM_LISTS_TOTAL_TIMEOUT", "PT8S");
    sts.ifPresent(each -> builder.with("PLATFORM_AWS_STS_URL", each.url()));
    Optional<TestMySql> mySql = Optional.empty();
    if (!name.endsWith(H2)) {
      TestDatabase.requireMySql();
      mySql = Optional.of(TestMySql.start());
      builder.on(mySql.get().createDatabase());
    }
    PlatformProcess process = builder.start();
    return new Running(
        process.owner(), GrpcServer.at(process.grpcPort()), Optional.of(process), mySql, sts);
  }
}
