package local.platform.web.endpoint;

import java.util.List;
import java.util.Optional;
import local.platform.authz.Caller;
import local.platform.error.FieldViolations;
import local.platform.paging.PageRequest;
import local.platform.resource.VersionCondition;
import local.platform.token.AccessToken;
import local.platform.uid.Uid;

/**
 * What belongs to a request beside its message.
 *
 * @param caller who makes it
 * @param token what the token says that came with it
 * @param condition what it requires of the stored version
 * @param violations what is wrong with its shape so far; whoever reads the last part of it throws
 *     them
 */
public record Call(
    Caller caller, AccessToken token, VersionCondition condition, FieldViolations violations) {

  /**
   * Reads a uid.
   *
   * @return empty if it is none, which is then noted
   */
  public Optional<Uid> uid(String field, String text) {
    return UidFields.read(field, text, violations);
  }

  /** Reads a uid that may be left out; empty if it is, or if it is none, which is then noted. */
  public Optional<Uid> optionalUid(String field, String text) {
    return UidFields.readOptional(field, text, violations);
  }

  /** Reads uids, and notes those that are none. */
  public List<Uid> uids(String field, List<String> texts) {
    return texts.stream().flatMap(text -> uid(field, text).stream()).toList();
  }

  /**
   * Reads the uid on which everything else depends, after all else was read.
   *
   * @throws local.platform.error.PlatformException INVALID_ARGUMENT with everything that is wrong
   *     with the request's shape
   */
  public Uid requiredUid(String field, String text) {
    Optional<Uid> uid = uid(field, text);
    violations.throwIfAny();
    return uid.orElseThrow();
  }

  /** The page that a list request asks for, in the words of {@link PageRequest}. */
  public PageRequest page(int pageSize, String pageToken, String orderBy, int skip) {
    return new PageRequest(pageSize, pageToken, orderBy, skip, violations);
  }
}
