package local.platform.foundation.resource;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import local.platform.foundation.uid.Uid;

/**
 * The key of a request, with which its client may send it again without writing twice. Holds only
 * hashes, so that nothing can show the key itself.
 */
public final class IdempotencyKey {
  private static final int CLAIM_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] key;
  private final Supplier<byte[]> request;
  private final byte[] claim = new byte[CLAIM_BYTES];
  private Optional<List<Written>> repeated = Optional.empty();

  /**
   * A row that an earlier request with the same key was to write.
   *
   * @param uid its key
   * @param createTime when it was created, if another one may have the same uid now; otherwise
   *     empty
   */
  public record Written(Uid uid, Optional<Instant> createTime) {}

  /**
   * Creates the key of one request.
   *
   * @param key SHA-256 of the key that the client chose
   * @param request returns SHA-256 of everything that makes it this request; it is called when the
   *     write begins, so that an upload has been received by then
   */
  public IdempotencyKey(byte[] key, Supplier<byte[]> request) {
    this.key = key.clone();
    this.request = request;
    RANDOM.nextBytes(claim);
  }

  /** Returns the hash of the key. */
  public byte[] key() {
    return key.clone();
  }

  /** Returns the hash of the request. */
  public byte[] request() {
    return request.get();
  }

  /** Returns random bytes by which the request knows what it has stored itself. */
  byte[] claim() {
    return claim.clone();
  }

  /** Notes that the request repeats an earlier one, which has written these rows. */
  void repeats(List<Written> written) {
    repeated = Optional.of(List.copyOf(written));
  }

  /**
   * Returns whether the request repeats an earlier one, and has therefore written nothing. Known
   * only after the write.
   */
  public boolean isRepeated() {
    return repeated.isPresent();
  }

  /**
   * Returns the rows that the earlier request was to write, in its order.
   *
   * @throws IllegalStateException if the request repeats none
   */
  List<Written> written() {
    return repeated.orElseThrow(() -> new IllegalStateException("the request repeats no other"));
  }
}
