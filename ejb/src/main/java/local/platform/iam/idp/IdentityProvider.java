package local.platform.iam.idp;

import java.time.Instant;
import local.platform.foundation.resource.Resource;
import local.platform.foundation.uid.Uid;

/**
 * An identity provider as callers see it, which is without the secret of its client.
 *
 * @param uid its uid, under a group
 * @param draft the fields that clients may write; without a client secret, whatever is given here
 * @param createTime when it was created
 * @param updateTime when it was last changed
 * @param version the number of changes so far
 */
public record IdentityProvider(
    Uid uid, IdentityProviderDraft draft, Instant createTime, Instant updateTime, long version)
    implements Resource {
  public IdentityProvider {
    draft = draft.withClientSecret(ClientSecret.NONE);
  }
}
