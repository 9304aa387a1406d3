package local.platform.testing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import local.platform.registry.image.ImageUpload;
import local.platform.registry.image.ImageUpload.Document;
import local.platform.registry.image.ManifestType;

/** Manifests and configs that are written by hand. */
public final class ImageDocuments {
  /** A small image for amd64 with its config. */
  public static final ImageUpload UPLOAD =
      new ImageUpload(image(config("amd64"), 100, 23), List.of(), List.of(config("amd64")));

  /** The digest of that image. */
  public static final String DIGEST = digest(UPLOAD.manifest());

  private static final String CONFIG = "application/vnd.oci.image.config.v1+json";
  private static final String LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";

  private ImageDocuments() {}

  /** A document with a text. */
  public static Document document(String mediaType, String text) {
    return new Document(mediaType, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** A manifest with a text. */
  public static Document manifest(ManifestType type, String text) {
    return document(type.mediaType(), text);
  }

  /** The text of a document. */
  public static String text(Document document) {
    return StandardCharsets.UTF_8.decode(document.content().duplicate()).toString();
  }

  /** The SHA-256 of a document. */
  public static String digest(Document document) {
    return "sha256:" + hex("SHA-256", document);
  }

  /** The SHA-512 of a document. */
  public static String sha512(Document document) {
    return "sha512:" + hex("SHA-512", document);
  }

  private static String hex(String algorithm, Document document) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      digest.update(document.content().duplicate());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The digest of a document that does not exist. */
  public static String digest(int number) {
    return String.format(Locale.ROOT, "sha256:%064x", number);
  }

  /** A config for an architecture, such as {@code arm/v7}. */
  public static Document config(String architecture) {
    return config(architecture, "{\"Env\":[\"PATH=/bin\"],\"Cmd\":[\"/bin/sh\"]}");
  }

  /** A config for an architecture with the defaults for running containers. */
  public static Document config(String architecture, String containerConfig) {
    return document(
        CONFIG,
        "{" + platform(architecture) + ",\"os\":\"linux\",\"config\":" + containerConfig + "}");
  }

  private static String platform(String architecture) {
    String[] parts = architecture.split("/", 2);
    return "\"architecture\":\""
        + parts[0]
        + "\""
        + (parts.length == 1 ? "" : ",\"variant\":\"" + parts[1] + "\"");
  }

  /** A reference to a document, with further members that begin with a comma. */
  public static String descriptor(Document document, String more) {
    return descriptor(document.mediaType(), digest(document), length(document), more);
  }

  /** A reference, with further members that begin with a comma. */
  public static String descriptor(String mediaType, String digest, long size, String more) {
    return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%s%s}"
        .formatted(mediaType, digest, size, more);
  }

  /** The length of a document in bytes. */
  public static int length(Document document) {
    return document.content().remaining();
  }

  /** An image with a config and layers of these sizes. */
  public static Document image(Document config, long... layers) {
    return image(descriptor(config, ""), layers);
  }

  /** An image with a reference to its config and layers of these sizes. */
  public static Document image(String config, long... layers) {
    String references =
        IntStream.range(0, layers.length)
            .mapToObj(i -> descriptor(LAYER, digest(i), layers[i], ""))
            .collect(Collectors.joining(","));
    return manifest(
        ManifestType.OCI_MANIFEST,
        "{\"schemaVersion\":2,\"config\":" + config + ",\"layers\":[" + references + "]}");
  }

  /** The length of config and layers together. */
  public static long size(Document config, long... layers) {
    return length(config) + LongStream.of(layers).sum();
  }

  /** A reference of an index to an image with a platform. */
  public static String child(Document image, String architecture) {
    return descriptor(image, ",\"platform\":{" + platform(architecture) + ",\"os\":\"linux\"}");
  }

  /** A reference of an index to an image without a platform. */
  public static String child(Document image) {
    return descriptor(image, "");
  }

  /** An index with these references. */
  public static Document index(String... children) {
    return index(List.of(children));
  }

  /** An index with these references. */
  public static Document index(List<String> children) {
    return manifest(
        ManifestType.OCI_INDEX,
        "{\"schemaVersion\":2,\"mediaType\":\""
            + ManifestType.OCI_INDEX.mediaType()
            + "\",\"manifests\":["
            + String.join(",", children)
            + "]}");
  }
}
