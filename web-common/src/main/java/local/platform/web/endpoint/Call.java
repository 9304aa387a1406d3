package local.platform.web.endpoint;

import com.google.protobuf.FieldMask;
import java.util.List;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.access.token.AccessToken;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;

/**
 * A request without its message.
 *
 * @param caller the caller that makes it
 * @param token the content of its access token
 * @param condition its precondition on the stored version
 * @param updateMask the fields that an update is to change, where its message has no field for
 *     them; no paths if the request does not tell
 * @param violations what has been found wrong with its form so far; thrown when all parts have been
 *     read
 */
public record Call(
    Caller caller,
    AccessToken token,
    VersionCondition condition,
    FieldMask updateMask,
    FieldViolations violations) {

  /**
   * Reads a uid.
   *
   * @return the uid; empty if the text is not one, which is added to the violations
   */
  public Optional<Uid> uid(String field, String text) {
    return UidFields.read(field, text, violations);
  }

  /**
   * Reads an optional uid.
   *
   * @return the uid; empty if the text is empty, or if it is not a uid, which is added to the
   *     violations
   */
  public Optional<Uid> optionalUid(String field, String text) {
    return UidFields.readOptional(field, text, violations);
  }

  /** Reads uids. Texts that are not uids are left out and added to the violations. */
  public List<Uid> uids(String field, List<String> texts) {
    return texts.stream().flatMap(text -> uid(field, text).stream()).toList();
  }

  /**
   * Reads a required uid. Must be called after all other parts of the request have been read.
   *
   * @throws local.platform.foundation.error.PlatformException INVALID_ARGUMENT with all violations,
   *     if there are any
   */
  public Uid requiredUid(String field, String text) {
    Optional<Uid> uid = uid(field, text);
    violations.throwIfAny();
    return uid.orElseThrow();
  }

  /** Returns the page that a list request asks for, as {@link PageRequest} describes it. */
  public PageRequest page(int pageSize, String pageToken, String orderBy, int skip) {
    return new PageRequest(pageSize, pageToken, orderBy, skip, violations);
  }
}
