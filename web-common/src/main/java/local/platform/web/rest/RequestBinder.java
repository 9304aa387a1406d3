package local.platform.web.rest;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import local.platform.foundation.error.FieldViolations;
import local.platform.web.endpoint.DryRuns;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.endpoint.IdempotentRequests;
import local.platform.web.json.JsonFields;
import local.platform.web.json.ProtoJson;
import local.platform.web.json.ScalarReader;
import local.platform.web.json.UnknownFields;

/**
 * Builds a request message from the parts of an HTTP request, by the rules of {@code
 * google.api.http}: the body is one field or the whole message, path variables fill fields and take
 * precedence, and the other fields come from the query.
 *
 * @param <B> builder of the message
 */
public final class RequestBinder<B extends Message.Builder> {
  private static final String WHOLE_MESSAGE = "*";

  /** The fields by which AIP-163 and AIP-155 ask for what a header asks for here. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "validateOnly", DryRuns.HEADER,
          "validate_only", DryRuns.HEADER,
          "requestId", IdempotentRequests.KEY_HEADER,
          "request_id", IdempotentRequests.KEY_HEADER);

  private final B message;
  private final Map<String, List<String>> query;
  private final Supplier<byte[]> body;
  private final FieldViolations violations;
  private final Map<String, String> pathVariables = new LinkedHashMap<>();
  private final Set<String> bound = new HashSet<>();
  private Optional<String> bodyField = Optional.empty();
  private UnknownFields unknownFields = UnknownFields.NOTED;

  RequestBinder(
      B message,
      Map<String, List<String>> query,
      Supplier<byte[]> body,
      FieldViolations violations) {
    this.message = message;
    this.query = query;
    this.body = body;
    this.violations = violations;
  }

  /** Sets the field that the body fills; {@code *} for the whole message. */
  public RequestBinder<B> body(String field) {
    bodyField = Optional.of(field);
    return this;
  }

  /**
   * Adds a variable of the path.
   *
   * @param field path of the field that it fills, such as {@code group.uid}
   * @param value its value, decoded
   */
  public RequestBinder<B> path(String field, String value) {
    pathVariables.put(field, value);
    return this;
  }

  /**
   * Makes the binder ignore query parameters and fields of the body that do not exist, as version 1
   * does; except for a parameter that a header stands for here.
   */
  public RequestBinder<B> ignoringUnknown() {
    unknownFields = UnknownFields.IGNORED;
    return this;
  }

  /** Returns the message. Invalid values are added as violations. */
  public B message() {
    query.forEach(this::bindParameter);
    bodyField.ifPresent(this::bindBody);
    pathVariables.forEach(
        (path, value) -> {
          Place place = place(path).orElseThrow();
          place.holder().setField(place.field(), value);
        });
    return message;
  }

  private void bindBody(String field) {
    if (field.equals(WHOLE_MESSAGE)) {
      ProtoJson.read(body.get(), message, unknownFields, violations);
      return;
    }
    FieldDescriptor descriptor = message.getDescriptorForType().findFieldByName(field);
    if (descriptor.isRepeated()) {
      ProtoJson.readList(body.get(), message, descriptor, unknownFields, violations);
      return;
    }
    Set<String> present =
        ProtoJson.read(body.get(), message.getFieldBuilder(descriptor), unknownFields, violations);
    FieldDescriptor mask = message.getDescriptorForType().findFieldByName(FieldMasks.MASK);
    // A PATCH without a mask changes the fields in its body.
    if (mask != null && ((FieldMask) message.getField(mask)).getPathsCount() == 0) {
      message.setField(mask, FieldMasks.of(present));
    }
  }

  private void bindParameter(String name, List<String> values) {
    Optional<Place> found =
        place(name)
            .filter(place -> !isBoundElsewhere(name, place))
            .filter(place -> ScalarReader.reads(place.field()));
    if (found.isEmpty()) {
      if (HEADERS.containsKey(name)) {
        // Ignored, it would write, or write twice.
        violations.add(name, "unknown query parameter: send the header " + HEADERS.get(name));
      } else if (unknownFields == UnknownFields.NOTED) {
        violations.add(name, "unknown query parameter");
      }
      return;
    }
    Place place = found.get();
    if (!place.field().isRepeated() && (values.size() > 1 || !bound.add(place.path()))) {
      violations.add(place.jsonPath(), "the query parameter is given twice: give it once");
      return;
    }
    for (String value : values) {
      ScalarReader.read(value, place.field(), place.jsonPath(), violations)
          .ifPresent(
              read -> {
                if (place.field().isRepeated()) {
                  place.holder().addRepeatedField(place.field(), read);
                } else {
                  place.holder().setField(place.field(), read);
                }
              });
    }
  }

  private boolean isBoundElsewhere(String name, Place place) {
    String top =
        JsonFields.find(message.getDescriptorForType(), name.split("\\.", 2)[0])
            .map(FieldDescriptor::getName)
            .orElse("");
    return bodyField.filter(field -> field.equals(WHOLE_MESSAGE) || field.equals(top)).isPresent()
        || pathVariables.keySet().stream().anyMatch(path -> path.equals(place.path()));
  }

  /**
   * A field somewhere in the message.
   *
   * @param holder builder of the message that has it
   * @param fields the fields that lead to it, and itself as the last one
   */
  private record Place(Message.Builder holder, List<FieldDescriptor> fields) {
    FieldDescriptor field() {
      return fields.get(fields.size() - 1);
    }

    /** Returns its path in the names of the proto. */
    String path() {
      return fields.stream().map(FieldDescriptor::getName).collect(Collectors.joining("."));
    }

    /** Returns its path in JSON names, which violations have whatever the client has written. */
    String jsonPath() {
      return JsonFields.jsonPath(fields);
    }
  }

  private Optional<Place> place(String path) {
    List<FieldDescriptor> fields = JsonFields.path(message.getDescriptorForType(), path);
    if (fields.isEmpty()) {
      return Optional.empty();
    }
    Message.Builder holder = message;
    for (FieldDescriptor outer : fields.subList(0, fields.size() - 1)) {
      holder = holder.getFieldBuilder(outer);
    }
    return Optional.of(new Place(holder, fields));
  }
}
