package local.platform.web.v2.iam;

import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.uid.Uid;
import local.platform.iam.idp.ClientSecret;
import local.platform.iam.idp.CorrelationRule;
import local.platform.iam.idp.IdentityProviderDraft;
import local.platform.iam.idp.IdentityProviderDraft.Oidc;
import local.platform.iam.idp.IdentityProviders;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v2.IdentityProvider;
import local.platform.proto.iam.v2.IdentityProvider.OIDC;
import local.platform.proto.iam.v2.ListIdentityProvidersRequest;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Drafts;
import local.platform.web.endpoint.Timestamps;
import local.platform.web.endpoint.UidFields;
import local.platform.web.endpoint.UidpFilters;

/** Converts between the messages of version 2 and the records of identity providers. */
final class IdentityProviderMapper {
  // No client can send back the secret, which it never sees, and the rule cannot change.
  static final Drafts<IdentityProvider, IdentityProviderDraft> DRAFTS =
      new Drafts<>(IdentityProviderMapper::message, IdentityProviderMapper::draft)
          .keeping("oidc.client_secret", "oidc.correlation_rule");

  private IdentityProviderMapper() {}

  static IdentityProvider message(local.platform.iam.idp.IdentityProvider provider) {
    return message(provider.draft()).toBuilder()
        .setUid(provider.uid().value())
        .setCreateTime(Timestamps.message(provider.createTime()))
        .setUpdateTime(Timestamps.message(provider.updateTime()))
        .build();
  }

  static IdentityProvider message(IdentityProviderDraft draft) {
    IdentityProvider.Builder message =
        IdentityProvider.newBuilder()
            .setName(draft.name())
            .setDescription(draft.description())
            .setDefaultRole(draft.defaultRole().map(Uid::value).orElse(""));
    draft.oidc().map(IdentityProviderMapper::message).ifPresent(message::setOidc);
    return message.build();
  }

  private static OIDC message(Oidc oidc) {
    return OIDC.newBuilder()
        .setIssuer(oidc.issuer())
        .setClientId(oidc.clientId())
        .setClientSecret(oidc.clientSecret().text())
        .addAllAdditionalScopes(oidc.additionalScopes())
        .setGroupsClaim(oidc.groupsClaim())
        .setCorrelationRule(
            oidc.correlationRule()
                .map(IdentityProviderMapper::message)
                .orElse(OIDC.CorrelationRule.CORRELATION_RULE_UNSPECIFIED))
        .setPkceEnabled(oidc.pkceEnabled())
        .build();
  }

  private static OIDC.CorrelationRule message(CorrelationRule rule) {
    return switch (rule) {
      case SUB_EQUALS_EXTERNAL_ID -> OIDC.CorrelationRule.CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID;
      case OID_EQUALS_EXTERNAL_ID -> OIDC.CorrelationRule.CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID;
    };
  }

  static IdentityProviderDraft draft(FieldViolations violations, IdentityProvider provider) {
    return new IdentityProviderDraft(
        provider.getName(),
        provider.getDescription(),
        UidFields.readOptional("defaultRole", provider.getDefaultRole(), violations),
        provider.hasOidc() ? Optional.of(oidc(provider.getOidc(), violations)) : Optional.empty());
  }

  private static Oidc oidc(OIDC oidc, FieldViolations violations) {
    return new Oidc(
        oidc.getIssuer(),
        oidc.getClientId(),
        new ClientSecret(oidc.getClientSecret()),
        oidc.getAdditionalScopesList(),
        oidc.getGroupsClaim(),
        rule(oidc.getCorrelationRule(), violations),
        oidc.getPkceEnabled());
  }

  /**
   * Returns the rule in a message. An unknown number, which gRPC accepts, is added to the
   * violations.
   */
  private static Optional<CorrelationRule> rule(
      OIDC.CorrelationRule rule, FieldViolations violations) {
    return switch (rule) {
      case CORRELATION_RULE_UNSPECIFIED -> Optional.empty();
      case CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID ->
          Optional.of(CorrelationRule.SUB_EQUALS_EXTERNAL_ID);
      case CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID ->
          Optional.of(CorrelationRule.OID_EQUALS_EXTERNAL_ID);
      case UNRECOGNIZED -> {
        violations.add("oidc.correlationRule", "must be one of the names of CorrelationRule");
        yield Optional.empty();
      }
    };
  }

  static ResourceQuery query(Call call, ListIdentityProvidersRequest request) {
    return ResourceQuery.of(UidpFilters.filter(call, request.getUidp()))
        .withText(IdentityProviders.NAME, request.getName());
  }
}
