package local.platform.web.testing.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.PreconditionFailure;
import com.google.rpc.QuotaFailure;
import com.google.rpc.RequestInfo;
import com.google.rpc.ResourceInfo;
import com.google.rpc.RetryInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.web.endpoint.RequestLimit;
import local.platform.web.rest.HttpFailure;

/** What the answers of all methods have in common: header fields, and errors with their schemas. */
final class Replies {
  /** The suffix of the names of errors whose requests are not taken from limits. */
  private static final String UNLIMITED = "WithoutLimits";

  private static final int PRECONDITION_FAILED = 412;
  private static final String TYPE = "@type";

  /**
   * What each status means. Its codes are those of {@link ErrorCode} and of {@link HttpFailure}.
   */
  private static final Map<Integer, String> STATUSES = new TreeMap<>();

  static {
    STATUSES.put(400, "The request is wrong, or the state of a resource does not allow it.");
    STATUSES.put(401, "There is no valid access token.");
    STATUSES.put(403, "The caller may not do this.");
    STATUSES.put(404, "There is no such resource.");
    STATUSES.put(406, "The client does not accept JSON.");
    STATUSES.put(408, "The request was not sent in time.");
    STATUSES.put(409, "The write contradicts what is there, or another write.");
    STATUSES.put(412, "A condition of the request on the ETag is not met.");
    STATUSES.put(413, "The body is too long.");
    STATUSES.put(414, "The request line is too long.");
    STATUSES.put(415, "The body has a media type or an encoding that is not taken.");
    STATUSES.put(429, "A limit is used up.");
    STATUSES.put(431, "The head of the request is too long.");
    STATUSES.put(500, "The server failed.");
    STATUSES.put(501, "The server does not offer this.");
    STATUSES.put(503, "The server, or what it depends on, is not available for now.");
    STATUSES.put(504, "The answer took too long.");
  }

  /** The failures that exist only in HTTP, whose statuses do not follow from their codes. */
  private static final List<HttpFailure> FAILURES =
      List.of(
          HttpFailure.noRoute(),
          HttpFailure.notAcceptable(),
          HttpFailure.requestTimeout(Duration.ofSeconds(1)),
          HttpFailure.bodyTooLong(1),
          HttpFailure.targetTooLong(1),
          HttpFailure.unsupportedMediaType("POST", "application/json"),
          HttpFailure.unsupportedEncoding(),
          HttpFailure.headTooLong(""),
          HttpFailure.overloaded());

  /** The statuses of answers that are decided before the caller and the limits are known. */
  private static final Set<Integer> BEFORE_LIMITS = Set.of(401, 408, 414, 431);

  private static final List<String> LIMITS = List.of(RequestLimit.FIELD, RequestLimit.POLICY_FIELD);

  /** The header fields that errors of a status may have, besides those of all answers. */
  private static final Map<Integer, List<String>> FIELDS =
      Map.of(
          401, List.of("WWW-Authenticate"),
          403, List.of("WWW-Authenticate"),
          415, List.of("Accept", "Accept-Encoding", "Accept-Patch"),
          429, List.of("Retry-After"),
          503, List.of("Retry-After"));

  /** The fields of each detail of an error that this server sets. */
  private static final Map<Descriptor, List<String>> DETAILS = new LinkedHashMap<>();

  static {
    DETAILS.put(ErrorInfo.getDescriptor(), List.of("reason", "domain", "metadata"));
    DETAILS.put(BadRequest.getDescriptor(), List.of("field_violations"));
    DETAILS.put(PreconditionFailure.getDescriptor(), List.of("violations"));
    DETAILS.put(QuotaFailure.getDescriptor(), List.of("violations"));
    DETAILS.put(ResourceInfo.getDescriptor(), List.of("resource_type", "resource_name"));
    DETAILS.put(RetryInfo.getDescriptor(), List.of("retry_delay"));
    DETAILS.put(RequestInfo.getDescriptor(), List.of("request_id"));
  }

