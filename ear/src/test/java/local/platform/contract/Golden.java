package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.JSON;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.contract.testing.Dialect;

/** Reads the expected answers from files beside this class. */
final class Golden {
  private static final List<String> ROLE_BINDING =
      List.of("uid", "identity", "group", "role", "createTime");
  private static final List<String> BOUND = List.of("identityUid", "roleUid");

  private Golden() {}

  /** Returns the JSON of a role binding with these values. */
  static JsonNode roleBinding(Dialect dialect, Map<String, String> values) {
    ObjectNode roleBinding = (ObjectNode) json("role-binding.json", values);
    if (dialect.showsBoundUids()) {
      BOUND.forEach(field -> roleBinding.put(field, values.get(field.replace("Uid", ""))));
    }
    return roleBinding;
  }

  /** Returns the fields of a role binding in their order. */
  static List<String> roleBindingFields(Dialect dialect) {
    return dialect.showsBoundUids()
        ? Stream.concat(ROLE_BINDING.stream(), BOUND.stream()).toList()
        : ROLE_BINDING;
  }

  /** Returns the JSON of a file, in which <code>${name}</code> stands for a value. */
  static JsonNode json(String file, Map<String, String> values) {
    String text = text(file);
    for (Map.Entry<String, String> value : values.entrySet()) {
      text =
          text.replace(
              "${" + value.getKey() + "}",
              new String(JsonStringEncoder.getInstance().quoteAsString(value.getValue())));
    }
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the text of a file. */
  static String text(String file) {
    try (InputStream in = Golden.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the texts of the files of a directory, by their names. */
  static Map<String, String> directory(String directory) {
    try (Stream<Path> files = Files.list(Path.of(Golden.class.getResource(directory).toURI()))) {
      return files.collect(
          Collectors.toMap(
              file -> file.getFileName().toString(),
              file -> text(directory + "/" + file.getFileName())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(directory, e);
    }
  }
}
