package local.platform.registry.repo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import local.platform.foundation.encoding.StrictJson;
import local.platform.registry.repo.CustomOverlay.Accounts;
import local.platform.registry.repo.CustomOverlay.Certificates;
import local.platform.registry.repo.CustomOverlay.ImageContents;
import local.platform.registry.repo.CustomOverlay.NamedContent;
import local.platform.registry.repo.CustomOverlay.User;
import local.platform.registry.repo.CustomOverlay.UserGroup;

/** The form in which overlays are stored: a JSON object without what is empty. */
final class CustomOverlayJson {
  private static final String NAME = "name";

  private CustomOverlayJson() {}

  static String write(CustomOverlay overlay) {
    Map<String, Object> json = new TreeMap<>();
    put(json, "contents", write(overlay.contents()));
    put(json, "environment", overlay.environment());
    put(json, "annotations", overlay.annotations());
    put(json, "accounts", write(overlay.accounts()));
    put(json, "certificates", write(overlay.certificates()));
    // As earlier versions did: a text that is written otherwise would count as a change.
    return StrictJson.write(json).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
  }

  private static Map<String, Object> write(ImageContents contents) {
    Map<String, Object> json = new TreeMap<>();
    put(json, "packages", contents.packages());
    put(json, "runtimeRepositories", contents.runtimeRepositories());
    put(json, "runtimeKeyring", write(contents.runtimeKeyring(), CustomOverlayJson::write));
    return json;
  }

  private static Map<String, Object> write(Accounts accounts) {
    Map<String, Object> json = new TreeMap<>();
    put(json, "runAs", accounts.runAs());
    put(json, "users", write(accounts.users(), CustomOverlayJson::write));
    put(json, "groups", write(accounts.groups(), CustomOverlayJson::write));
    return json;
  }

  private static Map<String, Object> write(Certificates certificates) {
    Map<String, Object> json = new TreeMap<>();
    put(json, "additional", write(certificates.additional(), CustomOverlayJson::write));
    put(json, "providers", certificates.providers());
    return json;
  }

  private static Map<String, Object> write(NamedContent file) {
    return new TreeMap<>(Map.of(NAME, file.name(), "content", file.content()));
  }

  private static Map<String, Object> write(User user) {
    Map<String, Object> json = new TreeMap<>();
    json.put(NAME, user.name());
    json.put("uid", user.uid());
    user.gid().ifPresent(gid -> json.put("gid", gid));
    put(json, "groupName", user.groupName());
    put(json, "shell", user.shell());
    put(json, "homeDir", user.homeDir());
    return json;
  }

  private static Map<String, Object> write(UserGroup group) {
    Map<String, Object> json = new TreeMap<>();
    json.put(NAME, group.name());
    json.put("gid", group.gid());
    put(json, "members", group.members());
    return json;
  }

  private static <T> List<Map<String, Object>> write(
      List<T> items, Function<T, Map<String, Object>> write) {
    return items.stream().map(write).toList();
  }

  private static void put(Map<String, Object> json, String key, Object value) {
    if (!value.equals("") && !value.equals(List.of()) && !value.equals(Map.of())) {
      json.put(key, value);
    }
  }

  static CustomOverlay read(String text) {
    JsonNode json = StrictJson.readStored(text);
    return new CustomOverlay(
        contents(json.path("contents")),
        map(json.path("environment")),
        map(json.path("annotations")),
        accounts(json.path("accounts")),
        certificates(json.path("certificates")));
  }

  private static ImageContents contents(JsonNode json) {
    return new ImageContents(
        texts(json, "packages"),
        texts(json, "runtimeRepositories"),
        list(json, "runtimeKeyring", CustomOverlayJson::file));
  }

  private static Accounts accounts(JsonNode json) {
    return new Accounts(
        text(json, "runAs"),
        list(json, "users", CustomOverlayJson::user),
        list(json, "groups", CustomOverlayJson::group));
  }

  private static Certificates certificates(JsonNode json) {
    return new Certificates(
        list(json, "additional", CustomOverlayJson::file), texts(json, "providers"));
  }

  private static NamedContent file(JsonNode json) {
    return new NamedContent(text(json, NAME), text(json, "content"));
  }

  private static User user(JsonNode json) {
    return new User(
        text(json, NAME),
        json.path("uid").intValue(),
        json.optional("gid").map(JsonNode::intValue),
        text(json, "groupName"),
        text(json, "shell"),
        text(json, "homeDir"));
  }

  private static UserGroup group(JsonNode json) {
    return new UserGroup(text(json, NAME), json.path("gid").intValue(), texts(json, "members"));
  }

  private static Map<String, String> map(JsonNode json) {
    return json.propertyStream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().textValue()));
  }

  private static String text(JsonNode json, String key) {
    return json.path(key).asText();
  }

  private static List<String> texts(JsonNode json, String key) {
    return list(json, key, JsonNode::textValue);
  }

  private static <T> List<T> list(JsonNode json, String key, Function<JsonNode, T> read) {
    return json.path(key).valueStream().map(read).toList();
  }
}
