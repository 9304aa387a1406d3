package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.DocumentedRoute;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends query parameters that no message can express. */
@Deployment.Test
class ListsRestIT {
  private final PlatformClient client;

  ListsRestIT(PlatformClient client) {
    this.client = client;
  }

  /** But artifacts, which only an import can create, and what anybody reads of feeds. */
  @Test
  void everyListOfVersion2IsThatOfAResourceHere() {
    assertThat(
            DocumentedRoute.served().stream()
                .filter(route -> route.method().equals("GET"))
                .map(DocumentedRoute::template)
                .filter(
                    path ->
                        path.matches("/\\w+/v2/\\w+")
                            && !path.matches("/(ping|libraries|advisory)/.*")))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Resource.values()).map(Resource::path).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "page_size=2147483648, pageSize",
    "pageSize=x, pageSize",
    "page_size=1&pageSize=2, pageSize",
    "id=3, id",
    "uidp=3, uidp",
    "uidp.in_root=maybe, uidp.inRoot",
    "offset=3, offset",
    "parent=3, parent"
  })
  void aListRefusesWhatItDoesNotUnderstandAndNamesIt(String parameters, String field) {
    for (Resource resource : Resource.values()) {
      Reply refused = client.get(resource.path() + "?" + parameters);

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.violations()).as(resource.path()).containsExactly(field);
    }
  }

  @ParameterizedTest
  @MethodSource("local.platform.contract.testing.sample.Resource#unnamed")
  void whatHasNoNameIsNotSelectedByIt(Resource resource) {
    assertThat(client.get(resource.path() + "?name=a").violations()).containsExactly("name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CLAIM_MATCH", "x"})
  void whatIsNoTypeOfRelationshipIsNamed(String wrong) {
    assertThat(client.get("/iam/v2/identities" + query("relationshipType", wrong)).violations())
        .containsExactly("relationshipType");
  }
}
