package local.platform.web.observability;

/** An entity that writes rows while they are read, and knows afterwards how many they were. */
public interface RowCount {
  /** The number of rows written so far. */
  int rows();
}
