package local.platform.web.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import local.platform.foundation.digest.Sha256;

/**
 * A file in both of its forms.
 *
 * @param plain as it is
 * @param gzip compressed
 */
record StaticFile(Form plain, Form gzip) {
  private static final String GZIP = "gzip";
  private static final Pattern TAG = Pattern.compile("(?:W/)?(\"[^\"]*\")");

  /** A quality of zero, which refuses an encoding (RFC 9110, section 12.4.2). */
  private static final Pattern REFUSED = Pattern.compile(".*;\\s*q=0(?:\\.0*)?\\s*");

  /** A form of a file. The two forms are not the same bytes, so each has its own entity tag. */
  static final class Form {
    private final byte[] bytes;
    private final String etag;
    private final Optional<String> encoding;

    private Form(byte[] bytes, String etag, Optional<String> encoding) {
      this.bytes = bytes;
      this.etag = etag;
      this.encoding = encoding;
    }

    /** Returns its entity tag. */
    String etag() {
      return etag;
    }

    /** Returns its content encoding; empty for none. */
    Optional<String> encoding() {
      return encoding;
    }

    /** Returns its length, in bytes. */
    int length() {
      return bytes.length;
    }

    void writeTo(OutputStream out) throws IOException {
      out.write(bytes);
    }

    /** Returns whether a client has this form already, by its {@code If-None-Match}. */
    boolean isIn(List<String> ifNoneMatch) {
      return ifNoneMatch.stream()
          .anyMatch(
              header ->
                  header.strip().equals("*")
                      || TAG.matcher(header).results().anyMatch(tag -> tag.group(1).equals(etag)));
    }
  }

  /**
   * Reads a resource.
   *
   * @param replacements texts that get the place of others in it
   * @throws UncheckedIOException if it cannot be read
   */
  static StaticFile read(Class<?> module, String resource, Map<String, String> replacements) {
    try (InputStream in = module.getResourceAsStream(resource)) {
      return of(replaced(in.readAllBytes(), replacements));
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }

  /** Returns a text in which others have the place of some. */
  static byte[] replaced(byte[] bytes, Map<String, String> replacements) {
    if (replacements.isEmpty()) {
      return bytes;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    for (Map.Entry<String, String> each : replacements.entrySet()) {
      text = text.replace(each.getKey(), each.getValue());
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a file with these bytes. */
  static StaticFile of(byte[] bytes) {
    String digest = Sha256.hex(bytes);
    return new StaticFile(
        new Form(bytes, "\"" + digest + "\"", Optional.empty()),
        new Form(compressed(bytes), "\"" + digest + "-" + GZIP + "\"", Optional.of(GZIP)));
  }

  /**
   * Returns the form that a client is to get.
   *
   * @param acceptEncoding the values of its {@code Accept-Encoding}
   */
  Form form(List<String> acceptEncoding) {
    return acceptEncoding.stream()
            .flatMap(header -> List.of(header.split(",", -1)).stream())
            .map(coding -> coding.strip().toLowerCase(Locale.ROOT))
            .anyMatch(
                coding ->
                    coding.split(";", 2)[0].strip().equals(GZIP)
                        && !REFUSED.matcher(coding).matches())
        ? gzip
        : plain;
  }

  private static byte[] compressed(byte[] bytes) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return compressed.toByteArray();
  }
}
