package local.platform.web.v2.iam;

import static local.platform.web.testing.TestCall.json;
import static local.platform.web.testing.TestCall.violations;
import static local.platform.web.testing.TestCall.wrongFields;
import static local.platform.web.v2.testing.Messages.mask;
import static local.platform.web.v2.testing.Messages.names;
import static local.platform.web.v2.testing.Messages.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.FieldMask;
import java.time.Instant;
import java.util.Arrays;
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
import local.platform.iam.account.AccountAssociations;
import local.platform.iam.account.AccountProvider;
import local.platform.iam.account.AccountStatus;
import local.platform.kind.ResourceQuery;
import local.platform.proto.common.UIDPFilter;
import local.platform.proto.iam.v2.AccountProviderType;
import local.platform.proto.iam.v2.ListAccountAssociationsRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.testing.TestCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

class AccountAssociationMapperTest {
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

  // Out

  @Test
  void anAccountAssociationLooksAsTheContractSaysInOneOrder() {
    AccountAssociation association =
        new AccountAssociation(
            GROUP,
            STORED,
            Instant.parse("2030-01-01T00:00:00.120Z"),
            Instant.parse("2030-01-02T00:00:00Z"),
            7);

    assertThat(json(AccountAssociationMapper.message(association)))
        .isEqualTo(
            ("{'uid':'UID','name':'stored','description':'a stored text',"
                    + "'amazon':{'account':'012345678901'},"
                    + "'google':{'projectId':'project','projectNumber':'7'},"
                    + "'chainguard':{'serviceBindings':{'COSIGNED':'IDENTITY','INGESTER':'IDENTITY'}},"
                    + "'azure':{'tenantId':'tenant','clientIds':{'a':'1','b':'2'}},"
                    + "'createTime':'2030-01-01T00:00:00.120Z',"
                    + "'updateTime':'2030-01-02T00:00:00.000Z',"
                    + "'github':{'appInstallations':{'5':{},'12':{'installations':["
                    + "{'installationId':'4','name':'four'},{'installationId':'3'}]}}}}")
                .replace('\'', '"')
                .replace("UID", GROUP.value())
                .replace("IDENTITY", IDENTITY.value()));
  }

  // Create

  @Test
  void whatIsWrittenIsReadBack() {
    for (AccountAssociationDraft draft : List.of(AccountAssociationDraft.EMPTY, STORED)) {
      assertThat(
              AccountAssociationMapper.draft(
                  call.violations(), AccountAssociationMapper.message(draft)))
          .isEqualTo(draft);
    }
    assertThat(violations(call)).isEmpty();
  }

