package local.platform.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The tokens that this server issues and accepts.
 *
 * @param issuer issuer URL
 * @param audiences accepted audiences, at least one; the first is the default of issued tokens
 * @param keyEncryptionKey 32 bytes in base64, if it is configured as a value; never printed
 * @param keyEncryptionKeyFile file with the key, if it is configured as a file
 * @param previousKeyEncryptionKey the previous key, if it is configured as a value; never printed
 * @param previousKeyEncryptionKeyFile file with the previous key
 * @param keyRotationInterval how long a key signs before the next one takes over
 */
public record TokenSettings(
    String issuer,
    List<String> audiences,
    Optional<String> keyEncryptionKey,
    Optional<Path> keyEncryptionKeyFile,
    Optional<String> previousKeyEncryptionKey,
    Optional<Path> previousKeyEncryptionKeyFile,
    Duration keyRotationInterval) {

  public TokenSettings {
    audiences = List.copyOf(audiences);
  }

  @Override
  public String toString() {
    return "TokenSettings[issuer=" + issuer + ", audiences=" + audiences + "]";
  }
}
