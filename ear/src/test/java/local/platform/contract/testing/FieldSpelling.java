package local.platform.contract.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import local.platform.contract.testing.PlatformClient.Reply;
import local.platform.web.endpoint.DryRuns;
import local.platform.web.endpoint.IdempotentRequests;

/**
 * Checks that errors name fields of requests by their JSON names, however the client has spelled
 * them. Only what no request has is named as it was sent.
 */
public final class FieldSpelling {
  /** How the description of what no request has begins. */
  private static final String UNKNOWN = "unknown ";

  /** The request as a whole, and what is beside the message: the mask of REST, and a header. */
  private static final List<String> OUTSIDE_OF_MESSAGES =
      List.of("body", "updateMask", DryRuns.HEADER, IdempotentRequests.KEY_HEADER);

  private static final Pattern INDEX = Pattern.compile("\\[\\d+]");

  /** Names of JSON; queries of feeds have their own, which are those of the API of OSV. */
  private static final Pattern CAMEL_CASE =
      Pattern.compile("[a-z][a-zA-Z0-9]*|sync_config|page_token");

  /** The names of maps: after each follows a key that the client has chosen. */
  private static final List<String> MAPS =
      List.of(
          "claims",
          "claimPatterns",
          "resourceLimits",
          "environment",
          "annotations",
          "serviceBindings",
          "clientIds",
          "appInstallations",
          "defaults");

  private FieldSpelling() {}

  /** Checks the spelling of all fields that an answer names. */
  static void check(Reply reply) {
    if (namesFields(reply)) {
      check(reply.json());
    }
  }

  /** Checks the spelling of all fields that an error names. */
  public static void check(JsonNode error) {
    for (String field : fields(error)) {
      if (OUTSIDE_OF_MESSAGES.contains(field)) {
        continue;
      }
      for (String name : names(field)) {
        if (!CAMEL_CASE.matcher(name).matches()) {
          throw new AssertionError(field + " is not spelled as in JSON: " + error);
        }
        if (MAPS.contains(name)) {
          break;
        }
      }
    }
  }

  /** Checks that an answer names fields of the request, or of the resource in it. */
  static void check(Reply reply, Descriptor request) {
    if (!namesFields(reply)) {
      return;
    }
    for (String field : fields(reply.json())) {
      boolean known =
          OUTSIDE_OF_MESSAGES.contains(field)
              || has(request, names(field))
              || request.getFields().stream()
                  .filter(FieldSpelling::isMessage)
                  .anyMatch(resource -> has(resource.getMessageType(), names(field)));
      if (!known) {
        throw new AssertionError(
            field + " is no field of " + request.getFullName() + ": " + reply.text());
      }
    }
  }

  private static boolean has(Descriptor message, List<String> names) {
    String first = names.get(0);
    if (names.size() == 1
        && message.getRealOneofs().stream().anyMatch(oneof -> oneof.getName().equals(first))) {
      return true;
    }
    return message.getFields().stream()
        .filter(field -> field.getJsonName().equals(first))
        .anyMatch(
            field ->
                names.size() == 1
                    || field.isMapField()
                    || (field.getJavaType() == JavaType.MESSAGE
                        && has(field.getMessageType(), names.subList(1, names.size()))));
  }

  private static boolean isMessage(FieldDescriptor field) {
    return field.getJavaType() == JavaType.MESSAGE && !field.isRepeated();
  }

  private static List<String> names(String field) {
    return Arrays.asList(INDEX.matcher(field).replaceAll("").split("\\.", -1));
  }

  private static boolean namesFields(Reply reply) {
    return reply.status() == 400 && reply.text().contains("fieldViolations");
  }

  private static List<String> fields(JsonNode error) {
    List<String> fields = new ArrayList<>();
    for (JsonNode detail : error.path("details")) {
      for (JsonNode violation : detail.path("fieldViolations")) {
        if (!violation.path("description").asText().startsWith(UNKNOWN)) {
          fields.add(violation.path("field").asText());
        }
      }
    }
    return fields;
  }
}
