package local.platform.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The tokens that this server issues and accepts.
 *
 * @param issuer issuer URL
 * @param audiences accepted audiences, at least one; the first is given to a token that asks for
 *     none
 * @param keyEncryptionKey 32 bytes in base64, if it is configured as a value; never printed
 * @param keyEncryptionKeyFile file that holds the key, if it is configured as a file
 * @param previousKeyEncryptionKey the key of before, if it is configured as a value; never printed
 * @param previousKeyEncryptionKeyFile file that holds the key of before
 * @param keyRotationInterval how long a key signs before the next takes over
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
