package local.platform.testing;

import static local.platform.testing.StatementShards.ELSEWHERE;
import static local.platform.testing.StatementShards.NONE;
import static local.platform.testing.StatementShards.ONE;
import static local.platform.testing.StatementShards.SEVERAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import local.platform.access.authz.BuiltInRole;
import local.platform.foundation.uid.Uid;
import org.junit.jupiter.api.Test;

class StatementShardsTest {
  private static final Uid ORGANIZATION = new Uid("a".repeat(40));
  private static final Uid GROUP = ORGANIZATION.newChild();
  private static final Uid OTHER = new Uid("c".repeat(40));

  private static StatementShards shards(String sql, Uid... uids) {
    Map<Integer, byte[]> bound = new HashMap<>();
    for (int i = 0; i < uids.length; i++) {
      bound.put(i + 1, uids[i].bytes());
    }
    return StatementShards.of(StatementForm.of(sql), bound, Set.of("identity_uid"));
  }

  @Test
  void uidsOfOneOrganizationNameIt() {
    assertThat(shards("select 1 from role where uid=?", GROUP.newChild())).isEqualTo(ONE);
    assertThat(shards("select 1 from role where root_uid=? and parent_uid=?", ORGANIZATION, GROUP))
        .isEqualTo(ONE);
  }

  @Test
  void uidsOfTwoOrganizationsNameSeveral() {
    assertThat(shards("select 1 from role where uid in (?, ?)", GROUP, OTHER.newChild()))
        .isEqualTo(SEVERAL);
  }

  @Test
  void withoutAUidNoneIsNamed() {
    assertThat(shards("select 1 from role where name=?")).isEqualTo(NONE);
  }

  @Test
  void aUidInTheTextCounts() {
    String uid = HexFormat.of().formatHex(OTHER.bytes());

    assertThat(shards("select 1 from role where uid=X'" + uid + "'")).isEqualTo(ONE);
    assertThat(shards("select 1 from role where root_uid=? and uid=0x" + uid, ORGANIZATION))
        .isEqualTo(SEVERAL);
  }

  @Test
  void theEndOfARangeIsNoOrganization() {
    String range = "select 1 from role where uid>? and uid<?";

    assertThat(shards(range, ORGANIZATION, ORGANIZATION.next().orElseThrow())).isEqualTo(ONE);
    assertThat(shards(range, GROUP, GROUP.next().orElseThrow())).isEqualTo(ONE);
    assertThat(shards(range, ORGANIZATION, ORGANIZATION.next().orElseThrow().newChild()))
        .isEqualTo(SEVERAL);
    assertThat(shards(range, ORGANIZATION, OTHER)).isEqualTo(SEVERAL);
  }

  /** Without its end it goes on in other organizations. */
  @Test
  void halfARangeDoesNotTellWhereARowLies() {
    assertThat(shards("select 1 from role where uid>?", GROUP)).isEqualTo(NONE);
    assertThat(shards("select 1 from role where uid<?", GROUP)).isEqualTo(NONE);
    assertThat(shards("select 1 from role where uid<>?", GROUP)).isEqualTo(NONE);
    assertThat(shards("select 1 from role where root_uid=? and uid>?", ORGANIZATION, GROUP))
        .isEqualTo(ONE);
  }

  @Test
  void aUidThatIsSetDoesNotTellWhereARowLies() {
    assertThat(shards("update hub_source set last_import_uid=? where number=1", GROUP))
        .isEqualTo(NONE);
  }

  @Test
  void aBuiltInRoleIsNoOrganization() {
    Uid role = BuiltInRole.OWNER.uid();

    assertThat(shards("select 1 from role where uid=?", role)).isEqualTo(NONE);
    assertThat(shards("select 1 from resource_group where uid=?", role)).isEqualTo(ONE);
    assertThat(shards("insert into role_binding (uid, role_uid) values (?, ?)", GROUP, role))
        .isEqualTo(ONE);
  }

  /** There a row lies somewhere else than what it refers to. */
  @Test
  void aUidInAColumnThatRefersElsewhereDoesNotTellWhereARowLies() {
    String insert = "insert into role_binding (uid, identity_uid) values (?, ?)";

    assertThat(shards("select 1 from role_binding where identity_uid=?", GROUP)).isEqualTo(NONE);
    assertThat(shards(insert, GROUP, ORGANIZATION.newChild())).isEqualTo(ONE);
    assertThat(shards(insert, GROUP, OTHER.newChild())).isEqualTo(ELSEWHERE);
  }

  @Test
  void aJoinByAColumnThatRefersElsewhereReachesSeveral() {
    assertThat(
            shards(
                "select 1 from identity i join role_binding b on b.identity_uid=i.uid where"
                    + " i.uid=?",
                GROUP))
        .isEqualTo(SEVERAL);
    assertThat(shards("select 1 from tag t join repo r on r.uid=t.parent_uid where t.uid=?", GROUP))
        .isEqualTo(ONE);
  }

  /** A hash has as many bytes as the uid of an organization. */
  @Test
  void otherBytesAreNoUids() {
    assertThat(shards("select 1 from library_artifact where hash=?", ORGANIZATION)).isEqualTo(NONE);
    Map<Integer, byte[]> short19 = Map.of(1, new byte[19]);
    assertThat(
            StatementShards.of(StatementForm.of("select 1 from t where uid=?"), short19, Set.of()))
        .isEqualTo(NONE);
  }

  @Test
  void aUidWithoutAColumnDoesNotTellWhereARowLies() {
    assertThat(shards("select 1 from role where ? is not null", GROUP)).isEqualTo(NONE);
    assertThat(shards("select 1 from role where uid=? and ? is not null", GROUP, OTHER))
        .isEqualTo(SEVERAL);
  }
}
