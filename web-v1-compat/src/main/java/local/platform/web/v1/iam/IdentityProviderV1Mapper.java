package local.platform.web.v1.iam;

import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.iam.idp.ClientSecret;
import local.platform.iam.idp.CorrelationRule;
import local.platform.iam.idp.IdentityProviderDraft;
import local.platform.iam.idp.IdentityProviderDraft.Oidc;
import local.platform.iam.idp.IdentityProviders;
import local.platform.kind.ResourceQuery;
import local.platform.proto.iam.v1.IdentityProvider;
import local.platform.proto.iam.v1.IdentityProvider.OIDC;
import local.platform.proto.iam.v1.IdentityProviderFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.UidFields;
import local.platform.web.v1.endpoint.IdFilters;

/** Converts between the messages of version 1 and the records of identity providers. */
final class IdentityProviderV1Mapper {
  private IdentityProviderV1Mapper() {}

  static IdentityProvider message(local.platform.iam.idp.IdentityProvider provider) {
    IdentityProviderDraft draft = provider.draft();
    IdentityProvider.Builder message =
        IdentityProvider.newBuilder()
            .setId(provider.uid().value())
            .setName(draft.name())
            .setDescription(draft.description())
            .setDefaultRole(draft.defaultRole().map(Uid::value).orElse(""));
    draft.oidc().map(IdentityProviderV1Mapper::message).ifPresent(message::setOidc);
    return message.build();
  }

  /** Returns a configuration as a message, in which there is never a secret. */
  private static OIDC message(Oidc oidc) {
    return OIDC.newBuilder()
        .setIssuer(oidc.issuer())
        .setClientId(oidc.clientId())
        .addAllAdditionalScopes(oidc.additionalScopes())
        .setGroupsClaim(oidc.groupsClaim())
        .setCorrelationRule(
            oidc.correlationRule()
                .map(IdentityProviderV1Mapper::message)
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

  /**
   * Returns the replacement of an identity provider. No client can send back the secret, which it
   * never sees, and the correlation rule cannot change: without them both stay the same.
   */
  static DraftChange<IdentityProviderDraft> change(
      FieldViolations violations, IdentityProvider provider) {
    IdentityProviderDraft given = draft(violations, provider);
    return DraftChange.of(
        before ->
            new IdentityProviderDraft(
                given.name(),
                given.description(),
                given.defaultRole(),
                given.oidc().map(oidc -> before.oidc().map(oidc::keeping).orElse(oidc))),
        "name",
        "description",
        "defaultRole",
        "oidc");
  }

  static ResourceQuery query(Call call, IdentityProviderFilter filter) {
    return ResourceQuery.of(IdFilters.filter(call, filter.getId(), filter.getUidp()))
        .withText(IdentityProviders.NAME, filter.getName());
  }
}
