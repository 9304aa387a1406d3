package local.platform.web.v1.iam;

import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v1.testing.V1Messages.json;
import static local.platform.web.v1.testing.V1Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.account.AccountAssociation;
import local.platform.iam.account.AccountAssociationDraft;
import local.platform.iam.account.AccountAssociationDraft.Amazon;
import local.platform.iam.account.AccountAssociationDraft.Azure;
import local.platform.iam.account.AccountAssociationDraft.Chainguard;
import local.platform.iam.account.AccountAssociationDraft.GitHub;
import local.platform.iam.account.AccountAssociationDraft.Google;
import local.platform.iam.account.AccountAssociationDraft.Installation;
import local.platform.iam.account.AccountProvider;
import local.platform.iam.account.AccountStatus;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v1.AccountAssociations;
import local.platform.proto.iam.v1.AccountAssociationsCheckRequest.AccountType;
import local.platform.proto.iam.v1.AccountAssociationsFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AccountAssociationV1MapperTest {
  private static final Uid GROUP = new Uid("a".repeat(40));
  private static final Uid IDENTITY = GROUP.newChild();

  private static final AccountAssociationDraft STORED =
      new AccountAssociationDraft(
          "stored",
          "a stored text",
          Optional.of(new Amazon("012345678901")),
          Optional.of(new Google("project", "7")),
          Optional.of(new Chainguard(Map.of("INGESTER", IDENTITY, "COSIGNED", IDENTITY))),
          Optional.of(new Azure("tenant", Map.of("b", "2", "a", "1"))),
          Optional.of(
              new GitHub(
                  Map.of(
                      12L,
                      List.of(new Installation(4, "four"), new Installation(3, "")),
                      5L,
                      List.of()))));

  private final Call call = TestCall.call();

  @Test
  void anAccountAssociationNamesItsGroupAndHasNoTimes() {
    assertThat(json(message(STORED)))
        .isEqualTo(
            ("{'group':'%1$s','amazon':{'account':'012345678901'},"
                    + "'google':{'projectId':'project','projectNumber':'7'},"
                    + "'name':'stored','description':'a stored text',"
                    + "'chainguard':{'serviceBindings':{'COSIGNED':'%2$s','INGESTER':'%2$s'}},"
                    + "'azure':{'tenantId':'tenant','clientIds':{'a':'1','b':'2'}},"
                    + "'github':{'appInstallations':{'5':{},'12':{'installations':["
                    + "{'installationId':'4','name':'four'},{'installationId':'3'}]}}}}")
                .formatted(GROUP, IDENTITY));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    for (AccountAssociationDraft draft : List.of(AccountAssociationDraft.EMPTY, STORED)) {
      assertThat(AccountAssociationV1Mapper.draft(call.violations(), message(draft)))
          .isEqualTo(draft);
    }
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void bindingsThatNameNoUidAreNotedOneByOne() {
    draft("{'chainguard':{'serviceBindings':{'INGESTER':'','COSIGNED':'x'}}}");

    assertThat(wrongFields(call))
        .containsExactly(
            "chainguard.serviceBindings.COSIGNED", "chainguard.serviceBindings.INGESTER");
  }

  @Test
  void aProviderWithoutValuesIsNone() {
    assertThat(
            draft(
                "{'amazon':{},'google':{'projectId':''},'chainguard':{'serviceBindings':{}},"
                    + "'azure':{},'github':{}}"))
        .isEqualTo(AccountAssociationDraft.EMPTY);
  }

  @Test
  void anUpdateReplacesEverythingAndRemovesTheProvidersThatItLeavesOut() {
    DraftChange<AccountAssociationDraft> change =
        AccountAssociationV1Mapper.change(
            call.violations(), association("{'name':'n','amazon':{'account':'1'}}"));

    assertThat(change.fields())
        .containsExactlyInAnyOrder(
            "name", "description", "amazon", "google", "chainguard", "azure", "github");
    assertThat(change.applyTo(STORED))
        .isEqualTo(
            new AccountAssociationDraft(
                "n",
                "",
                Optional.of(new Amazon("1")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void theFilterForAGroupIsThatForTheUid() {
    assertThat(
            AccountAssociationV1Mapper.query(
                call,
                AccountAssociationsFilter.newBuilder()
                    .setGroup(GROUP.value())
                    .setName("a name")
                    .build()))
        .isEqualTo(
            ResourceQuery.of(UidpFilter.NONE.only(GROUP))
                .with(local.platform.iam.account.AccountAssociations.NAME, Optional.of("a name")));
    assertThat(
            AccountAssociationV1Mapper.query(call, AccountAssociationsFilter.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));

    AccountAssociationV1Mapper.query(
        call, AccountAssociationsFilter.newBuilder().setGroup("x").build());
    assertThat(wrongFields(call)).containsExactly("group");
  }

  @ParameterizedTest
  @EnumSource
  void everyProviderIsReadByItsName(AccountProvider provider) {
    assertThat(
            AccountAssociationV1Mapper.provider(
                call.violations(), AccountType.valueOf(provider.name())))
        .contains(provider);
    assertThat(AccountType.values()).hasSize(AccountProvider.values().length + 2);
  }

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN", "UNRECOGNIZED"})
  void whatIsNoProviderIsNoted(AccountType type) {
    assertThat(AccountAssociationV1Mapper.provider(call.violations(), type)).isEmpty();
    assertThat(wrongFields(call)).containsExactly("accountType");
  }

  @Test
  void aStatusIsWrittenMemberByMember() {
    assertThat(
            json(AccountAssociationV1Mapper.message(new AccountStatus(false, "WHY", "Because."))))
        .isEqualTo("{'ready':'NotReady','reason':'WHY','message':'Because.'}");
    assertThat(json(AccountAssociationV1Mapper.message(new AccountStatus(true, "", ""))))
        .isEqualTo("{'ready':'Ready'}");
  }

  private AccountAssociationDraft draft(String json) {
    return AccountAssociationV1Mapper.draft(call.violations(), association(json));
  }

  private AccountAssociations association(String json) {
    return read(call, json, AccountAssociations.newBuilder()).build();
  }

  private static AccountAssociations message(AccountAssociationDraft draft) {
    return AccountAssociationV1Mapper.message(
        new AccountAssociation(GROUP, draft, Instant.EPOCH, Instant.EPOCH, 7));
  }
}
