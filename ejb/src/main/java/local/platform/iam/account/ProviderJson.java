package local.platform.iam.account;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import local.platform.foundation.encoding.StrictJson;
import local.platform.foundation.uid.Uid;
import local.platform.iam.account.AccountAssociationDraft.Azure;
import local.platform.iam.account.AccountAssociationDraft.Chainguard;
import local.platform.iam.account.AccountAssociationDraft.GitHub;
import local.platform.iam.account.AccountAssociationDraft.Installation;

/**
 * The form in which the maps of providers are stored: a JSON object with the keys in the order of
 * the map.
 */
final class ProviderJson {
  private static final String ID = "id";
  private static final String NAME = "name";

  private ProviderJson() {}

  static String write(Chainguard chainguard) {
    return write(chainguard.serviceBindings(), Uid::value);
  }

  static Chainguard chainguard(String serviceBindings) {
    return new Chainguard(
        read(serviceBindings, service -> service, identity -> new Uid(identity.textValue())));
  }

  static String write(Azure azure) {
    return write(azure.clientIds(), clientId -> clientId);
  }

  static Azure azure(String tenantId, String clientIds) {
    return new Azure(tenantId, read(clientIds, component -> component, JsonNode::textValue));
  }

  static String write(GitHub github) {
    return write(
        github.appInstallations(),
        installations -> installations.stream().map(ProviderJson::write).toList());
  }

  private static Map<String, Object> write(Installation installation) {
    // Always in the same order: a text that is written otherwise would count as a change.
    return new TreeMap<>(Map.of(ID, installation.installationId(), NAME, installation.name()));
  }

  static GitHub github(String appInstallations) {
    return new GitHub(read(appInstallations, Long::valueOf, ProviderJson::installations));
  }

  private static List<Installation> installations(JsonNode json) {
    return json.valueStream()
        .map(each -> new Installation(each.path(ID).longValue(), each.path(NAME).textValue()))
        .toList();
  }

  private static <K, V> String write(Map<K, V> map, Function<V, Object> value) {
    Map<String, Object> json = new LinkedHashMap<>();
    map.forEach((key, each) -> json.put(key.toString(), value.apply(each)));
    return StrictJson.write(json);
  }

  private static <K, V> Map<K, V> read(
      String text, Function<String, K> key, Function<JsonNode, V> value) {
    return StrictJson.readStored(text)
        .propertyStream()
        .collect(
            Collectors.toMap(
                entry -> key.apply(entry.getKey()), entry -> value.apply(entry.getValue())));
  }
}
