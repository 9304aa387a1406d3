package local.platform.web.observability;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.logging.ConsoleHandler;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Adds the id of the request, its trace and its operation to every record that is logged while it
 * is served, by any code. It adds a map to the parameters of a record; the log handler in the
 * launcher writes the contents of such maps.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class RequestLog {
  private static final ThreadLocal<@Nullable RequestId> CURRENT = new ThreadLocal<>();
  private static final ThreadLocal<@Nullable String> OPERATION = new ThreadLocal<>();

  private final Map<Handler, @Nullable Filter> replaced = new HashMap<>();

  /** Begins a request in this thread. */
  public static void begin(RequestId id) {
    CURRENT.set(id);
  }

  /** Sets the operation of this thread's request. */
  public static void operation(String name) {
    OPERATION.set(name);
  }

  /** Ends this thread's request. */
  public static void end() {
    CURRENT.remove();
    OPERATION.remove();
  }

  @PostConstruct
  void install() {
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      if (handler instanceof ConsoleHandler) {
        Filter filter = handler.getFilter();
        replaced.put(handler, filter);
        handler.setFilter(
            record -> {
              addContext(record);
              return filter == null || filter.isLoggable(record);
            });
      }
    }
  }

  /** Restores the handlers, which belong to the application server. */
  @PreDestroy
  void uninstall() {
    replaced.forEach(Handler::setFilter);
  }

  static void addContext(LogRecord record) {
    RequestId id = CURRENT.get();
    Object[] parameters = record.getParameters() == null ? new Object[0] : record.getParameters();
    boolean isTemplate = record.getMessage() != null && record.getMessage().contains("{0");
    if (id == null || (parameters.length == 0 && isTemplate)) {
      return; // a parameter would replace a placeholder in the text
    }
    Object[] more = Arrays.copyOf(parameters, parameters.length + 1);
    more[more.length - 1] = fields(id);
    record.setParameters(more);
  }

  private static Map<String, String> fields(RequestId id) {
    Map<String, String> fields = new HashMap<>();
    fields.put("requestId", id.requestId());
    id.traceId().ifPresent(trace -> fields.put("traceId", trace));
    Optional.ofNullable(OPERATION.get()).ifPresent(name -> fields.put("operation", name));
    return fields;
  }
}
