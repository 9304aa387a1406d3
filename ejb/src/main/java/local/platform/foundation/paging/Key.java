package local.platform.foundation.paging;

/**
 * The position of a row in a list.
 *
 * @param key the value of the row's key
 * @param value the value of the field by which the list is ordered
 * @param uid the uid that places the row in the hierarchy; an empty text if it is not known
 */
record Key(Object key, Object value, String uid) {
  /** Creates the position of a row whose key is its uid. */
  Key(String uid, Object value) {
    this(uid, value, uid);
  }
}
