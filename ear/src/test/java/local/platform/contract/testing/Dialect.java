package local.platform.contract.testing;

/** A way to speak the API: a version, a protocol, and the names under which it is called. */
public enum Dialect {
  REST_V2(false, "platform", "v2"),
  REST_V2BETA1(false, "platform", "v2beta1"),
  GRPC_V2(true, "platform", "v2"),
  GRPC_V2BETA1(true, "platform", "v2beta1"),
  /** By a package that the server is told of, as clients generated elsewhere have it. */
  GRPC_ALIAS(true, Dialect.ALIAS, "v2"),
  REST_V1(false, "platform", Dialect.VERSION_1),
  GRPC_V1(true, "platform", Dialect.VERSION_1);

  /** What the server under test is told to take for our {@code platform}. */
  static final String ALIAS = "chainguard.platform";

  private static final String VERSION_1 = "v1";
  private static final String OWN_PACKAGE = "platform.";

  private final boolean grpc;
  private final String rootPackage;
  private final String version;

  Dialect(boolean grpc, String rootPackage, String version) {
    this.grpc = grpc;
    this.rootPackage = rootPackage;
    this.version = version;
  }

  /** Whether it differs from another dialect only in the names of packages and paths. */
  public boolean isRenamed() {
    return this == REST_V2BETA1 || this == GRPC_V2BETA1 || this == GRPC_ALIAS;
  }

  /** Whether it is spoken over gRPC. */
  public boolean isGrpc() {
    return grpc;
  }

  /** Whether it is of version 1. */
  public boolean isVersion1() {
    return version.equals(VERSION_1);
  }

  /**
   * Whether a role binding shows the uids of its identity and its role as fields of their own too.
   */
  public boolean showsBoundUids() {
    return grpc && !isVersion1();
  }

  /** A path of version 2 in this dialect of it. */
  String path(String path) {
    return path.replaceFirst("^/iam/v2/", "/iam/" + version + "/");
  }

  /** What it calls a service, given its name in our protos. */
  public String service(String fullName) {
    if (!fullName.startsWith(OWN_PACKAGE)) {
      throw new IllegalArgumentException(fullName + " is none of our services");
    }
    return (rootPackage + "." + fullName.substring(OWN_PACKAGE.length()))
        .replace(".iam.v2.", ".iam." + version + ".");
  }
}
