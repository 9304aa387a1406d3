package local.platform.contract.testing;

/** A version and a protocol of the API. */
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

  /** Returns whether the protocol is gRPC. */
  public boolean isGrpc() {
    return grpc;
  }

  /** Returns whether it is version 1. */
  public boolean isVersion1() {
    return version1;
  }

  /**
   * Returns whether role bindings show the uids of their identity and their role in separate fields
   * too.
   */
  public boolean showsBoundUids() {
    return grpc && !version1;
  }
}
