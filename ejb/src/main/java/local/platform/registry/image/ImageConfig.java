package local.platform.registry.image;

import java.util.List;
import java.util.Map;

/**
 * The defaults for running a container of an image. A text is empty if the config does not set it.
 *
 * @param user name or number of its user, perhaps with a group
 * @param exposedPorts the ports on which it listens, such as {@code 8080/tcp}, in the order of the
 *     config
 * @param env its environment, each as {@code NAME=value}
 * @param entrypoint its command, with the first arguments
 * @param cmd further arguments, or the whole command
 * @param volumes the directories to which it writes, in the order of the config
 * @param workingDir the directory in which it starts
 * @param labels metadata of the image
 * @param stopSignal the signal that ends it
 */
public record ImageConfig(
    String user,
    List<String> exposedPorts,
    List<String> env,
    List<String> entrypoint,
    List<String> cmd,
    List<String> volumes,
    String workingDir,
    Map<String, String> labels,
    String stopSignal) {
  public ImageConfig {
    exposedPorts = List.copyOf(exposedPorts);
    env = List.copyOf(env);
    entrypoint = List.copyOf(entrypoint);
    cmd = List.copyOf(cmd);
    volumes = List.copyOf(volumes);
    labels = Map.copyOf(labels);
  }
}
