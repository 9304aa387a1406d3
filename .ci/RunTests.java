import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs test classes, without the tests that have the tag of the system property {@code excluded.tag}. Ends with 1 as soon as
 * one of the tests fails, with 0 if all have passed, and with 2 if there was none.
 */
class RunTests {
  public static void main(String[] classes) {
    AtomicBoolean passed = new AtomicBoolean();
    TestExecutionListener listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            result
                .getThrowable()
                .filter(failure -> result.getStatus() == TestExecutionResult.Status.FAILED)
                .ifPresent(
                    failure -> {
                      System.out.println(test.getDisplayName() + ": " + failure);
                      System.exit(1); // what the tests have started ends with this process
                    });
            if (test.isTest()) {
              passed.set(true);
            }
          }
        };
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(Stream.of(classes).map(name -> selectClass(name)).toList())
                .filters(excludeTags(System.getProperty("excluded.tag", "none")))
                .build(),
            listener);
    System.exit(passed.get() ? 0 : 2);
  }
}
