package local.platform.hub.imports;

/**
 * A place for an import on this server, with the file for its upload. It must be closed unless an
 * import was started with it.
 */
public final class ImportPlace implements AutoCloseable {
  private final ImportRequest request;
  private final Spool spool;
  private final LargeRecords.Turn largeRecords;
  private final Runnable uploaded;
  private final Runnable release;
  private boolean closed;

  ImportPlace(
      ImportRequest request,
      Spool spool,
      LargeRecords.Turn largeRecords,
      Runnable uploaded,
      Runnable release) {
    this.request = request;
    this.spool = spool;
    this.largeRecords = largeRecords;
    this.uploaded = uploaded;
    this.release = release;
  }

  /** Returns the request for which the place was taken. */
  ImportRequest request() {
    return request;
  }

  /** Returns the file for the upload. */
  public Spool spool() {
    return spool;
  }

  /** Returns when the import may have a large record in memory. */
  LargeRecords.Turn largeRecords() {
    return largeRecords;
  }

  /** Allows another upload for the same import to begin, because this one is complete. */
  void endUpload() {
    uploaded.run();
  }

  /** Deletes the file and frees the place. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      spool.close();
      uploaded.run();
      release.run();
    }
  }
}
