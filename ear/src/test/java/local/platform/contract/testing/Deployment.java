package local.platform.contract.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.util.Optional;
import local.platform.contract.testing.PlatformProcess.Packaging;
import local.platform.db.testing.MySqlServer;
import local.platform.db.testing.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * Gives test classes a client of the deployment under test: one server for all of them, chosen by
 * the system property {@code platform.deployment}, or any running one that {@code
 * platform.base-url} names together with {@code platform.token} and {@code platform.organization}.
 */
public final class Deployment implements ParameterResolver {
  private static final String KEY = "deployment";

  /**
   * Marks a class whose tests run against the deployment under test; they take a {@link
   * PlatformClient} as a parameter, or the {@link PlatformProcess} if the tests started it.
   */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(Deployment.class)
  @Tag("deployment")
  public @interface Test {}

  /** What runs. */
  private record Running(
      PlatformClient owner, Optional<PlatformProcess> process, Optional<MySqlServer> mySql)
      implements AutoCloseable {
    @Override
    public void close() {
      process.ifPresent(PlatformProcess::close);
      mySql.ifPresent(MySqlServer::close);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == PlatformClient.class || type == PlatformProcess.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Running running =
        context
            .getRoot()
            .getStore(Namespace.create(Deployment.class))
            .getOrComputeIfAbsent(KEY, key -> start(), Running.class);
    if (parameter.getParameter().getType() == PlatformClient.class) {
      return running.owner();
    }
    return running
        .process()
        .orElseThrow(() -> new TestAbortedException("the server is not in our hands"));
  }

  private static Running start() {
    String baseUrl = System.getProperty("platform.base-url", "");
    if (!baseUrl.isEmpty()) {
      PlatformClient owner =
          PlatformClient.of(
              URI.create(baseUrl),
              System.getProperty("platform.token"),
              System.getProperty("platform.organization"));
      return new Running(owner, Optional.empty(), Optional.empty());
    }
    String name = System.getProperty("platform.deployment", "jar-h2");
    Packaging packaging = name.startsWith("ear") ? Packaging.EAR : Packaging.JAR;
    PlatformProcess.Builder builder = PlatformProcess.in(packaging, name).quickStart().empty();
    Optional<MySqlServer> mySql = Optional.empty();
    if (name.endsWith("mysql")) {
      TestDatabase.requireMySql();
      mySql = Optional.of(MySqlServer.start());
      builder.on(mySql.get().createDatabase());
    }
    PlatformProcess process = builder.start();
    return new Running(process.owner(), Optional.of(process), mySql);
  }
}
