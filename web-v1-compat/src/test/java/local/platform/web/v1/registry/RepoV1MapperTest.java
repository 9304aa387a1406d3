package local.platform.web.v1.registry;

import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.kind.ResourceQuery;
import local.platform.proto.registry.v1.RepoFilter;
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
import local.platform.registry.repo.RepoWithReadme;
import local.platform.registry.repo.RepoWithReadmeDraft;
import local.platform.registry.repo.Repos;
import local.platform.registry.repo.SyncConfig;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;

class RepoV1MapperTest {
  private static final Uid UID = new Uid("a".repeat(40)).newChild();
  private static final String SOURCE = "b".repeat(40) + "/0123456789abcdef";

  private static final CustomOverlay OVERLAY =
      new CustomOverlay(
          new ImageContents(
              List.of("curl"), List.of("https://a.test"), List.of(new NamedContent("k", "v"))),
          Map.of("A", "1"),
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

  @Test
  void aRepoHasItsReadmeAndOfTheTimesThatOfItsCreation() {
    assertThat(
            json(RepoV1Mapper.message(repoWithReadme(FULL, Optional.of(Instant.EPOCH), "# <b>"))))
        .isEqualTo(
            ("{'id':'UID','name':'full','catalogTier':'AI','bundles':['ai','base'],"
                    + "'readme':'# <b>','sync_config':{'source':'SOURCE',"
                    + "'expiration':'1970-01-01T00:00:00.000Z','google':'g','amazon':'a','azure':'z'},"
                    + "'customOverlay':{'contents':{'packages':['curl'],"
                    + "'runtimeRepositories':['https://a.test'],"
                    + "'runtimeKeyring':[{'name':'k','content':'v'}]},"
                    + "'environment':{'A':'1'},'annotations':{'c':'d'},"
                    + "'accounts':{'groups':[{'gid':7,'groupName':'g','members':['app']}],"
                    + "'users':[{'uid':1,'userName':'app','gid':0,'groupName':'g',"
                    + "'shell':'/bin/sh','homeDir':'/home'},{'userName':'b'}],'runAs':'app'},"
                    + "'certificates':{'additional':[{'name':'ca','content':'pem'}],"
                    + "'providers':['jdk']}},"
                    + "'aliases':['a:b'],'createTime':'2030-01-01T00:00:00.120Z',"
                    + "'activeTags':['latest'],'description':'a text'}")
                .replace("UID", UID.value())
                .replace("SOURCE", SOURCE));
    assertThat(
            json(
                RepoV1Mapper.message(repoWithReadme(new RepoDraft("a", ""), Optional.empty(), ""))))
        .isEqualTo(
            "{'id':'UID','name':'a','createTime':'2030-01-01T00:00:00.120Z'}"
                .replace("UID", UID.value()));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    for (RepoDraft draft : List.of(RepoDraft.EMPTY, FULL)) {
      Optional<Instant> expiration = draft.syncConfig().map(config -> Instant.EPOCH);
      for (String readme : List.of("", "a readme")) {
        assertThat(
                RepoV1Mapper.draft(
                    call.violations(),
                    RepoV1Mapper.message(repoWithReadme(draft, expiration, readme))))
            .isEqualTo(
                new RepoWithReadmeDraft(
                    draft, Optional.of(readme).filter(text -> !text.isEmpty())));
      }
    }
    for (CatalogTier tier : CatalogTier.values()) {
      local.platform.proto.registry.v1.Repo message =
          local.platform.proto.registry.v1.Repo.newBuilder()
              .setCatalogTier(local.platform.proto.registry.v1.CatalogTier.valueOf(tier.name()))
              .build();
      assertThat(RepoV1Mapper.draft(call.violations(), message).repo().catalogTier())
          .contains(tier);
    }
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void anUpdateReplacesEveryFieldButAReadmeThatItLeavesOut() {
    DraftChange<RepoWithReadmeDraft> change = change("{'id':'x','name':'n'}");
    DraftChange<RepoWithReadmeDraft> withReadme = change("{'name':'n','readme':'r'}");

    assertThat(change.fields())
        .containsExactlyInAnyOrder(
            "name",
            "description",
            "catalogTier",
            "bundles",
            "aliases",
            "activeTags",
            "syncConfig",
            "customOverlay");
    assertThat(change.applyTo(new RepoWithReadmeDraft(FULL, Optional.empty())))
        .isEqualTo(new RepoWithReadmeDraft(new RepoDraft("n", ""), Optional.empty()));
    assertThat(withReadme.sets("readme")).isTrue();
    assertThat(withReadme.applyTo(RepoWithReadmeDraft.EMPTY).readme()).contains("r");
  }

  @Test
  void anUnknownTierIsNoted() {
    RepoV1Mapper.draft(
        call.violations(),
        local.platform.proto.registry.v1.Repo.newBuilder().setCatalogTierValue(1).build());

    assertThat(wrongFields(call)).containsExactly("catalogTier");
  }

  @Test
  void filtersAreReadMemberByMember() {
    RepoFilter filter = RepoFilter.newBuilder().setId(UID.value()).setName("a name").build();

    assertThat(RepoV1Mapper.query(call, filter))
        .isEqualTo(
            ResourceQuery.of(
                    new UidpFilter(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.of(Set.of(UID))))
                .with(Repos.NAME, Optional.of("a name")));
    assertThat(RepoV1Mapper.query(call, RepoFilter.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));
  }

  private DraftChange<RepoWithReadmeDraft> change(String json) {
    return RepoV1Mapper.change(
        call.violations(),
        read(call, json, local.platform.proto.registry.v1.Repo.newBuilder()).build());
  }

  private static RepoWithReadme repoWithReadme(
      RepoDraft draft, Optional<Instant> expiration, String readme) {
    Instant time = Instant.parse("2030-01-01T00:00:00.120Z");
    return new RepoWithReadme(new Repo(UID, "a/b", draft, expiration, time, time, 7), readme);
  }
}
