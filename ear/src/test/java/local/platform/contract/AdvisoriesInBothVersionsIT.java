package local.platform.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import local.platform.contract.testing.Deployment;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what is particular to advisories and the same in both versions. */
@Deployment.InBothVersions
@Tag("database")
class AdvisoriesInBothVersionsIT extends BothVersions {
  private final Advisories advisories;

  AdvisoriesInBothVersionsIT(PlatformClient client) {
    super(client);
    this.advisories = new Advisories(client.rest());
  }

  private String one;
  private String other;

  @BeforeEach
  void createAdvisories() {
    one =
        create(
            """
            {'artifactName':'zlib','artifactType':'apk','artifactArchitecture':'x86_64',
             'componentName':'libz','componentLocation':'/lib','componentType':'c',
             'aliases':['CVE-2099-1','GHSA-abcd-efgh-ijkl']}
            """);
    other = create("{'artifactName':'left-pad','artifactType':'library','aliases':['CVE-2099-2']}");
  }

  private String create(String advisory) {
    return advisories.create(organization, advisory).path("id").asText();
  }

  @Test
  void eventsOfEachTypeAreShownAlike() {
    for (String event :
        List.of(
            "{'detection':{'nvdapi':{'cpeSearched':'a','cpeFound':'b'}},'status':'APPROVED'}",
            "{'detection':{'manual':{}},'issue':'i'}",
            """
            {'detection':{'scanv1':{'scanner':'1','subpackageName':'2','componentId':'3',
             'componentName':'4','componentVersion':'5','componentType':'6',
             'componentLocation':'7','artifactVersion':'8','scannerVersion':'9',
             'grypeDbBuilt':'10','grypeDbChecksum':'11'}}}
            """,
            """
            {'fixed':{'fixedVersion':'1','note':'2','scannerVersion':'3','grypeDbBuilt':'4',
             'grypeDbChecksum':'5'}}
            """,
            "{'falsePositiveDetermination':{'type':'INLINE_MITIGATIONS_EXIST','note':'n'}}",
            "{'analysisNotPlanned':{'note':'n'}}",
            "{'fixNotPlanned':{}}",
            "{'pendingUpstreamFix':{'note':'n'}}",
            "{'truePositiveDetermination':{'note':'n'}}",
            "{'patched':{'patchedVersions':['1','2'],'note':'n'}}")) {
      advisories.append(one, event);
    }
    String rejected = advisories.append(one, "{'fixNotPlanned':{}}").path("id").asText();
    advisories.change(rejected, "{'status':'REJECTED'}");
    advisories.delete(other);

    for (String uid : List.of(one, other)) {
      List<JsonNode> expected = rows(client.rest(), Resource.ADVISORY, "uidp.ids", uid);
      assertThat(expected).hasSize(1);
      assertThat(expected.get(0).path("events")).hasSize(uid.equals(one) ? 11 : 0);
      assertThat(rows(client, Resource.ADVISORY, "uidp.ids", uid)).isEqualTo(expected);
    }
  }

  @Test
  void everyFilterSelectsWhatItSays() {
    assertSelected(List.of(one), "artifact_names", "zlib");
    assertSelected(List.of(other), "artifact_types", "library");
    assertSelected(List.of(one), "artifact_architectures", "x86_64");
    assertSelected(List.of(other), "artifact_architectures", "");
    assertSelected(List.of(one), "component_names", "libz");
    assertSelected(List.of(other), "component_types", "library");
    assertSelected(List.of(one), "component_locations", "/lib");
    assertSelected(List.of(one), "aliases", "ghsa-ABCD-efgh-IJKL");
    assertSelected(List.of(one, other), "aliases", "cve-2099-1", "aliases", "cve-2099-2");
    assertSelected(List.of(), "aliases", "cve-2099-1", "artifact_types", "library");
    assertSelected(List.of(other), "origin", "left-pad", "artifact_names", "ignored");
    String advisoryId =
        rows(client, Resource.ADVISORY, "uidp.ids", one).get(0).path("advisoryId").asText();
    assertSelected(List.of(one), "advisory_ids", advisoryId);
    assertSelected(List.of(), "legacy_advisory_ids", advisoryId);
  }

  @Test
  void everyFilterOfEventsSelectsWhatItSays() {
    advisories.append(one, "{'fixNotPlanned':{},'author':'ann','status':'APPROVED'}");
    String event =
        advisories.append(other, "{'detection':{'manual':{}},'author':'ben'}").path("id").asText();
    String pending = "1";
    String approved = "2";
    String detection = "1";
    String fixNotPlanned = "6";

    assertSelected(List.of(other), "event_review_states", pending);
    assertSelected(List.of(one), "event_review_states", approved);
    assertSelected(
        List.of(one, other), "event_review_states", pending, "event_review_states", approved);
    assertSelected(List.of(one), "event_authors", "ann");
    assertSelected(List.of(other), "exclude_event_authors", "ann");
    assertSelected(List.of(other), "event_types", detection);
    assertSelected(List.of(one), "latest_event_type", fixNotPlanned);
    assertSelected(List.of(), "latest_event_type", detection);
    String reviewer = advisories.change(event, "{'status':'APPROVED'}").path("reviewer").asText();
    assertSelected(List.of(one, other), "event_reviewers", reviewer);
    assertSelected(List.of(), "event_reviewers", "ann");
    assertSelected(List.of(other), "latest_event_type", detection);
    assertSelected(List.of(), "event_review_states", pending);
  }

  private void assertSelected(List<String> expected, String... namesAndValues) {
    List<String> parameters = new ArrayList<>(List.of("uidp.children_of", organization));
    parameters.addAll(List.of(namesAndValues));

    assertThat(uids(client, Resource.ADVISORY, parameters.toArray(String[]::new)))
        .as("%s", parameters)
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
