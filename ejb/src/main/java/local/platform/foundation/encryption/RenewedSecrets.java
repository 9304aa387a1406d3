package local.platform.foundation.encryption;

/** Stored secrets that are encrypted again while the key-encryption key is being changed. */
public interface RenewedSecrets {
  /**
   * Encrypts those again that nodes with other keys could not read, or that need not be read with
   * the previous key any more. Called at each start and once a minute, on every node.
   */
  void renew();
}
