package local.platform.web.error;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.EJBException;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorClassifierTest {
  private static final Logger LOGGER = Logger.getLogger(ErrorClassifier.class.getName());

  private final List<LogRecord> logged = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          logged.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    LOGGER.removeHandler(handler);
    LOGGER.setUseParentHandlers(true);
  }

  @Test
  void whatTheClientMayKnowIsFoundHoweverItIsWrapped() {
    PlatformException known = PlatformException.concurrentUpdate();

    assertThat(ErrorClassifier.classify(known)).isSameAs(known);
    assertThat(ErrorClassifier.classify(new EJBException("outer", new EJBException(known))))
        .isSameAs(known);
    assertThat(logged).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1205, 40001, ABORTED, CONCURRENT_UPDATE, 0",
    "1213, 40001, ABORTED, CONCURRENT_UPDATE, 0",
    "50200, HYT00, ABORTED, CONCURRENT_UPDATE, 0",
    "3024, HY000, DEADLINE_EXCEEDED, DEADLINE_EXCEEDED, 1",
    "57014, 57014, DEADLINE_EXCEEDED, DEADLINE_EXCEEDED, 1",
    "1062, 23000, INTERNAL, INTERNAL, 1",
    "1452, 23000, INTERNAL, INTERNAL, 1",
    "1451, 23000, INTERNAL, INTERNAL, 1",
    "1064, 42000, INTERNAL, INTERNAL, 1"
  })
  void aFailureOfTheDatabaseIsToldByWhatItMeans(
      int vendorCode, String state, ErrorCode code, String reason, int lines) {
    PlatformException error = classify(vendorCode, state);

    assertThat(error.code()).isEqualTo(code);
    assertThat(error.reason()).isEqualTo(reason);
    assertThat(logged).hasSize(lines);
  }

  private static PlatformException classify(int vendorCode, String state) {
    SQLException driver = new SQLException("select secret from t", state, vendorCode);
    PlatformException error =
        ErrorClassifier.classify(new EJBException(new PersistenceException("jpa", driver)));
    assertThat(error.getMessage()).doesNotContain("secret", "jpa", "SQL");
    return error;
  }

  @ParameterizedTest
  @CsvSource({"0, 08S01", "1290, HY000"})
  void thatTheDatabaseIsAwayIsNotLoggedForEachRequest(int vendorCode, String state) {
    for (int i = 0; i < 100; i++) {
      assertThat(classify(vendorCode, state).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    }

    assertThat(logged).hasSizeLessThan(10);
  }

  @Test
  void aLostOptimisticLockIsAConcurrentUpdate() {
    assertThat(ErrorClassifier.classify(new OptimisticLockException()).reason())
        .isEqualTo("CONCURRENT_UPDATE");
  }

  @Test
  void aFaultOfOursIsLoggedOnceWithItsCauseAndToldWithout() {
    IllegalStateException fault = new IllegalStateException("secret of the implementation");

    PlatformException error = ErrorClassifier.classify(fault);

    assertThat(error.code()).isEqualTo(ErrorCode.INTERNAL);
    assertThat(error)
        .hasMessage("Internal: the server failed; its log has the cause under the request id")
        .hasNoCause();
    assertThat(error.metadata()).isEmpty();
    assertThat(error.details()).isEmpty();
    assertThat(logged).hasSize(1).allMatch(record -> record.getThrown() == fault);
  }

  @Test
  void errorsOfTheMachineAreFaultsOfOurs() {
    assertThat(ErrorClassifier.classify(new StackOverflowError()).code())
        .isEqualTo(ErrorCode.INTERNAL);
  }

  @Test
  void aClassThatIsMissingIsAFaultOfOursAndTold() {
    NoClassDefFoundError missing = new NoClassDefFoundError("some/Library");
    EJBException wrapped = new EJBException();
    wrapped.initCause(missing);

    assertThat(ErrorClassifier.classify(wrapped).code()).isEqualTo(ErrorCode.INTERNAL);
    assertThat(logged).hasSize(1);
    assertThat(logged.get(0).getThrown()).hasCause(missing);
  }
}
