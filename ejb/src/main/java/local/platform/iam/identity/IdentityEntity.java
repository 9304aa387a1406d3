package local.platform.iam.identity;

import com.nimbusds.jose.util.JSONObjectUtils;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.text.ParseException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import local.platform.access.token.TokenSubject;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.Relationship.AwsIdentity;
import local.platform.iam.identity.Relationship.ClaimMatch;
import local.platform.iam.identity.Relationship.ServicePrincipal;
import local.platform.iam.identity.Relationship.StaticKeys;
import org.jspecify.annotations.Nullable;

/** A stored identity. Which columns of the relationship are used depends on its kind. */
@Entity
@Table(name = "identity")
public class IdentityEntity extends ResourceEntity {
  private String name;
  private String description;
  private String company;
  private String relationship;

  @Column(name = "relationship_version")
  private int relationshipVersion;

  private @Nullable String issuer;

  @Column(name = "issuer_pattern")
  private @Nullable String issuerPattern;

  private @Nullable String subject;

  @Column(name = "subject_pattern")
  private @Nullable String subjectPattern;

  private @Nullable String audience;

  @Column(name = "audience_pattern")
  private @Nullable String audiencePattern;

  private @Nullable String claims;

  @Column(name = "claim_patterns")
  private @Nullable String claimPatterns;

  @Column(name = "issuer_keys")
  private @Nullable String issuerKeys;

  @Column(name = "expiration_time")
  private @Nullable Instant expirationTime;

  @Column(name = "aws_account")
  private @Nullable String awsAccount;

  @Column(name = "aws_arn")
  private @Nullable String awsArn;

  @Column(name = "aws_arn_pattern")
  private @Nullable String awsArnPattern;

  @Column(name = "aws_user_id")
  private @Nullable String awsUserId;

  @Column(name = "aws_user_id_pattern")
  private @Nullable String awsUserIdPattern;

  @Column(name = "service_principal")
  private @Nullable String servicePrincipal;

  @Column(name = "last_seen_time")
  private Instant lastSeenTime;

  /** For JPA. */
  protected IdentityEntity() {}

  /**
   * Creates a new identity.
   *
   * @param draft its draft, with a complete relationship
   */
  IdentityEntity(Uid uid, IdentityDraft draft, Instant now) {
    super(uid, now);
    this.lastSeenTime = now;
    setTexts(draft);
    setRelationship(draft.relationship().orElseThrow());
  }

  /**
   * Replaces the draft. If the relationship changes, tokens that were issued before are no longer
   * valid.
   *
   * @param draft the new draft, with a complete relationship
   */
  void store(IdentityDraft draft, Instant now) {
    Relationship newRelationship = draft.relationship().orElseThrow();
    change(
        now,
        () -> {
          setTexts(draft);
          if (!newRelationship.equals(relationship())) {
            setRelationship(newRelationship);
            relationshipVersion++;
          }
        });
  }

  private void setTexts(IdentityDraft draft) {
    name = draft.name();
    description = draft.description();
    company = draft.company();
  }

  /** Returns the fields that clients may write. */
  IdentityDraft draft() {
    return new IdentityDraft(name, description, company, Optional.of(relationship()));
  }

  @Override
  protected Object content() {
    return List.of(name, description, company, relationship(), relationshipVersion);
  }

  @Override
  public Identity toRecord() {
    return new Identity(uid(), draft(), lastSeenTime, createTime(), updateTime(), version());
  }

  ExchangeTarget toTarget() {
    return new ExchangeTarget(
        new TokenSubject(uid(), relationshipVersion), relationship(), lastSeenTime);
  }

  Relationship relationship() {
    return switch (Relationship.Kind.valueOf(relationship)) {
      case CLAIM_MATCH ->
          new ClaimMatch(
              match(issuer, issuerPattern),
              match(subject, subjectPattern),
              match(audience, audiencePattern),
              map(claims),
              map(claimPatterns));
      case STATIC_KEYS ->
          new StaticKeys(
              text(issuer),
              text(subject),
              text(issuerKeys),
              Optional.ofNullable(expirationTime),
              Optional.ofNullable(audience).map(List::of).orElse(List.of()));
      case AWS_IDENTITY ->
          new AwsIdentity(
              text(awsAccount), match(awsArn, awsArnPattern), match(awsUserId, awsUserIdPattern));
      case SERVICE_PRINCIPAL ->
          new ServicePrincipal(Optional.ofNullable(servicePrincipal).map(PlatformService::valueOf));
    };
  }

  private void setRelationship(Relationship given) {
    clearRelationship();
    relationship = given.kind().name();
    if (given instanceof ClaimMatch match) {
      issuer = literal(match.issuer());
      issuerPattern = pattern(match.issuer());
      subject = literal(match.subject());
      subjectPattern = pattern(match.subject());
      audience = literal(match.audience());
      audiencePattern = pattern(match.audience());
      claims = json(match.claims());
      claimPatterns = json(match.claimPatterns());
    } else if (given instanceof StaticKeys keys) {
      issuer = keys.issuer();
      subject = keys.subject();
      audience = keys.audiences().stream().findFirst().orElse(null);
      issuerKeys = keys.issuerKeys();
      expirationTime = keys.expirationTime().orElse(null);
    } else if (given instanceof AwsIdentity aws) {
      awsAccount = aws.awsAccount();
      awsArn = literal(aws.arn());
      awsArnPattern = pattern(aws.arn());
      awsUserId = literal(aws.userId());
      awsUserIdPattern = pattern(aws.userId());
    } else if (given instanceof ServicePrincipal principal) {
      servicePrincipal = principal.service().map(PlatformService::name).orElse(null);
    }
  }

  private void clearRelationship() {
    issuer = null;
    issuerPattern = null;
    subject = null;
    subjectPattern = null;
    audience = null;
    audiencePattern = null;
    claims = null;
    claimPatterns = null;
    issuerKeys = null;
    expirationTime = null;
    awsAccount = null;
    awsArn = null;
    awsArnPattern = null;
    awsUserId = null;
    awsUserIdPattern = null;
    servicePrincipal = null;
  }

  private static Optional<TextMatch> match(@Nullable String literal, @Nullable String pattern) {
    return literal != null
        ? Optional.of(TextMatch.literal(literal))
        : Optional.ofNullable(pattern).map(TextMatch::pattern);
  }

  private static @Nullable String literal(Optional<TextMatch> match) {
    return match.filter(m -> !m.isPattern()).map(TextMatch::text).orElse(null);
  }

  private static @Nullable String pattern(Optional<TextMatch> match) {
    return match.filter(TextMatch::isPattern).map(TextMatch::text).orElse(null);
  }

  private static String text(@Nullable String stored) {
    return stored == null ? "" : stored;
  }

  private static String json(Map<String, String> map) {
    return JSONObjectUtils.toJSONString(new TreeMap<>(map));
  }

  private static Map<String, String> map(@Nullable String json) {
    if (json == null) {
      return Map.of();
    }
    try {
      return JSONObjectUtils.parse(json).entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, entry -> (String) entry.getValue()));
    } catch (ParseException e) {
      throw new IllegalStateException("stored claims cannot be read", e);
    }
  }
}
