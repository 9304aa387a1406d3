package local.platform.authn;

import local.platform.authz.Caller;
import local.platform.token.AccessToken;

/**
 * What a request's token came to.
 *
 * @param caller who calls, with what it may do now
 * @param token what the token says
 */
public record Authenticated(Caller caller, AccessToken token) {}
