package local.platform.foundation.paging;

/** Tells which columns of a table have indexes that can drive a statement. */
public interface Indexes {
  /** Returns whether an attribute is indexed. */
  boolean isIndexed(String attribute);
}
