package local.platform.web.endpoint;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.foundation.digest.Sha256;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.IdempotencyKey;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.VersionCondition.Versions;
import local.platform.web.observability.RequestId;

/**
 * Requests with a key, which clients may send again without writing twice. The key is in a header
 * (draft-ietf-httpapi-idempotency-key-header), and an answer that repeats an earlier one has
 * another header.
 */
public final class IdempotentRequests {
  /** The header of requests with the key, and the metadata of that name over gRPC. */
  public static final String KEY_HEADER = "Idempotency-Key";

  /** The header of answers to repeated requests. */
  public static final String REPLAYED_HEADER = "Idempotent-Replayed";

  /** The value of the header of answers. */
  public static final String TRUE = "true";

  /** The draft writes keys in quotes, and many clients leave them out. */
  private static final Pattern QUOTED = Pattern.compile("\"(.*)\"");

  private IdempotentRequests() {}

  /**
   * Returns the key of a request, without quotes; empty if it has none.
   *
   * @param values all values of its header
   * @throws PlatformException INVALID_ARGUMENT if they are not one of the form of a request id
   */
  static Optional<String> key(List<String> values) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    Matcher quoted = QUOTED.matcher(values.get(0));
    String key = quoted.matches() ? quoted.group(1) : values.get(0);
    if (values.size() > 1 || !RequestId.isWellFormed(key)) {
      throw PlatformException.invalidArgument(
          KEY_HEADER,
          "must have 1 to 128 letters, digits or any of . _ : / + = -, and be given once");
    }
    return Optional.of(key);
  }

  /**
   * The parts that make a request this one and no other, besides an upload. Its request id and the
   * name of the version that the client wrote do not.
   *
   * @param method the requested method, as metrics name it
   * @param message the request message
   * @param mask the mask beside the message
   * @param condition the precondition on the stored version
   */
  record Content(String method, Message message, FieldMask mask, VersionCondition condition) {}

  /**
   * Returns the key of a request.
   *
   * @param key the key without quotes
   * @param upload the body of a request whose method reads it itself
   */
  static IdempotencyKey of(String key, Content content, Digested upload) {
    byte[] known = digest(content);
    return new IdempotencyKey(
        Sha256.of(key),
        () -> {
          MessageDigest whole = Sha256.begin();
          whole.update(known);
          whole.update(upload.digest());
          return whole.digest();
        });
  }

  private static byte[] digest(Content content) {
    MessageDigest digest = Sha256.begin();
    try (DataOutputStream parts =
        new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), digest))) {
      parts.writeUTF(content.method());
      write(content.message(), parts);
      write(content.mask(), parts);
      write(content.condition().required(), parts);
      write(content.condition().excluded(), parts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return digest.digest();
  }

  /** Writes a message after its length, with the entries of maps in one order. */
  private static void write(Message message, DataOutputStream parts) throws IOException {
    parts.writeInt(message.getSerializedSize());
    CodedOutputStream coded = CodedOutputStream.newInstance(parts);
    coded.useDeterministicSerialization();
    message.writeTo(coded);
    coded.flush();
  }

  private static void write(Versions versions, DataOutputStream parts) throws IOException {
    parts.writeBoolean(versions.all());
    parts.writeInt(versions.listed().size());
    for (long version : new TreeSet<>(versions.listed())) {
      parts.writeLong(version);
    }
  }

  /** Returns an upload that digests what is read of it. */
  static Digested digested(Upload upload) {
    return new Digested(upload, Sha256.begin());
  }

  /**
   * An upload, of which the digest of what was read so far is known.
   *
   * @param upload the upload
   * @param read has received everything that was read
   */
  record Digested(Upload upload, MessageDigest read) implements Upload {
    @Override
    public InputStream open() throws IOException {
      return new DigestInputStream(upload.open(), read);
    }

    /** Returns SHA-256 of what was read, which may be asked for several times. */
    byte[] digest() {
      try {
        return ((MessageDigest) read.clone()).digest();
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException("every Java platform can clone SHA-256", e);
      }
    }
  }
}
