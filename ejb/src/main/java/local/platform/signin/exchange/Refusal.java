package local.platform.signin.exchange;

import java.util.Map;
import java.util.function.Supplier;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;

/** The refusal of the exchange. */
final class Refusal {
  private Refusal() {}

  /** Returns the same error for every reason to refuse, whether or not the identity exists. */
  static PlatformException denied() {
    return new PlatformException(
        ErrorCode.PERMISSION_DENIED,
        "PERMISSION_DENIED",
        "verifying token: there is no such identity, or it does not accept the token",
        Map.of());
  }

  /** Runs work whose UNAUTHENTICATED becomes the refusal. */
  static <T> T deniedIfUnauthenticated(Supplier<T> work) {
    try {
      return work.get();
    } catch (PlatformException e) {
      throw e.code() == ErrorCode.UNAUTHENTICATED ? denied() : e;
    }
  }
}