  @Test
  void bindingsThatNameNoUidAreNotedOneByOne() {
    draft(
        "{'chainguard':{'serviceBindings':{'INGESTER':'','COSIGNED':'x','SKILLS':'"
            + IDENTITY
            + "'}}}");

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
  void aProviderWithSomeOfItsValuesIsLeftToTheService() {
    assertThat(draft("{'google':{'projectNumber':'7'}}").google()).contains(new Google("", "7"));
  }

  // Update

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name              | name
          amazon            | amazon.account
          google.project_id | google.projectId
          chainguard        | chainguard.serviceBindings
          azure             | azure.tenantId,azure.clientIds
          github            | github.appInstallations
          *                 | uid,name,description,amazon.account,google.projectId,google.projectNumber,chainguard.serviceBindings,azure.tenantId,azure.clientIds,github.appInstallations,createTime,updateTime
          """)
  void anUpdateSetsTheFieldsOfItsMask(String paths, String fields) {
    assertThat(change(mask(paths), "{}").fields()).isEqualTo(names(fields));
  }

  @Test
  void aReplacementRemovesTheProvidersThatItLeavesOut() {
    DraftChange<AccountAssociationDraft> change =
        change(mask("*"), "{'name':'n','amazon':{'account':'1'}}");

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
  void aMaskRemovesAProviderThatTheBodyLeavesOutAndNoOther() {
    AccountAssociationDraft changed = change(mask("azure"), "{'name':'n'}").applyTo(STORED);

    assertThat(changed.azure()).isEmpty();
    assertThat(changed.name()).isEqualTo("stored");
    assertThat(changed.google()).isEqualTo(STORED.google());
    assertThat(changed.github()).isEqualTo(STORED.github());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'github':null}", "{'github':{}}"})
  void withoutAMaskTheKeyInTheBodyRemovesAProvider(String body) {
    FieldMask keys = read(call, body, local.platform.proto.iam.v2.AccountAssociation.newBuilder());

    AccountAssociationDraft changed = change(keys, body).applyTo(STORED);

    assertThat(changed.github()).isEmpty();
    assertThat(changed.azure()).isEqualTo(STORED.azure());
  }

  @Test
  void mapsAreReplacedAsAWhole() {
    DraftChange<AccountAssociationDraft> change =
        change(
            mask("azure.client_ids,github.appInstallations"),
            "{'azure':{'clientIds':{'c':'3'}},'github':{'appInstallations':{'-1':{}}}}");

    assertThat(change.applyTo(STORED).azure()).contains(new Azure("tenant", Map.of("c", "3")));
    assertThat(change.applyTo(STORED).github()).contains(new GitHub(Map.of(-1L, List.of())));
  }

  @Test
  void filtersAreReadMemberByMember() {
    assertThat(
            AccountAssociationMapper.query(
                call,
                ListAccountAssociationsRequest.newBuilder()
                    .setName("a name")
                    .setUidp(UIDPFilter.newBuilder().setDescendantsOf(GROUP.value()))
                    .build()))
        .isEqualTo(
            ResourceQuery.of(UidpFilter.below(Optional.of(GROUP)))
                .with(AccountAssociations.NAME, Optional.of("a name")));
    assertThat(
            AccountAssociationMapper.query(
                call, ListAccountAssociationsRequest.getDefaultInstance()))
        .isEqualTo(ResourceQuery.of(UidpFilter.NONE));
  }

  // Check

  @ParameterizedTest
  @EnumSource
  void everyProviderIsReadByItsName(AccountProvider provider) {
    assertThat(
            AccountAssociationMapper.provider(
                call.violations(),
                AccountProviderType.valueOf("ACCOUNT_PROVIDER_TYPE_" + provider.name())))
        .contains(provider);
    assertThat(Arrays.stream(AccountProviderType.values()))
        .hasSize(AccountProvider.values().length + 2);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"ACCOUNT_PROVIDER_TYPE_UNSPECIFIED", "UNRECOGNIZED"})
  void whatIsNoProviderIsNoted(AccountProviderType type) {
    assertThat(AccountAssociationMapper.provider(call.violations(), type)).isEmpty();
    assertThat(wrongFields(call)).containsExactly("providerType");
  }

  @Test
  void aStatusIsWrittenMemberByMember() {
    assertThat(json(AccountAssociationMapper.message(new AccountStatus(false, "WHY", "Because."))))
        .isEqualTo(
            "{\"status\":\"CHECK_STATUS_NOT_READY\",\"reason\":\"WHY\",\"message\":\"Because.\"}");
    assertThat(json(AccountAssociationMapper.message(new AccountStatus(true, "", ""))))
        .isEqualTo("{\"status\":\"CHECK_STATUS_READY\"}");
  }

  private AccountAssociationDraft draft(String body) {
    local.platform.proto.iam.v2.AccountAssociation.Builder association =
        local.platform.proto.iam.v2.AccountAssociation.newBuilder();
    read(call, body, association);
    return AccountAssociationMapper.draft(call.violations(), association.build());
  }

  private DraftChange<AccountAssociationDraft> change(FieldMask mask, String body) {
    local.platform.proto.iam.v2.AccountAssociation.Builder association =
        local.platform.proto.iam.v2.AccountAssociation.newBuilder();
    read(call, body, association);
    return AccountAssociationMapper.DRAFTS.change(call.violations(), association.build(), mask);
  }
}
