package local.platform.contract.testing;

/** A way to speak the API: a version and a protocol. */
public enum Dialect {
  REST_V2(false, false),
  GRPC_V2(true, false),
  REST_V1(false, true),
  GRPC_V1(true, true);

  private final boolean grpc;
  private final boolean version1;

  Dialect(boolean grpc, boolean version1) {
    this.grpc = grpc;
    this.version1 = version1;
  }

  /** Whether it is spoken over gRPC. */
  public boolean isGrpc() {
    return grpc;
  }

  /** Whether it is of version 1. */
  public boolean isVersion1() {
    return version1;
  }

  /**
   * Whether a role binding shows the uids of its identity and its role as fields of their own too.
   */
  public boolean showsBoundUids() {
    return grpc && !version1;
  }
}
