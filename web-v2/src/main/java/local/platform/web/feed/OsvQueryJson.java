package local.platform.web.feed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import local.platform.foundation.encoding.StrictJson;
import local.platform.foundation.encoding.Utf8;
import local.platform.foundation.error.FieldViolations;
import local.platform.vulnerability.feed.query.FoundIds;
import local.platform.vulnerability.feed.query.FoundRecords;
import local.platform.vulnerability.feed.query.PackageQuery;
import local.platform.web.rest.HttpFailure;

/**
 * Queries and answers as the API of OSV writes them. Fields that it does not define are ignored.
 */
final class OsvQueryJson {
  private static final String QUERIES = "queries";
  private static final String VULNERABILITIES = "vulns";
  private static final String NEXT_PAGE = "next_page_token";

  private OsvQueryJson() {}

  /**
   * Returns the text of a body.
   *
   * @throws HttpFailure 400 if it is none
   */
  static String text(byte[] body) {
    return Utf8.decode(body).orElseThrow(OsvQueryJson::noObject);
  }

  private static HttpFailure noObject() {
    return HttpFailure.badRequest(
        "the body must be one JSON object in UTF-8, in which no name is given twice");
  }

  private static ObjectNode object(String body) {
    return StrictJson.readSent(body).orElseThrow(OsvQueryJson::noObject);
  }

  /**
   * Reads a query.
   *
   * @throws RuntimeException INVALID_ARGUMENT if it has not the form of one
   */
  static PackageQuery readQuery(String body) {
    FieldViolations violations = new FieldViolations();
    PackageQuery query = query(object(body), "", violations);
    violations.throwIfAny();
    return query;
  }

  /**
   * Reads several queries.
   *
   * @throws RuntimeException INVALID_ARGUMENT if they have not the form of queries
   */
  static List<PackageQuery> readBatch(String body) {
    FieldViolations violations = new FieldViolations();
    JsonNode list = object(body).path(QUERIES);
    if (!list.isArray()) {
      violations.add(QUERIES, QUERIES + " must be a list of queries");
    }
    List<PackageQuery> queries = new ArrayList<>();
    for (JsonNode each : list) {
      queries.add(query(each, QUERIES + "[" + queries.size() + "].", violations));
    }
    violations.throwIfAny();
    return queries;
  }

  private static PackageQuery query(JsonNode json, String path, FieldViolations violations) {
    if (!json.isObject()) {
      String place = path.substring(0, path.length() - 1);
      violations.add(place, place + " must be an object");
    }
    JsonNode of = json.path("package");
    if (!of.isObject() && !of.isMissingNode() && !of.isNull()) {
      violations.add(path + "package", path + "package must be an object");
    }
    String ofPackage = path + "package.";
    return new PackageQuery(
        text(json, "commit", path, violations),
        text(json, "version", path, violations),
        text(of, "ecosystem", ofPackage, violations),
        text(of, "name", ofPackage, violations),
        text(of, "purl", ofPackage, violations),
        text(json, "page_token", path, violations));
  }

  private static String text(JsonNode json, String name, String path, FieldViolations violations) {
    JsonNode value = json.path(name);
    if (!value.isTextual() && !value.isMissingNode() && !value.isNull()) {
      violations.add(path + name, path + name + " must be a text");
    }
    return value.isTextual() ? value.textValue() : "";
  }

  /** Writes a page of records, whose texts are copied as they are. */
  static String records(FoundRecords found) {
    if (found.records().isEmpty() && found.nextPageToken().isEmpty()) {
      return "{}";
    }
    StringBuilder json = new StringBuilder("{\"" + VULNERABILITIES + "\":[");
    json.append(String.join(",", found.records())).append(']');
    found
        .nextPageToken()
        .ifPresent(token -> json.append(",\"" + NEXT_PAGE + "\":").append(StrictJson.write(token)));
    return json.append('}').toString();
  }

  /** Writes the answers of several queries. */
  static String ids(List<FoundIds> all) {
    return StrictJson.write(Map.of("results", all.stream().map(OsvQueryJson::result).toList()));
  }

  private static Map<String, Object> result(FoundIds found) {
    Map<String, Object> result = new LinkedHashMap<>();
    if (!found.records().isEmpty() || found.nextPageToken().isPresent()) {
      result.put(VULNERABILITIES, found.records().stream().map(OsvQueryJson::revision).toList());
    }
    found.nextPageToken().ifPresent(token -> result.put(NEXT_PAGE, token));
    return result;
  }

  private static Map<String, Object> revision(FoundIds.Revision revision) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", revision.id());
    json.put("modified", revision.modified().toString());
    return json;
  }
}
