package local.platform.library.artifact;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.text.ParseException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import local.platform.access.authz.Caller;
import local.platform.config.DatabaseSettings;
import local.platform.db.DatabaseVendor;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.ChangeObserver;
import local.platform.foundation.uid.Uid;
import local.platform.hub.imports.Import;
import local.platform.hub.imports.ImportKind;
import local.platform.hub.imports.ImportPlace;
import local.platform.hub.imports.ImportQueue;
import local.platform.hub.imports.ImportRequest;
import local.platform.hub.imports.ImportService;
import local.platform.hub.imports.RecordFormat;
import local.platform.library.artifact.ArtifactLine.MalformedLineException;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;

/** Services, a group, and who may do everything there. */
final class ImportFixture implements AutoCloseable {
  final MutableClock clock = new MutableClock();
  final TestServices services;
  final World world;
  final Uid root;
  final Uid group;
  final Caller owner;
  private final Semaphore queued = new Semaphore(0);
  private final ImportQueue queue;

  ImportFixture(TestDatabase database, Path directory) {
    this(clock -> new TestServices(database, clock, properties(directory)));
  }

  ImportFixture(DatabaseSettings database, Path directory) {
    this(clock -> new TestServices(DatabaseVendor.MYSQL, database, clock, properties(directory)));
  }

  private ImportFixture(Function<MutableClock, TestServices> services) {
    this.services = services.apply(clock);
    world = new World(this.services);
    root = world.organization();
    group = world.group(root);
    owner = World.everythingAt(root);
    queue = this.services.importQueue(queued::release);
  }

  private static Map<String, String> properties(Path directory) {
    return Map.of("platform.data-dir", directory.toString());
  }

  /** Asks for an import of artifacts. */
  record Request(Ecosystem ecosystem, boolean complete, boolean allowMassRetraction) {
    ImportRequest in(Uid group) {
      return in(group, ImportFixture::line);
    }

    ImportRequest in(Uid group, ArtifactLine.Reader reader) {
      return new ImportRequest(
          group, new ArtifactFormat(group, ecosystem, reader), complete, allowMassRetraction);
    }
  }

  ImportService imports() {
    return services.imports(queue);
  }

  /** The service for imports of these kinds. */
  ImportService imports(List<ImportKind> kinds) {
    return services.imports(queue, kinds);
  }

  /** The queue sees only those observers that were there before. */
  ImportService importsSeenBy(ChangeObserver observer) {
    services.observe(observer);
    return services.imports(services.importQueue());
  }

  Import run(Ecosystem ecosystem, String... lines) {
    return run(new Request(ecosystem, false, false), bytes(lines));
  }

  /** Imports into another group. */
  Import runIn(Uid other, Ecosystem ecosystem, String... lines) {
    return run(imports(), new Request(ecosystem, false, false).in(other), bytes(lines));
  }

  Import runComplete(Ecosystem ecosystem, String... lines) {
    return run(new Request(ecosystem, true, false), bytes(lines));
  }

  Import run(Request request, byte[] file) {
    return run(imports(), request, file);
  }

  Import run(ImportService imports, Request request, byte[] file) {
    return run(imports, request.in(group), file);
  }

  Import run(ImportService imports, ImportRequest request, byte[] file) {
    ImportPlace place = imports.prepare(owner, request);
    try {
      place.spool().fill(new ByteArrayInputStream(file));
      return imports.start(owner, place);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs an import of a format of the test. */
  Import run(byte[] file, RecordFormat<ArtifactRecord> format) {
    return run(imports(), new ImportRequest(group, format, false, false), file);
  }

  static byte[] bytes(String... lines) {
    return String.join("\n", lines).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  static byte[] gzip(byte[] plain) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }

  static String version(String name, String version, String... more) {
    return "{'name': '%s', 'version': '%s'%s}"
        .formatted(name, version, more.length == 0 ? "" : ", " + String.join(", ", more));
  }

  /** Reads lines roughly as the server does. */
  static ArtifactLine line(byte[] bytes) throws MalformedLineException {
    try {
      Map<String, Object> json = JSONObjectUtils.parse(new String(bytes, StandardCharsets.UTF_8));
      return new ArtifactLine(
          text(json, "ecosystem"),
          text(json, "name"),
          text(json, "version"),
          text(json, "description"),
          text(json, "sourceType"),
          json.containsKey("sizeBytes")
              ? OptionalLong.of(JSONObjectUtils.getLong(json, "sizeBytes"))
              : OptionalLong.empty(),
          json.containsKey("publishedTime")
              ? Optional.of(Instant.parse(text(json, "publishedTime")))
              : Optional.empty(),
          text(json, "cudaVersion"),
          Optional.ofNullable((Boolean) json.get("malware")),
          json.containsKey("deleted"));
    } catch (ParseException e) {
      throw new MalformedLineException("", "not JSON", Optional.empty());
    }
  }

  private static String text(Map<String, Object> json, String key) throws ParseException {
    return json.containsKey(key) ? JSONObjectUtils.getString(json, key) : "";
  }

  List<Artifact> artifacts(Ecosystem ecosystem) {
    return artifacts(new ArtifactQuery(Set.of(ecosystem), "", Optional.empty(), false, false));
  }

  List<Artifact> artifacts(ArtifactQuery query) {
    return services.artifacts().list(owner, query, new PageRequest(200, "", "", 0)).items();
  }

  Artifact artifact(Ecosystem ecosystem, String name) {
    return artifacts(ecosystem).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The versions of an artifact, the latest first, with where they come from if upstream. */
  List<String> versions(String id, boolean upstream) {
    List<String> versions = new ArrayList<>();
    services
        .artifacts()
        .walkVersions(owner, id, upstream, Window.ALL, version -> versions.add(version.version()));
    return versions;
  }

  /** All rows of a table, column by column. */
  List<String> rows(String table) {
    List<String> found = new ArrayList<>();
    try (Connection connection = services.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM " + table + " ORDER BY 1")) {
      while (rows.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          Object value = rows.getObject(i);
          row.append(value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value)
              .append('|');
        }
        found.add(row.toString());
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }

  /** Waits until so many imports have been given to the two threads of the queue. */
  void awaitQueued(int imports) throws InterruptedException {
    queued.acquire(imports);
  }

  /** Renews the leases of the imports, as a server does every ten seconds. */
  void renewLeases() {
    queue.renewLeases();
  }

  /** Stops the queue, as a server that is asked to end. */
  void stop() {
    queue.stop();
  }

  @Override
  public void close() {
    stop();
    services.close();
  }
}
