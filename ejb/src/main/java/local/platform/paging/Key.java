package local.platform.paging;

/**
 * The place of a row in a list.
 *
 * @param uid its uid
 * @param value its value of the field by which the list is ordered
 */
record Key(String uid, Object value) {}
