package local.platform.web.v2.registry;

import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.v2.testing.Messages.mask;
import static local.platform.web.v2.testing.Messages.names;
import static local.platform.web.v2.testing.Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.FieldMask;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.kind.ResourceQuery;
import local.platform.proto.registry.v2.ListReposRequest;
import local.platform.proto.registry.v2.RepoReadme;
import local.platform.registry.repo.CatalogTier;
import local.platform.registry.repo.CustomOverlay;
import local.platform.registry.repo.CustomOverlay.Accounts;
import local.platform.registry.repo.CustomOverlay.Certificates;
import local.platform.registry.repo.CustomOverlay.ImageContents;
import local.platform.registry.repo.CustomOverlay.NamedContent;
import local.platform.registry.repo.CustomOverlay.User;
import local.platform.registry.repo.CustomOverlay.UserGroup;
import local.platform.registry.repo.Repo;
import local.platform.registry.repo.RepoDraft;
import local.platform.registry.repo.RepoReadmeDraft;
import local.platform.registry.repo.Repos;
import local.platform.registry.repo.SyncConfig;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepoMapperTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();
  private static final String SOURCE = "b".repeat(40) + "/0123456789abcdef";

  private static final CustomOverlay OVERLAY =
      new CustomOverlay(
          new ImageContents(
              List.of("curl"), List.of("https://a.test"), List.of(new NamedContent("k", "v"))),
          Map.of("A", "1", "B", ""),
          Map.of("c", "d"),
          new Accounts(
              "app",
              List.of(
                  new User("app", 1, Optional.of(0), "g", "/bin/sh", "/home"),
                  new User("b", 0, Optional.empty(), "", "", "")),
              List.of(new UserGroup("g", 7, List.of("app")))),
          new Certificates(List.of(new NamedContent("ca", "pem")), List.of("jdk")));

  private static final RepoDraft FULL =
      new RepoDraft(
          "full",
          "a text",
          Optional.of(CatalogTier.AI),
          List.of("ai", "base"),
          List.of("a:b"),
          List.of("latest"),
          Optional.of(new SyncConfig(SOURCE, "g", "a", "z")),
          OVERLAY);

  private final Call call = TestCall.call();

  // Out

  @Test
  void aRepoLooksAsTheContractSays() {
    assertThat(json(RepoMapper.message(repo(FULL, Optional.of(Instant.EPOCH)))))
        .isEqualTo(
            ("{'uid':'UID','name':'full','description':'a text',"
                    + "'catalogTier':'CATALOG_TIER_AI','bundles':['ai','base'],'aliases':['a:b'],"
                    + "'activeTags':['latest'],"
                    + "'sync_config':{'source':'SOURCE','expirationTime':'1970-01-01T00:00:00.000Z',"
                    + "'google':'g','amazon':'a','azure':'z'},"
                    + "'customOverlay':{'contents':{'packages':['curl'],"
                    + "'runtimeRepositories':['https://a.test'],"
                    + "'runtimeKeyring':[{'name':'k','content':'v'}]},"
                    + "'environment':{'A':'1','B':''},'annotations':{'c':'d'},"
                    + "'accounts':{'runAs':'app','users':[{'username':'app','uid':1,'gid':0,"
                    + "'groupName':'g','shell':'/bin/sh','homeDir':'/home'},{'username':'b'}],"
                    + "'groups':[{'groupname':'g','gid':7,'members':['app']}]},"
                    + "'certificates':{'additional':[{'name':'ca','content':'pem'}],"
                    + "'providers':['jdk']}},"
                    + "'createTime':'2030-01-01T00:00:00.120Z',"
                    + "'updateTime':'2030-01-02T00:00:00.000Z'}")
                .replace('\'', '"')
                .replace("UID", UID.value())
                .replace("SOURCE", SOURCE));
  }

  @Test
  void whatIsEmptyIsLeftOut() {
    assertThat(json(RepoMapper.message(repo(new RepoDraft("a", ""), Optional.empty()))))
        .isEqualTo(
            "{'uid':'UID','name':'a','createTime':'2030-01-01T00:00:00.120Z','updateTime':'2030-01-02T00:00:00.000Z'}"
                .replace('\'', '"')
                .replace("UID", UID.value()));
  }

  // In

  @Test
  void whatIsWrittenIsReadBack() {
    for (RepoDraft draft :
        List.of(
            RepoDraft.EMPTY,
            FULL,
            overlay(
                new CustomOverlay(
                    ImageContents.EMPTY,
                    Map.of(),
                    Map.of("a", ""),
                    Accounts.EMPTY,
                    Certificates.EMPTY)),
            overlay(
                new CustomOverlay(
                    ImageContents.EMPTY,
                    Map.of(),
                    Map.of(),
                    new Accounts("a", List.of(), List.of()),
                    Certificates.EMPTY)))) {
      assertThat(RepoMapper.draft(call.violations(), RepoMapper.message(draft))).isEqualTo(draft);
    }
    for (CatalogTier tier : CatalogTier.values()) {
      RepoDraft draft = tier(tier);
      assertThat(RepoMapper.draft(call.violations(), RepoMapper.message(draft))).isEqualTo(draft);
    }
    RepoReadmeDraft readme = new RepoReadmeDraft("a text");
    assertThat(RepoReadmeMapper.draft(call.violations(), RepoReadmeMapper.message(readme)))
        .isEqualTo(readme);
    assertThat(violations(call)).isEmpty();
  }

  /** As gRPC brings it. */
  @Test
  void aNumberThatIsNoTierIsNoted() {
    RepoMapper.draft(
        call.violations(),
        local.platform.proto.registry.v2.Repo.newBuilder().setCatalogTierValue(99).build());

    assertThat(violations(call))
        .containsExactly(
            new FieldViolation("catalogTier", "must be one of the names of CatalogTier"));
  }

  /** Also in the spelling of all other fields, which clients try first. */
  @ParameterizedTest
  @ValueSource(strings = {"sync_config", "syncConfig"})
  void theSyncConfigurationIsReadInBothSpellings(String name) {
    assertThat(draft("{'" + name + "':{'source':'a'}}").syncConfig())
        .contains(new SyncConfig("a", "", "", ""));
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void whatIsOutputOnlyIsIgnored() {
    RepoDraft draft =
        draft(
            "{'uid':'x','createTime':'2030-01-01T00:00:00Z','sync_config':{'uniqueTags':true,"
                + "'expirationTime':'2030-01-01T00:00:00Z','apkoOverlay':'x','gracePeriod':true}}");

    assertThat(draft)
        .isEqualTo(
            new RepoDraft(
                "",
                "",
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Optional.of(new SyncConfig("", "", "", "")),
                CustomOverlay.EMPTY));
    assertThat(violations(call)).isEmpty();
  }

  // Update

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name                        | name
          description,active_tags     | description,activeTags
          catalogTier,bundles,aliases | catalogTier,bundles,aliases
          custom_overlay.environment  | customOverlay.environment
          ''                          | ''
          """)
  void anUpdateSetsTheFieldsOfItsMask(String paths, String fields) {
    assertThat(change(mask(paths), "{}").fields()).isEqualTo(names(fields));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync_config", "syncConfig"})
  void aMaskNamesTheSyncConfigurationInBothSpellings(String name) {
    DraftChange<RepoDraft> whole = change(mask(name), "{'sync_config':{'source':'a'}}");
    DraftChange<RepoDraft> part =
        change(mask(name + ".google"), "{'sync_config':{'google':'new'}}");

    assertThat(whole.sets("syncConfig")).isTrue();
    assertThat(whole.applyTo(FULL).syncConfig()).contains(new SyncConfig("a", "", "", ""));
    assertThat(part.sets("syncConfig")).isTrue();
    assertThat(part.applyTo(FULL).syncConfig()).contains(new SyncConfig(SOURCE, "new", "a", "z"));
    assertThat(change(mask(name), "{}").applyTo(FULL).syncConfig())
        .as("of which nothing is left")
        .contains(new SyncConfig("", "", "", ""));
    assertThat(change(mask(name), "{}").applyTo(RepoDraft.EMPTY).syncConfig()).isEmpty();
    assertThat(change(mask(name), "{'sync_config':{}}").applyTo(RepoDraft.EMPTY).syncConfig())
        .contains(new SyncConfig("", "", "", ""));
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void aReplacementEmptiesWhatItLeavesOut() {
    RepoDraft replaced = change(mask("*"), "{'name':'n'}").applyTo(FULL);

    assertThat(replaced)
        .usingRecursiveComparison()
        .ignoringFields("syncConfig")
        .isEqualTo(new RepoDraft("n", ""));
    assertThat(replaced.syncConfig())
        .as("of which nothing is left")
        .contains(new SyncConfig("", "", "", ""));
  }

  @Test
  void aPartOfAnOverlayIsReplacedAlone() {
    RepoDraft changed =
        change(
                mask("custom_overlay.environment,custom_overlay.accounts.run_as"),
                "{'customOverlay':{'environment':{'X':'y'}}}")
            .applyTo(FULL);

    assertThat(changed.customOverlay())
        .isEqualTo(
            new CustomOverlay(
                OVERLAY.contents(),
                Map.of("X", "y"),
                OVERLAY.annotations(),
                new Accounts("", OVERLAY.accounts().users(), OVERLAY.accounts().groups()),
                OVERLAY.certificates()));
  }

  @Test
  void withoutAMaskTheLeavesOfTheBodyChange() {
    FieldMask mask =
        read(
            call,
            "{'sync_config':{'azure':'new'},'bundles':[]}",
            local.platform.proto.registry.v2.Repo.newBuilder());

    assertThat(mask.getPathsList()).containsExactlyInAnyOrder("sync_config.azure", "bundles");
  }

  /** A service names the components of its records. */
  @Test
  void fieldsAreNamedAsTheyAreInMessages() {
    assertThat(translated("syncConfig.source")).isEqualTo("sync_config.source");
    assertThat(translated("customOverlay.accounts.users[3].name"))
        .isEqualTo("customOverlay.accounts.users[3].username");
    assertThat(translated("customOverlay.accounts.groups[0].name"))
        .isEqualTo("customOverlay.accounts.groups[0].groupname");
    assertThat(translated("customOverlay.accounts.groups[0].gid"))
        .isEqualTo("customOverlay.accounts.groups[0].gid");
  }

  private static String translated(String field) {
    try {
      return RepoMapper.DRAFTS
          .names()
          .translated(
              () -> {
                throw PlatformException.invalidArgument(field, "is bad");
              });
    } catch (PlatformException e) {
      return TestCall.fields(e).get(0);
    }
  }

  @Test
  void aReadmeShowsItsRepoAndItsText() {
    local.platform.registry.repo.RepoReadme readme =
        new local.platform.registry.repo.RepoReadme(
            UID, new RepoReadmeDraft("# <b>"), Instant.EPOCH, 3);

    assertThat(RepoReadmeMapper.message(readme))
        .isEqualTo(RepoReadme.newBuilder().setUid(UID.value()).setContent("# <b>").build());
  }

  // List

  @Test
  void anEmptyNameIsAFilterAndAMissingOneIsNot() {
    assertThat(RepoMapper.query(call, ListReposRequest.newBuilder().setName("").build()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE).with(Repos.NAME, Optional.of("")));
    assertThat(RepoMapper.query(call, ListReposRequest.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));
  }

  private RepoDraft draft(String body) {
    local.platform.proto.registry.v2.Repo.Builder repo =
        local.platform.proto.registry.v2.Repo.newBuilder();
    read(call, body, repo);
    return RepoMapper.draft(call.violations(), repo.build());
  }

  private DraftChange<RepoDraft> change(FieldMask mask, String body) {
    local.platform.proto.registry.v2.Repo.Builder repo =
        local.platform.proto.registry.v2.Repo.newBuilder();
    read(call, body, repo);
    return RepoMapper.DRAFTS.change(call.violations(), repo.build(), mask);
  }

  private static RepoDraft overlay(CustomOverlay overlay) {
    return new RepoDraft(
        "a", "", Optional.empty(), List.of(), List.of(), List.of(), Optional.empty(), overlay);
  }

  private static RepoDraft tier(CatalogTier tier) {
    return new RepoDraft(
        "a",
        "",
        Optional.of(tier),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        CustomOverlay.EMPTY);
  }

  private static Repo repo(RepoDraft draft, Optional<Instant> expiration) {
    return new Repo(
        UID,
        "a/b",
        draft,
        expiration,
        Instant.parse("2030-01-01T00:00:00.120Z"),
        Instant.parse("2030-01-02T00:00:00Z"),
        7);
  }
}
