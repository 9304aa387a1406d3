package local.platform.registry.repo;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
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
    return JSONObjectUtils.toJSONString(json);
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
    return Map.of(NAME, file.name(), "content", file.content());
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
    Map<String, Object> json;
    try {
      json = JSONObjectUtils.parse(text);
    } catch (ParseException e) {
      throw new IllegalStateException("a stored overlay is no JSON", e);
    }
    return new CustomOverlay(
        contents(object(json, "contents")),
        texts(object(json, "environment")),
        texts(object(json, "annotations")),
        accounts(object(json, "accounts")),
        certificates(object(json, "certificates")));
  }

  private static ImageContents contents(Map<String, Object> json) {
    return new ImageContents(
        list(json, "packages"),
        list(json, "runtimeRepositories"),
        objects(json, "runtimeKeyring", CustomOverlayJson::file));
  }

  private static Accounts accounts(Map<String, Object> json) {
    return new Accounts(
        text(json, "runAs"),
        objects(json, "users", CustomOverlayJson::user),
        objects(json, "groups", CustomOverlayJson::group));
  }

  private static Certificates certificates(Map<String, Object> json) {
    return new Certificates(
        objects(json, "additional", CustomOverlayJson::file), list(json, "providers"));
  }

  private static NamedContent file(Map<String, Object> json) {
    return new NamedContent(text(json, NAME), text(json, "content"));
  }

  private static User user(Map<String, Object> json) {
    return new User(
        text(json, NAME),
        number(json, "uid").orElse(0),
        number(json, "gid"),
        text(json, "groupName"),
        text(json, "shell"),
        text(json, "homeDir"));
  }

  private static UserGroup group(Map<String, Object> json) {
    return new UserGroup(text(json, NAME), number(json, "gid").orElse(0), list(json, "members"));
  }

  private static Map<String, String> texts(Map<String, Object> json) {
    Map<String, String> texts = new TreeMap<>();
    json.forEach((key, value) -> texts.put(key, (String) value));
    return texts;
  }

  private static String text(Map<String, Object> json, String key) {
    return (String) json.getOrDefault(key, "");
  }

  private static Optional<Integer> number(Map<String, Object> json, String key) {
    return Optional.ofNullable((Number) json.get(key)).map(Number::intValue);
  }

  @SuppressWarnings("unchecked") // this class wrote it
  private static Map<String, Object> object(Map<String, Object> json, String key) {
    return (Map<String, Object>) json.getOrDefault(key, Map.of());
  }

  @SuppressWarnings("unchecked") // this class wrote it
  private static List<String> list(Map<String, Object> json, String key) {
    return (List<String>) json.getOrDefault(key, List.of());
  }

  @SuppressWarnings("unchecked") // this class wrote it
  private static <T> List<T> objects(
      Map<String, Object> json, String key, Function<Map<String, Object>, T> read) {
    return ((List<Map<String, Object>>) json.getOrDefault(key, List.of()))
        .stream().map(read).toList();
  }
}
