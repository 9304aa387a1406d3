package local.platform.testing;

import static local.platform.testing.InterceptedDataSource.invoke;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.sql.PreparedStatement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Notes the organizations of the uids in each statement that the product sends. One that names none
 * or several must be in {@code docs/sharding.md}, with its reason.
 *
 * <p>It stands below Hibernate, and thus not before what tests send through the pool. A statement
 * that tests send through Hibernate is theirs, too: the last class of ours that has called before
 * it is no class of the product.
 */
final class ShardRecorder {
  private static final String OURS = "local.platform.";
  private static final String SHARED = OURS + "foundation.";
  private static final String LISTS = SHARED + "paging.";
  private static final String TESTING = ".testing.";

  /** A list sends its statements itself, or lets two methods read the rows of a page. */
  private static final int NEAR = 3;

  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private static final @Nullable CodeSource TESTS =
      ShardRecorder.class.getProtectionDomain().getCodeSource();

  private static final Map<String, StatementForm> FORMS = new ConcurrentHashMap<>();

  private static final Optional<ShardingDocument> DOCUMENT =
      ShardingDocument.path().map(ShardingDocument::at);

  /** The entries of the document that statements of this process have met. */
  private static final Set<String> MET = ConcurrentHashMap.newKeySet();

  static {
    DOCUMENT.ifPresent(
        document -> Runtime.getRuntime().addShutdownHook(new Thread(ShardRecorder::tellMet)));
  }

  private final Optional<ShardingDocument> document;

  /** The texts of statements that are listed, after how many organizations they named. */
  private final Set<String> listed = ConcurrentHashMap.newKeySet();

  /** The entries that are missing, with who sent them. */
  private final Map<String, String> unlisted = new ConcurrentSkipListMap<>();

  /** Creates one that holds statements against the document of the sources, if they are there. */
  ShardRecorder() {
    this(DOCUMENT);
  }

  ShardRecorder(ShardingDocument document) {
    this(Optional.of(document));
  }

  private ShardRecorder(Optional<ShardingDocument> document) {
    this.document = document;
  }

  /** Returns the data source, with each statement noted. */
  DataSource record(DataSource dataSource) {
    return document.isEmpty()
        ? dataSource
        : InterceptedDataSource.of(
            dataSource,
            (connection, statement, sql) -> noted(statement, sql, document.orElseThrow()));
  }

  private InterceptedDataSource.Handler noted(
      PreparedStatement statement, String sql, ShardingDocument rules) {
    StatementForm form = FORMS.computeIfAbsent(sql, StatementForm::of);
    if (!rules.located().keySet().stream().anyMatch(form.tables()::contains)) {
      // The time, for example, or tables of tests.
      return (method, arguments) -> invoke(statement, method, arguments);
    }
    Map<Integer, byte[]> bound = new HashMap<>();
    return (method, arguments) -> {
      if (arguments.length > 1 && arguments[0] instanceof Integer index) {
        bind(bound, method, index, arguments[1]);
      } else if (isRun(method)) {
        note(form, sql, bound, rules);
      }
      return invoke(statement, method, arguments);
    };
  }

  private static void bind(Map<Integer, byte[]> bound, Method method, int index, Object value) {
    if (!method.getName().startsWith("set")) {
      return;
    }
    if (value instanceof byte[] bytes) {
      bound.put(index, bytes);
    } else {
      bound.remove(index);
    }
  }

  /** The statements of a batch have run when they are added. */
  private static boolean isRun(Method method) {
    return switch (method.getName()) {
      case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate", "addBatch" -> true;
      default -> false;
    };
  }

  private void note(
      StatementForm form, String sql, Map<Integer, byte[]> bound, ShardingDocument rules) {
    StatementShards shards = rules.shards(form, bound);
    if (shards == StatementShards.ONE) {
      return;
    }
    String known = shards + sql;
    if (listed.contains(known)) {
      return;
    }
    List<StackFrame> senders = senders();
    if (senders.isEmpty()) {
      return;
    }
    boolean isList =
        senders.stream().limit(NEAR).anyMatch(sender -> sender.getClassName().startsWith(LISTS));
    String entry = ShardingDocument.entry(shards, form, isList);
    if (rules.listed().contains(entry)) {
      listed.add(known);
      MET.add(entry);
    } else {
      unlisted.put(entry, place(senders) + ": " + sql);
    }
  }

  /**
   * Returns the classes of ours that are about to send a statement, with their callers, the last
   * one first; none if a test sends it.
   */
  private static List<StackFrame> senders() {
    List<StackFrame> ours =
        STACK.walk(
            frames ->
                frames
                    .filter(frame -> frame.getClassName().startsWith(OURS))
                    .filter(frame -> !frame.getClassName().contains(TESTING))
                    .toList());
    return ours.isEmpty() || isOfTests(ours.get(0).getDeclaringClass()) ? List.of() : ours;
  }

  /** Returns the place that uses what all share, or the shared one if nothing else is there. */
  private static StackFrame place(List<StackFrame> senders) {
    return senders.stream()
        .filter(frame -> !frame.getClassName().startsWith(SHARED))
        .findFirst()
        .orElse(senders.get(0));
  }

  private static boolean isOfTests(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source != null && TESTS != null && source.getLocation().equals(TESTS.getLocation());
  }

  /**
   * Fails if there was a statement that names no organization, or several, and is not in the
   * document.
   */
  void requireListed() {
    if (unlisted.isEmpty()) {
      return;
    }
    StringBuilder message =
        new StringBuilder(
            """
            Statements that name no organization, or not only the one of their rows. Let each name it. If it cannot, \
            list it in docs/sharding.md, under a heading with the reason.
            """);
    unlisted.forEach(
        (entry, sent) -> message.append(entry).append("\n    ").append(sent).append('\n'));
    unlisted.clear();
    throw new AssertionError(message.toString());
  }

  /** Writes which entries were met, for {@code .ci/sharding.py}. */
  private static void tellMet() {
    try {
      Path directory =
          Files.createDirectories(
              ShardingDocument.root().orElseThrow().resolve("ejb/target/sharding"));
      Files.write(directory.resolve(ProcessHandle.current().pid() + ".txt"), new TreeSet<>(MET));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
