package local.platform.contract.testing;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * A manifest or a config, made by hand.
 *
 * @param mediaType its media type
 * @param text its content
 */
public record ImageDocument(String mediaType, String text) {
  private static final String OCI = "application/vnd.oci.image.";

  /** A config for an architecture, with the defaults for running containers. */
  public static ImageDocument config(String architecture, String containerConfig) {
    return new ImageDocument(
        OCI + "config.v1+json",
        "{\"architecture\":\"" + architecture + "\",\"config\":" + containerConfig + "}");
  }

  /** A config for an architecture. */
  public static ImageDocument config(String architecture) {
    return config(architecture, "{\"Cmd\":[\"/bin/sh\"]}");
  }

  /** An image with a config and one layer. */
  public static ImageDocument image(ImageDocument config, long layer) {
    return new ImageDocument(
        OCI + "manifest.v1+json",
        String.format(
            Locale.ROOT,
            "{\"schemaVersion\":2,\"config\":%s,\"layers\":[{\"digest\":\"sha256:%064x\",\"size\":%d}]}",
            config.descriptor(""),
            layer,
            layer));
  }

  /** An index with these descriptors. */
  public static ImageDocument index(String... children) {
    return new ImageDocument(
        OCI + "index.v1+json",
        "{\"schemaVersion\":2,\"manifests\":[" + String.join(",", children) + "]}");
  }

  /** A reference to it from an index, with an architecture and perhaps a variant. */
  public String child(String architecture) {
    String[] parts = architecture.split("/", 2);
    String variant = parts.length == 1 ? "" : ",\"variant\":\"" + parts[1] + "\"";
    return descriptor(
        ",\"platform\":{\"os\":\"linux\",\"architecture\":\"" + parts[0] + "\"" + variant + "}");
  }

  /** A reference to it, with further members that begin with a comma. */
  public String descriptor(String more) {
    return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%s%s}"
        .formatted(mediaType, digest(), bytes().length, more);
  }

  /** Its bytes. */
  public byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Its digest. */
  public String digest() {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An upload of it with these children and configs. */
  public String upload(List<ImageDocument> children, List<ImageDocument> configs) {
    ObjectNode upload = JSON.createObjectNode();
    upload.set("manifest", json());
    children.forEach(child -> upload.withArray("children").add(child.json()));
    configs.forEach(config -> upload.withArray("configs").add(config.json()));
    return upload.toString();
  }

  private ObjectNode json() {
    return JSON.createObjectNode().put("mediaType", mediaType).put("content", bytes());
  }
}
