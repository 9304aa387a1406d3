package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.form;
import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.IntStream;
import local.platform.access.authz.BuiltInRole;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.Dialect;
import local.platform.contract.testing.GrpcServer;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests how many rows a page has. The rows are created once and listed in all dialects of version
 * 2.
 */
@Deployment.Test
class PageSizesIT {
  private static final int ROWS = 201;

  private final PlatformClient client;
  private final GrpcServer grpc;
  private String organization;
  private String group;

  PageSizesIT(PlatformClient client, GrpcServer grpc) {
    this.client = client;
    this.grpc = grpc;
  }

  @BeforeEach
  void createGroup() {
    organization = client.createOrganization("pages");
    group = client.createGroup(organization, "many");
  }

  @ParameterizedTest
  @EnumSource
  void aPageHasFiftyRowsOrTwoHundredAtMost(Resource resource) {
    String parent = resource.parentIn(client, group);
    if (resource == Resource.ROLE_BINDING) {
      bindMany();
    } else {
      IntStream.range(0, ROWS).forEach(i -> resource.createIn(client, parent, i));
    }

    assertSizes(resource, parent);
  }

  private void assertSizes(Resource resource, String parent) {
    String plural = resource.plural();
    String list = resource.path() + query("uidp.children_of", parent);
    for (Dialect dialect : Dialect.values()) {
      if (dialect.isVersion1()) {
        continue;
      }
      PlatformClient caller = client.in(dialect, grpc);

      assertThat(page(caller, list).path(plural)).as("%s", dialect).hasSize(50);
      assertThat(page(caller, list, "page_size", "0").path(plural)).hasSize(50);
      assertThat(page(caller, list, "skip", "0").path(plural)).hasSize(50);
      assertThat(page(caller, list, "page_size", "1000").path(plural)).hasSize(200);
      JsonNode most = page(caller, list, "page_size", "2147483647");
      assertThat(most.path(plural)).hasSize(200);
      assertThat(most.path("totalCount").asText()).isEqualTo(String.valueOf(ROWS));
      assertThat(most.path("nextPageToken").asText()).isNotEmpty();
    }
  }

  private JsonNode page(PlatformClient caller, String list, String... namesAndValues) {
    String parameters = namesAndValues.length == 0 ? "" : "&" + form(namesAndValues);
    return caller.get(list + parameters).json();
  }

  /** Each identity can have ten roles at a group, so that a few identities are enough. */
  private void bindMany() {
    String identity = "";
    for (int i = 0; i < ROWS; i++) {
      BuiltInRole[] roles = BuiltInRole.values();
      identity = i % roles.length == 0 ? client.createIdentity(organization) : identity;
      client.bind(group, identity, roles[i % roles.length].uid().value());
    }
  }
}
