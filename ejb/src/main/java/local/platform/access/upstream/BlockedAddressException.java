package local.platform.access.upstream;

import java.io.IOException;

/** Thrown when a host has an address to which the server does not connect on behalf of others. */
final class BlockedAddressException extends IOException {
  private static final long serialVersionUID = 1L;

  BlockedAddressException() {
    super("its host has an address that is not allowed");
  }
}
