package local.platform.web.testing.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Descriptors.GenericDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Empty;
import com.google.protobuf.FieldMask;
import com.google.protobuf.Timestamp;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import local.platform.web.json.UnknownFields;

/** The schemas of the messages that a document refers to, each made when it is first needed. */
final class Schemas {
  /** Where a message is used, which decides what must be in it. */
  enum Use {
    ANSWER(""),
    CREATE(".Create"),
    /** An update that changes only what it names. */
    CHANGE(".Update"),
    /** An update with the whole message. */
    REPLACEMENT(".Update");

    private final String suffix;

    Use(String suffix) {
      this.suffix = suffix;
    }
  }

  private static final String TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}";

  private final Texts texts;
  private final UnknownFields unknownFields;
  private final Limits limits = new Limits();
  private final Set<Descriptor> answered = new HashSet<>();
  private final Map<String, ObjectNode> components = new TreeMap<>();

  /**
   * Creates an empty set.
   *
   * @param unknownFields how requests with unknown fields are treated
   * @param answers the messages of all answers
   */
  Schemas(Texts texts, UnknownFields unknownFields, List<Descriptor> answers) {
    this.texts = texts;
    this.unknownFields = unknownFields;
    answers.forEach(this::answer);
  }

  private void answer(Descriptor message) {
    if (answered.add(message)) {
      message.getFields().stream()
          .filter(Schemas::isMessage)
          .forEach(field -> answer(field.getMessageType()));
    }
  }

  /**
   * Checks that there are no limits of fields that do not exist.
   *
   * @param packages the packages of the messages that are described
   */
  void requireLimitsUsed(Set<String> packages) {
    if (!limits.unused(packages).isEmpty()) {
      throw new IllegalStateException("no schema has the fields " + limits.unused(packages));
    }
  }

  /** Returns the schemas by their names. */
  Map<String, ObjectNode> components() {
    return components;
  }

  /**
   * Returns a reference to the schema of a request message, which is the body.
   *
   * @param given the fields that the path gives, so that they need not be in the body
   * @param givenElsewhere those that the path of any route gives that has this message as its body:
   *     the schema, which all of them share, requires none of these
   */
  ObjectNode ofBody(Descriptor message, Use use, List<String> given, Set<String> givenElsewhere) {
    ObjectNode reference = of(message, use);
    ObjectNode schema = components.get(name(message, use));
    ArrayNode shared = array();
    ArrayNode here = array();
    for (FieldDescriptor field : message.getFields()) {
      if (isRequired(field, use)) {
        if (!givenElsewhere.contains(field.getName())) {
          shared.add(field.getJsonName());
        } else if (!given.contains(field.getName())) {
          here.add(field.getJsonName());
        }
      }
    }
    schema.remove("required");
    if (!shared.isEmpty()) {
      schema.set("required", shared);
    }
    return with(reference, here);
  }

  /**
   * Returns the schema of a message that is the body: a reference, and whatever else must be in it
   * because no batch gives it.
   */
  ObjectNode ofBody(Descriptor message, Use use) {
    ArrayNode here = array();
    message.getFields().stream()
        .filter(field -> use == Use.CREATE && texts.isRequiredOutsideBatches(field))
        .forEach(field -> here.add(field.getJsonName()));
    return with(of(message, use), here);
  }

  private static ObjectNode with(ObjectNode reference, ArrayNode required) {
    return required.isEmpty()
        ? reference
        : object().set("allOf", array().add(reference).add(object().set("required", required)));
  }

  /** Returns a reference to the schema of a message. */
  ObjectNode of(Descriptor message, Use use) {
    String name = name(message, use);
    if (!components.containsKey(name)) {
      components.put(name, object());
      fill(components.get(name), message, use);
    }
    return reference(name);
  }

  /** Returns the name of a schema. What is in requests only need not be told from an answer. */
  private String name(Descriptor message, Use use) {
    boolean same = use == Use.CREATE && !answered.contains(message);
    return message.getFullName() + (same ? "" : use.suffix);
  }

  /**
   * Returns a reference to the schema of an answer that is written item by item, and so has its
   * list even when that is empty.
   */
  ObjectNode ofItems(Descriptor list) {
    ObjectNode reference = of(list, Use.ANSWER);
    components.get(list.getFullName()).putArray("required").add("items");
    return reference;
  }

  /**
   * Returns the schema of the value of a field: of all of its elements, if there may be several.
   */
  ObjectNode value(FieldDescriptor field, Use use) {
    Use inner = use == Use.CHANGE && field.isRepeated() ? Use.CREATE : use;
    ObjectNode value;
    if (field.isMapField()) {
      FieldDescriptor entry = field.getMessageType().findFieldByNumber(2);
      value = object().put("type", "object");
      if (isNamedAsAMessage(field)) {
        value.put("title", field.getJsonName() + " by key");
      }
      value.set("additionalProperties", element(entry, inner));
    } else {
      value =
          field.isRepeated()
              ? object().put("type", "array").set("items", element(field, inner))
              : element(field, inner);
    }
    if (use != Use.ANSWER) {
      limits.addTo(value, field, use == Use.REPLACEMENT);
    }
    return value;
  }

  /**
   * Returns whether there is a message by whose name generators of clients would call the type of a
   * map, unless it has a title: that of the message of the map, and that of the map.
   */
  private static boolean isNamedAsAMessage(FieldDescriptor map) {
    Descriptor message = map.getContainingType();
    String name =
        message.getName()
            + Character.toUpperCase(map.getJsonName().charAt(0))
            + map.getJsonName().substring(1);
    Descriptor outer = message.getContainingType();
    return (outer == null ? map.getFile().getMessageTypes() : outer.getNestedTypes())
        .stream().anyMatch(each -> each.getName().equals(name));
  }

  private void fill(ObjectNode schema, Descriptor message, Use use) {
    boolean answer = use == Use.ANSWER;
    schema.put("type", "object");
    schema.put(
        "description",
        message.equals(Empty.getDescriptor()) ? "Nothing." : texts.description(message));
    ObjectNode properties = object();
    ArrayNode required = array();
    for (FieldDescriptor field : message.getFields()) {
      if (!answer || Presence.isInAnswers(field)) {
        properties.set(field.getJsonName(), property(field, use));
        if (isRequired(field, use)) {
          required.add(field.getJsonName());
        }
      }
    }
    if (!properties.isEmpty()) {
      schema.set("properties", properties);
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    message.getRealOneofs().forEach(oneof -> exclude(schema, oneof, use));
    if (answer || unknownFields == UnknownFields.NOTED) {
      schema.put("additionalProperties", false);
    }
  }

  private boolean isRequired(FieldDescriptor field, Use use) {
    OneofDescriptor oneof = field.getRealContainingOneof();
    boolean required =
        oneof == null
            ? isRequiredIn(field, use)
            : oneof.getFieldCount() == 1 && isRequiredIn(oneof, use);
    return use == Use.ANSWER ? Presence.isInEveryAnswer(field, required) : required;
  }

  private boolean isRequiredIn(GenericDescriptor element, Use use) {
    return switch (use) {
      case ANSWER, REPLACEMENT -> texts.isRequired(element);
      case CREATE -> texts.isRequiredInNew(element);
      case CHANGE -> false;
    };
  }

  private ObjectNode property(FieldDescriptor field, Use use) {
    ObjectNode value = value(field, use);
    ObjectNode property = value.has("$ref") ? object().set("allOf", array().add(value)) : value;
    property.put(
        "description", use == Use.ANSWER ? texts.ofAnswer(field) : texts.description(field));
    boolean resource = answered.contains(field.getContainingType());
    if (field.getOptions().getDeprecated()) {
      property.put("deprecated", true);
    }
    if (use != Use.ANSWER && texts.isOutputOnly(field)) {
      property.put("readOnly", true);
    }
    if (use != Use.ANSWER && resource && !Presence.isInAnswers(field)) {
      property.put("writeOnly", true);
    }
    return property;
  }

  /** Returns the schema of one value of a field. */
  private ObjectNode element(FieldDescriptor field, Use use) {
    return switch (field.getJavaType()) {
      case BOOLEAN -> object().put("type", "boolean");
      case INT -> object().put("type", "integer").put("format", "int32");
      case LONG ->
          object().put("type", "string").put("format", "int64").put("pattern", "^-?[0-9]{1,19}$");
      case FLOAT -> object().put("type", "number").put("format", "float");
      case DOUBLE -> object().put("type", "number").put("format", "double");
      case STRING -> object().put("type", "string");
      case BYTE_STRING -> object().put("type", "string").put("format", "byte");
      case ENUM -> of(field.getEnumType());
      case MESSAGE -> message(field.getMessageType(), use);
    };
  }

  private ObjectNode message(Descriptor message, Use use) {
    if (message.equals(Timestamp.getDescriptor())) {
      ObjectNode time = object().put("type", "string").put("format", "date-time");
      return use == Use.ANSWER ? time.put("pattern", "^" + TIME + "\\.[0-9]{3}Z$") : time;
    }
    if (message.equals(Duration.getDescriptor())) {
      return object().put("type", "string").put("pattern", "^-?[0-9]{1,12}(\\.[0-9]{1,9})?s$");
    }
    if (message.equals(FieldMask.getDescriptor())) {
      return object().put("type", "string");
    }
    return of(message, use);
  }

  private ObjectNode of(EnumDescriptor type) {
    if (!components.containsKey(type.getFullName())) {
      StringBuilder description = new StringBuilder(texts.description(type)).append('\n');
      ArrayNode names = array();
      type.getValues()
          .forEach(
              value -> {
                names.add(value.getName());
                description
                    .append("\n* `" + value.getName() + "`: ")
                    .append(texts.description(value));
              });
      components.put(
          type.getFullName(),
          object()
              .put("type", "string")
              .put("description", description.toString())
              .set("enum", names));
    }
    return reference(type.getFullName());
  }

  /** Lets at most one member of a oneof be there, and exactly one if one is required. */
  private void exclude(ObjectNode schema, OneofDescriptor oneof, Use use) {
    List<String> members =
        oneof.getFields().stream().map(FieldDescriptor::getJsonName).sorted().toList();
    ArrayNode excluded =
        schema.has("allOf") ? (ArrayNode) schema.get("allOf") : schema.putArray("allOf");
    for (String one : members) {
      for (String other : members.subList(members.indexOf(one) + 1, members.size())) {
        ObjectNode both = object().set("required", array().add(one).add(other));
        excluded.addObject().set("not", both);
      }
    }
    if (members.size() > 1 && isRequiredIn(oneof, use)) {
      ArrayNode any = excluded.addObject().putArray("anyOf");
      members.forEach(member -> any.addObject().putArray("required").add(member));
    }
    if (excluded.isEmpty()) {
      schema.remove("allOf");
    }
  }

  private static boolean isMessage(FieldDescriptor field) {
    return field.getJavaType() == JavaType.MESSAGE;
  }

  private static ObjectNode reference(String name) {
    return object().put("$ref", "#/components/schemas/" + name);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }
}
