package local.platform.registry.image;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.foundation.error.FieldViolations;

/** Reads the config of an image. The configs of other artifacts lack most of its members. */
final class ConfigReader {
  private final JsonReader json;
  private final PlatformParts platform;
  private final List<String> exposedPorts = new ArrayList<>();
  private final List<String> env = new ArrayList<>();
  private final List<String> entrypoint = new ArrayList<>();
  private final List<String> cmd = new ArrayList<>();
  private final List<String> volumes = new ArrayList<>();
  private Map<String, String> labels = Map.of();
  private String user = "";
  private String workingDir = "";
  private String stopSignal = "";

  private ConfigReader(JsonReader json) {
    this.json = json;
    this.platform = new PlatformParts(json);
  }

  /**
   * The content of a config.
   *
   * @param architecture the architecture for which the image is, with a slash and the variant where
   *     there is one; empty if it names none
   * @param config the defaults for running containers
   */
  record Read(Optional<String> architecture, ImageConfig config) {}

  /**
   * Reads a config.
   *
   * @param field the field of the request that contains it, for violations
   * @return what it says; empty if it is not valid, which is then added to the violations
   */
  static Optional<Read> read(String text, String field, FieldViolations violations) {
    return JsonReader.read(text, field, violations, json -> new ConfigReader(json).config());
  }

  private Read config() {
    Map<String, Runnable> readers = new HashMap<>(platform.readers());
    readers.put("config", this::containerConfig);
    readers.put("rootfs", this::rootFileSystem);
    readers.put("history", this::history);
    json.object(Set.of(), DocumentNames.readers(json, DocumentNames.CONFIG, readers));
    return new Read(
        platform.name(""),
        new ImageConfig(
            user, exposedPorts, env, entrypoint, cmd, volumes, workingDir, labels, stopSignal));
  }

  private void containerConfig() {
    Map<String, Runnable> readers =
        Map.of(
            "User", () -> user = json.text().orElse(""),
            "ExposedPorts", () -> exposedPorts.addAll(json.names()),
            "Env", () -> texts(env),
            "Entrypoint", () -> texts(entrypoint),
            "Cmd", () -> texts(cmd),
            "Volumes", () -> volumes.addAll(json.names()),
            "WorkingDir", () -> workingDir = json.text().orElse(""),
            "Labels", () -> labels = json.texts(),
            "StopSignal", () -> stopSignal = json.text().orElse(""));
    json.object(Set.of(), DocumentNames.readers(json, DocumentNames.CONTAINER, readers));
  }

  /** Skips what is said of the layers, and only checks the names in it. */
  private void rootFileSystem() {
    json.objectOrOther(DocumentNames.readers(json, DocumentNames.ROOT_FILE_SYSTEM, Map.of()));
  }

  /** Skips the steps by which the image was made, and only checks the names in them. */
  private void history() {
    Map<String, Runnable> step = DocumentNames.readers(json, DocumentNames.HISTORY, Map.of());
    json.listOrOther(() -> json.objectOrOther(step));
  }

  private void texts(Collection<String> texts) {
    json.list(() -> json.text().ifPresent(texts::add));
  }
}
