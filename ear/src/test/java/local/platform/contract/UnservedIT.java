package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.GrpcReplies;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Methods that the contract names and this server does not serve say so, in both protocols and in
 * the same words: with 501, and not as if there were no such path or method.
 */
@Deployment.Test
@Tag("packaging")
class UnservedIT {
  private static final Path ROUTES =
      Path.of(System.getProperty("platform.sources")).resolve("docs/routes.md");
  private static final Pattern UNSERVED =
      Pattern.compile("\\| (\\w+) \\| `([^`]+)` \\| `([^`/]+)/([^`]+)`, not served \\|");
  private static final Pattern VARIABLE = Pattern.compile("\\{[^}]*}");

  private final PlatformClient client;
  private final GrpcServer grpc;

  UnservedIT(PlatformClient client, GrpcServer grpc) {
    this.client = client;
    this.grpc = grpc;
  }

  @Test
  void everyMethodThatIsNotServedAnswersUnimplemented() throws IOException {
    List<Matcher> unserved =
        Files.readAllLines(ROUTES).stream()
            .map(UNSERVED::matcher)
            .filter(Matcher::matches)
            .toList();

    assertThat(unserved)
        .extracting(route -> route.group(3))
        .contains(
            "platform.registry.Registry",
            "platform.iam.IdentityProviders",
            "platform.events.Subscriptions",
            "platform.iam.v2.IdentityProvidersService",
            "platform.events.v2.SubscriptionsService");
    for (Matcher route : unserved) {
      String path =
          VARIABLE
              .matcher(route.group(2))
              .replaceAll(variable -> variable.group().endsWith("=**}") ? "a/b" : "a");
      String method = route.group(4);

      Reply byRest = client.send(route.group(1), path, null, Map.of());

      assertUnimplemented(byRest, method, route.group(3));
      assertThat(client.withToken("").send(route.group(1), path, null, Map.of()).status())
          .as(path)
          .isEqualTo(401);
      assertUnimplemented(call(route.group(3), method), method, route.group(3));
    }
  }

  private static void assertUnimplemented(Reply reply, String method, String service) {
    String area = service.split("\\.", -1)[1];
    String named = List.of("auth", "oidc").contains(area) ? "iam" : area;
    assertThat(reply.status()).as(service + "/" + method).isEqualTo(501);
    assertThat(reply.json().path("code").asInt()).isEqualTo(12);
    assertThat(reply.json().path("message").asText())
        .isEqualTo("Unimplemented: this server does not offer " + method);
    assertThat(reply.reason()).isEqualTo("UNIMPLEMENTED");
    assertThat(reply.detail("ErrorInfo").path("domain").asText())
        .isEqualTo(named + ".platform.local");
  }

  private Reply call(String service, String name) {
    MethodDescriptor method = grpc.reflection().service(service).findMethodByName(name);
    return GrpcReplies.of(
        grpc.call(
            service,
            method,
            DynamicMessage.getDefaultInstance(method.getInputType()),
            GrpcServer.bearer(client.token())));
  }
}
