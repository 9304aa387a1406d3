package local.platform.paging;

/**
 * The place of a row in a list.
 *
 * @param key what tells it apart from all other rows
 * @param value its value of the field by which the list is ordered
 * @param uid the uid that says where it lies in the hierarchy; empty where that is not known
 */
record Key(Object key, Object value, String uid) {
  /** Takes the place of a row whose key is its uid. */
  Key(String uid, Object value) {
    this(uid, value, uid);
  }
}
