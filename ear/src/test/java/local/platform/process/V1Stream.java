package local.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.grpc.Status.Code;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import local.platform.config.DatabaseSettings;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.foundation.uid.Uid;

/**
 * Checks that lists of version 1 are complete, even if they are larger than the server's memory.
 */
final class V1Stream {
  /** The heap of the server. */
  static final String HEAP = "256m";

  /** The greatest number of items over gRPC. */
  static final String GRPC_LIMIT = "1000";

  private static final int GROUPS = 100_000;

  private V1Stream() {}

  static void check(OnMySql running) throws Exception {
    PlatformClient owner = running.server().owner();
    int before = owner.get("/iam/v1/groups").json().path("items").size();
    insertGroups(running.database(), owner.organization());
    read(owner, "limit", "1000"); // the first request takes longer, whatever it is

    long start = System.nanoTime();
    Read read = read(owner);

    assertThat(read.items()).isEqualTo(GROUPS + before);
    assertThat((read.firstByte() - start) * 10).isLessThan(read.end() - start);
    assertThat(owner.get("/iam/v2/groups/" + owner.organization()).status()).isEqualTo(200);
    assertRefusedAboveTheLimitOverGrpc(running.grpc(), owner);
  }

  /** Over gRPC a list is one message. */
  private static void assertRefusedAboveTheLimitOverGrpc(GrpcServer grpc, PlatformClient owner) {
    PlatformClient caller = owner.in(Dialect.GRPC_V2, grpc);

    Reply refused = caller.get("/iam/v1/groups");

    assertThat(refused.status()).as(refused.text()).isEqualTo(429);
    assertThat(refused.json().path("code").asInt()).isEqualTo(Code.RESOURCE_EXHAUSTED.value());
    assertThat(refused.reason()).isEqualTo("LIST_TOO_LONG");
    assertThat(refused.json().at("/details/0/metadata/limit").asText()).isEqualTo(GRPC_LIMIT);
    assertThat(caller.get("/iam/v1/roles").status()).isEqualTo(200);
  }

  private static void insertGroups(DatabaseSettings database, String organization)
      throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.url(), database.user(), database.password());
        Statement setting = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                INSERT INTO resource_group
                  (uid, root_uid, parent_uid, name, description, create_time, update_time, version)
                WITH RECURSIVE number (n) AS
                  (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                SELECT CONCAT(o.uid, UNHEX(LPAD(HEX(n), 16, '0'))), o.uid, o.uid,
                  CONCAT('group ', n), '', o.create_time, o.create_time, 0
                FROM number JOIN resource_group o ON o.uid = ?
                """)) {
      setting.execute("SET SESSION cte_max_recursion_depth = " + GROUPS);
      insert.setInt(1, GROUPS);
      insert.setBytes(2, new Uid(organization).bytes());
      assertThat(insert.executeUpdate()).isEqualTo(GROUPS);
    }
  }

  /**
   * A list that was read to its end.
   *
   * @param items the number of items
   * @param firstByte when its first byte came
   * @param end when its last byte came
   */
  private record Read(int items, long firstByte, long end) {}

  private static Read read(PlatformClient owner, String... part)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(owner.url() + "/iam/v1/groups" + PlatformClient.query(part)))
            .header("Authorization", "Bearer " + owner.token())
            .build();
    HttpResponse<InputStream> response =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    try (PushbackInputStream body = new PushbackInputStream(response.body())) {
      body.unread(body.read());
      long firstByte = System.nanoTime();
      int items = 0;
      try (JsonParser json = PlatformClient.JSON.createParser(body)) {
        for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
          if (token == JsonToken.FIELD_NAME && json.currentName().equals("id")) {
            items++;
          }
        }
      }
      return new Read(items, firstByte, System.nanoTime());
    }
  }
}
