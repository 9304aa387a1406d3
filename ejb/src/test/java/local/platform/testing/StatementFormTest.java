package local.platform.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import local.platform.testing.StatementForm.Operand;
import local.platform.testing.StatementForm.Relation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementFormTest {
  private static String form(String sql) {
    return StatementForm.of(sql).text();
  }

  private static List<String> columns(String sql) {
    return StatementForm.of(sql).parameters().stream().map(Operand::column).toList();
  }

  private static List<Relation> relations(String sql) {
    return StatementForm.of(sql).parameters().stream().map(Operand::relation).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "select 1 from library_version where artifact_number=?; select library_version by"
            + " artifact_number",
        "delete from library_version where number in (?); delete library_version by number",
        "insert into tag (uid,name) values (?,?); insert tag",
        "insert into tag (uid) select ? from repo r where r.uid = ?; insert tag select repo by uid",
        "update hub_import set state=? where number=?; update hub_import by number",
        "select * from a join b on b.a_number = a.number where a.state = ?; select a, b by"
            + " a_number, number, state",
        "select x from a where exists (select 1 from b where b.y = a.z); select a, b by y, z",
        "(select x from a where y = ?) union all (select x from a where y = ?); select a by y",
        "merge into a using (select ? x) s on (a.x = s.x); merge a by x",
        "select @@super_read_only; select",
        "select count(*) from a; select a"
      })
  void itHasTheVerbTheTablesAndTheColumnsOfConditions(String sql, String form) {
    assertThat(form(sql)).isEqualTo(form);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT /*+ MAX_EXECUTION_TIME(2000) */ r1_0.uid, r1_0.name FROM role r1_0"
            + " WHERE r1_0.name > ? AND r1_0.uid IN (?, ?, ?) ORDER BY r1_0.name LIMIT ?",
        "select r1_0.uid from role r1_0 use index (ix_role_root_name)"
            + " where r1_0.uid=? and (r1_0.name<'it''s' or r1_0.name=?)"
            + " order by r1_0.root_uid desc,r1_0.name desc fetch first ? rows only",
        "select (select count(*) from role x where x.name=?) from role r3_0 where r3_0.uid = X'00'",
        "select 1 from `role` as r where \"r\".uid between ? and ? and name like ? escape '!' for"
            + " share",
        "select uid from role where name=? and uid=? group by description for update skip locked"
      })
  void formsOfStatementsThatDifferOnlyInDetailsAreEqual(String sql) {
    assertThat(form(sql)).isEqualTo("select role by name, uid");
  }

  @Test
  void aStatementThatAsksForNoRowsHasNoTables() {
    assertThat(StatementForm.of("SELECT CAST(UNIX_TIMESTAMP(NOW(3)) AS SIGNED)").tables())
        .isEmpty();
    assertThat(StatementForm.of("select extract(year from ?)").tables()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "select 1 from t where a=? and b in (?,?) or c between ? and ?; a,b,b,c,c",
        "select 1 from t where t1.a >= ? and (t1.a > ? or t1.b < ?) limit ?; a,a,b,''",
        "insert into t (a,b,c) values (?, coalesce(?, 1), ?), (?, now(), ?); a,b,c,a,c",
        "insert into t (a,b) values (?,?) on duplicate key update b = ?, c = values(c); a,b,b",
        "insert into t (a,b) select ?, greatest(?, x) from u where y = ?; a,b,y",
        "update t set a=?, b=greatest(b, ?) where c=cast(? as varbinary(20)); a,b,c",
        "select ? from t where a is not null and ?=b; '',''"
      })
  void eachParameterBelongsToAColumn(String sql, String columns) {
    assertThat(String.join(",", columns(sql))).isEqualTo(columns.replace("''", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "select 1 from t where a=? and b in (?, ?) or c = lower(?); EQUAL,EQUAL,EQUAL,EQUAL",
        "select 1 from t where a>? and (a>=? or a<?) and a<=?; FROM,FROM,UNTIL,UNTIL",
        "select 1 from t where a between ? and ? and b=?; FROM,UNTIL,EQUAL",
        "select 1 from t where a<>? and a!=? and b like ? and b not in (?);"
            + " OTHER,OTHER,OTHER,OTHER",
        "update t set a=? where b=?; OTHER,EQUAL",
        "insert into t (a, b) values (?, lower(?)) on duplicate key update b=?; EQUAL,EQUAL,OTHER",
        "insert into t (a) select ? from u where b<?; EQUAL,UNTIL"
      })
  void eachParameterIsRelatedToTheRows(String sql, String relations) {
    assertThat(relations(sql)).extracting(Relation::name).containsExactly(relations.split(","));
  }

  @Test
  void bytesInTheTextBelongToAColumn() {
    assertThat(StatementForm.of("delete from t where a = X'0aff' and b > 0x0b").literals())
        .satisfiesExactly(
            a -> {
              assertThat(a.operand()).isEqualTo(new Operand("a", Relation.EQUAL));
              assertThat(a.bytes().array()).containsExactly(0x0a, 0xff);
            },
            b -> {
              assertThat(b.operand()).isEqualTo(new Operand("b", Relation.FROM));
              assertThat(b.bytes().array()).containsExactly(0x0b);
            });
  }

  @Test
  void columnsThatAreComparedWithOthersAreJoined() {
    assertThat(
            StatementForm.of(
                    "select 1 from a x join b y on y.p = x.q where x.r = ? and (y.s) = lower(x.t)"
                        + " and x.u = 1")
                .joined())
        .containsExactly("p", "q");
  }
}
