package local.platform.web.testing.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.web.endpoint.Answer;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.json.JsonFields;
import local.platform.web.json.ScalarReader;
import local.platform.web.rest.Route;
import local.platform.web.rest.Route.ToMethod;
import local.platform.web.testing.openapi.Schemas.Use;

/** The parameters of a method: variables of the path, of the query, and header fields. */
final class Parameters {
  /** A variable in the shape of a path. */
  private static final Pattern VARIABLE = Pattern.compile("\\{\\*\\*?}");

  /** The methods that take a mask beside their message, which has none. */
  private static final Set<String> MASKED =
      Set.of(
          "platform.vulnerabilities.v1.Advisories/Update",
          "platform.vulnerabilities.v1.Advisories/UpdateAdvisoryEvent");

  /** What an empty value means, which a path cannot have. */
  private static final Pattern EMPTY = Pattern.compile(" Empty [^.]*\\.");

  private final Texts texts;
  private final Schemas schemas;
  private final ArrayNode all = JsonNodeFactory.instance.arrayNode();

  Parameters(Texts texts, Schemas schemas) {
    this.texts = texts;
    this.schemas = schemas;
  }

  /**
   * Returns the parameters of a route.
   *
   * @param names the names of the variables of its path in the document, in their order
   */
  ArrayNode of(Route route, ToMethod target, List<String> names) {
    Descriptor request = target.method().descriptor().getInputType();
    List<String> variables = route.template().variables();
    List<Boolean> slashes =
        VARIABLE
            .matcher(route.template().shape())
            .results()
            .map(variable -> variable.group().equals("{**}"))
            .toList();
    for (int i = 0; i < variables.size(); i++) {
      addToPath(names.get(i), path(request, variables.get(i)), slashes.get(i));
    }
    Set<String> bound =
        variables.stream().filter(name -> !name.contains(".")).collect(Collectors.toSet());
    String body = target.body().orElse("");
    if (!body.equals("*")) {
      List<FieldDescriptor> query =
          request.getFields().stream()
              .filter(field -> !field.getName().equals(body) && !bound.contains(field.getName()))
              .toList();
      Set<String> inQuery =
          query.stream().map(FieldDescriptor::getName).collect(Collectors.toSet());
      query.forEach(field -> addToQuery(List.of(), field, inQuery));
    }
    if (MASKED.contains(target.method().operation())) {
      addReference(FieldMasks.SPELLINGS.get(0));
    }
    if (target.method().answers() == Answer.Items.class) {
      List.of("offset", "limit", "page", "per_page").forEach(name -> addReference(name));
    }
    addHeaders(route.httpMethod(), target.method());
    return all;
  }

  private static FieldDescriptor path(Descriptor request, String variable) {
    List<FieldDescriptor> fields = JsonFields.path(request, variable);
    if (fields.isEmpty()) {
      throw new IllegalStateException("no field for {" + variable + "}");
    }
    return fields.get(fields.size() - 1);
  }

  private void addToPath(String name, FieldDescriptor field, boolean slashes) {
    ObjectNode parameter =
        all.addObject()
            .put("name", name)
            .put("in", "path")
            .put("required", true)
            .put(
                "description",
                EMPTY.matcher(texts.description(field)).replaceAll("")
                    + (slashes ? " Its slashes may be written as %2F too." : ""));
    parameter.set("schema", schemas.value(field, Use.CREATE));
  }

  private void addToQuery(List<FieldDescriptor> outer, FieldDescriptor field, Set<String> names) {
    List<FieldDescriptor> fields = new ArrayList<>(outer);
    fields.add(field);
    if (JsonFields.isNested(field)) {
      field.getMessageType().getFields().forEach(inner -> addToQuery(fields, inner, names));
    } else if (ScalarReader.reads(field)) {
      ObjectNode parameter =
          all.addObject()
              .put("name", queryName(fields))
              .put("in", "query")
              .put("description", texts.ofParameter(field, names));
      if (outer.isEmpty() && (texts.isRequired(field) || texts.isRequiredOutsideBatches(field))) {
        parameter.put("required", true);
      }
      parameter.set("schema", schemas.value(field, Use.CREATE));
    }
  }

  /** Returns the name that the specification has: that of the proto, but for the mask. */
  private static String queryName(List<FieldDescriptor> fields) {
    return fields.get(0).getName().equals(FieldMasks.MASK)
        ? fields.get(0).getJsonName()
        : fields.stream().map(FieldDescriptor::getName).collect(Collectors.joining("."));
  }

  private void addHeaders(String httpMethod, ServiceMethod<?> method) {
    if (Preconditions.areRead(httpMethod, method)) {
      addReference("If-Match");
      if (httpMethod.equals("GET")) {
        addReference("If-None-Match");
      } else if (!httpMethod.equals("POST")) {
        addReference("If-None-Match.change");
      }
    }
    if (method.supportsDryRunsAndKeys()) {
      addReference("Platform-Validate-Only");
      addReference("Idempotency-Key");
    }
    addReference("X-Request-Id");
  }

  private void addReference(String name) {
    all.addObject().put("$ref", "#/components/parameters/" + name);
  }
}