  private static final Map<String, List<String>> VIOLATIONS =
      Map.of(
          "google.rpc.BadRequest.FieldViolation", List.of("field", "description"),
          "google.rpc.PreconditionFailure.Violation", List.of("type", "subject", "description"),
          "google.rpc.QuotaFailure.Violation", List.of("subject", "description"));

  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry("google.rpc.ErrorInfo", "Says why in one word. Always the first detail."),
          Map.entry("google.rpc.ErrorInfo.reason", "The reason, in UPPER_SNAKE. It is stable."),
          Map.entry("google.rpc.ErrorInfo.domain", "What qualifies the reason."),
          Map.entry("google.rpc.ErrorInfo.metadata", "The variable parts of the message."),
          Map.entry("google.rpc.BadRequest", "Says which fields are wrong."),
          Map.entry("google.rpc.BadRequest.field_violations", "The fields, with what is wrong."),
          Map.entry("google.rpc.BadRequest.FieldViolation.field", "The path of the field."),
          Map.entry("google.rpc.BadRequest.FieldViolation.description", "What is wrong with it."),
          Map.entry("google.rpc.PreconditionFailure", "Says what does not allow the request."),
          Map.entry("google.rpc.PreconditionFailure.violations", "The obstacles."),
          Map.entry("google.rpc.PreconditionFailure.Violation.type", "Its kind, in UPPER_SNAKE."),
          Map.entry("google.rpc.PreconditionFailure.Violation.subject", "What it concerns."),
          Map.entry("google.rpc.PreconditionFailure.Violation.description", "What to do."),
          Map.entry("google.rpc.QuotaFailure", "Says which limit the request exceeds."),
          Map.entry("google.rpc.QuotaFailure.violations", "The limit."),
          Map.entry("google.rpc.QuotaFailure.Violation.subject", "Whose limit it is."),
          Map.entry("google.rpc.QuotaFailure.Violation.description", "How much it allows."),
          Map.entry("google.rpc.ResourceInfo", "Says what is missing."),
          Map.entry("google.rpc.ResourceInfo.resource_type", "The kind of the resource."),
          Map.entry("google.rpc.ResourceInfo.resource_name", "Its uid."),
          Map.entry("google.rpc.RetryInfo", "Says when to try again."),
          Map.entry("google.rpc.RetryInfo.retry_delay", "The shortest useful delay."),
          Map.entry("google.rpc.RequestInfo", "Names the request. Always the last detail."),
          Map.entry("google.rpc.RequestInfo.request_id", "The id in X-Request-Id."));

  private Replies() {}

  /**
   * Returns a reference to an error.
   *
   * @param limited whether requests are taken from limits, which errors show
   */
  static ObjectNode reference(int status, boolean limited) {
    String name = limited || BEFORE_LIMITS.contains(status) ? "" + status : status + UNLIMITED;
    return object().put("$ref", "#/components/responses/" + name);
  }

  /** Returns the errors by their names. */
  static ObjectNode errors() {
    ObjectNode errors = object();
    STATUSES.forEach(
        (status, meaning) -> {
          boolean before = BEFORE_LIMITS.contains(status);
          errors.set("" + status, error(status, meaning, !before));
          if (!before) {
            errors.set(status + UNLIMITED, error(status, meaning, false));
          }
        });
    return errors;
  }

  private static ObjectNode error(int status, String meaning, boolean limited) {
    ObjectNode error = object().put("description", meaning + " " + codes(status));
    error.set("headers", headers(limited, FIELDS.getOrDefault(status, List.of())));
    error.set("content", json(object().put("$ref", "#/components/schemas/google.rpc.Status")));
    return error;
  }

  /** Returns content in JSON. */
  static ObjectNode json(ObjectNode schema) {
    ObjectNode content = object();
    content.putObject("application/json").set("schema", schema);
    return content;
  }

  /**
   * Returns references to header fields: these, and those that every answer may have.
   *
   * @param limited whether requests are taken from limits, which the answer shows
   */
  static ObjectNode headers(boolean limited, List<String> names) {
    ObjectNode headers = object();
    Stream.of(names, limited ? LIMITS : List.<String>of(), List.of("X-Request-Id"))
        .flatMap(List::stream)
        .sorted()
        .forEach(name -> headers.putObject(name).put("$ref", "#/components/headers/" + name));
    return headers;
  }

  private static String codes(int status) {
    Set<ErrorCode> codes = new TreeSet<>();
    Arrays.stream(ErrorCode.values())
        .filter(code -> code.httpStatus() == status)
        .forEach(codes::add);
    FAILURES.stream()
        .filter(failure -> failure.status() == status)
        .map(failure -> failure.error().code())
        .forEach(codes::add);
    if (status == PRECONDITION_FAILED) {
      codes.add(PlatformException.etagMismatch("").code());
    }
    return codes.stream()
        .map(code -> code + " (" + code.number() + ")")
        .collect(Collectors.joining(" or ", "The code is ", "."));
  }

  /** Adds the schemas of errors. */
  static void addTo(Map<String, ObjectNode> schemas) {
    ArrayNode alternatives = JsonNodeFactory.instance.arrayNode();
    ObjectNode mapping = object();
    DETAILS.forEach(
        (message, fields) -> {
          String reference = "#/components/schemas/" + message.getFullName();
          schemas.put(message.getFullName(), detail(message, fields));
          alternatives.addObject().put("$ref", reference);
          mapping.put(typeOf(message), reference);
        });
    ObjectNode detail = object();
    detail.set("oneOf", alternatives);
    detail.putObject("discriminator").put("propertyName", TYPE).set("mapping", mapping);
    ObjectNode status =
        object()
            .put("type", "object")
            .put("description", "An error (AIP-193): the bare google.rpc.Status.");
    ObjectNode properties = status.putObject("properties");
    properties
        .putObject("code")
        .put("type", "integer")
        .put("format", "int32")
        .put("minimum", 1)
        .put("maximum", ErrorCode.values().length)
        .put("description", "The canonical code: google.rpc.Code.");
    properties
        .putObject("message")
        .put("type", "string")
        .put("description", "What is wrong and what to do, for people.");
    properties
        .putObject("details")
        .put("type", "array")
        .put("description", "Details, no two of one type. Absent if nothing more may be told.")
        .set("items", detail);
    status.putArray("required").add("code").add("message");
    status.put("additionalProperties", false);
    schemas.put("google.rpc.Status", status);
  }

  private static String typeOf(Descriptor message) {
    return "type.googleapis.com/" + message.getFullName();
  }

  private static ObjectNode detail(Descriptor message, List<String> fields) {
    ObjectNode detail = structure(message, fields);
    detail.put("description", MEANINGS.get(message.getFullName()));
    ObjectNode type = ((ObjectNode) detail.get("properties")).putObject(TYPE).put("type", "string");
    type.putArray("enum").add(typeOf(message));
    ((ArrayNode) detail.get("required")).insert(0, TYPE);
    return detail;
  }

  private static ObjectNode structure(Descriptor message, List<String> fields) {
    ObjectNode schema = object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    for (String name : fields) {
      FieldDescriptor field = message.findFieldByName(name);
      ObjectNode property = value(field);
      property.put("description", MEANINGS.get(field.getFullName()));
      properties.set(field.getJsonName(), property);
      if (!field.isMapField()) {
        required.add(field.getJsonName());
      }
    }
    return schema.put("additionalProperties", false);
  }

  private static ObjectNode value(FieldDescriptor field) {
    ObjectNode text = object().put("type", "string");
    if (field.isMapField()) {
      return object().put("type", "object").set("additionalProperties", text);
    }
    if (field.isRepeated()) {
      Descriptor violation = field.getMessageType();
      return object()
          .put("type", "array")
          .put("minItems", 1)
          .set("items", structure(violation, VIOLATIONS.get(violation.getFullName())));
    }
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        ? text.put("pattern", "^[0-9]+(\\.[0-9]+)?s$")
        : text;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
