package local.platform.web.testing.openapi;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.GenericDescriptor;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The comments of the protos, as descriptions.
 *
 * @param comments the comments by the full names of their elements
 * @param jsonNames the names that fields have in bodies, by those in the protos
 */
record Texts(Map<String, String> comments, Map<String, String> jsonNames) {
  private static final String REQUIRED = "Required.";
  private static final String REQUIRED_IN_NEW = "Required, except in an update";
  private static final String REQUIRED_OUTSIDE_BATCHES = "Required, except in a batch";
  private static final String OUTPUT_ONLY = "Output only";

  /** The parameter whose values are names in the spelling of the protos. */
  private static final String ORDER = "order_by";

  /** The word that says who sets a field, with an exception to it that the schemas show. */
  private static final Pattern MARK = Pattern.compile("(?:Required|Output only(?:,[^.]*)?)\\. ");

  /** The same with any exception, since answers are not about it. */
  private static final Pattern ANY_MARK =
      Pattern.compile("(?:Required|Output only)(?:,[^.]*)?\\. ");

  private static final Pattern FIRST_SENTENCE = Pattern.compile("(.+?)\\.(?: [A-Z].*)?");

  /** What is of no use to whoever reads of routes alone, and what it is replaced with. */
  private static final Map<Pattern, String> NOT_OF_ROUTES =
      Map.ofEntries(
          replaced(" \\(REST\\) or are not empty \\(gRPC\\)", ""),
          replaced(" Over gRPC [^.]*\\.", ""),
          replaced("; over gRPC [^.;]*(?=[.;])", ""),
          replaced("Over REST the query parameter", "The query parameter"),
          replaced("Over REST, offset", "Offset"),
          replaced("Over REST, the answer", "The answer"),
          replaced(", over REST,", ""),
          replaced("\\b(its|The) comment (begins|ends)", "$1 description $2"),
          replaced("(in answers) over REST\\b", "$1"),
          replaced(" The routes? ha(?:s|ve) no version, and exists? over REST only[^.]*\\.", ""),
          replaced(" Without a version, and on REST only: [^.]*\\.", ""),
          replaced(" \\(docs/security\\.md\\)", ""),
          replaced(" is in docs/security\\.md", " is told by the documentation of the server"),
          replaced(
              "The comments of platform\\.capabilities\\.Capability tell",
              "The schema platform.capabilities.Capability tells"),
          replaced(" \\(platform\\.oidc\\.SecurityTokenService\\)", " (`/sts/exchange`)"),
          replaced(" \\(platform\\.hub\\.ImportsService\\)", ""),
          replaced(" The messages of the methods that are not offered are not described\\.", ""));

  /** A name of the protos with several words, unless it is the beginning of a capability. */
  private static final Pattern NAME =
      Pattern.compile("\\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\\b(?!\\.(?:list|create|update|delete)\\b)");

  private static Map.Entry<Pattern, String> replaced(String regex, String replacement) {
    return Map.entry(Pattern.compile(regex), replacement);
  }

  /** Returns whether a client must always set a field or a oneof. */
  boolean isRequired(GenericDescriptor element) {
    return comment(element).startsWith(REQUIRED);
  }

  /** Returns whether a client must set a field or a oneof of what is created. */
  boolean isRequiredInNew(GenericDescriptor element) {
    return isRequired(element) || comment(element).startsWith(REQUIRED_IN_NEW);
  }

  /** Returns whether a client must set a field unless a batch gives it. */
  boolean isRequiredOutsideBatches(GenericDescriptor element) {
    return comment(element).startsWith(REQUIRED_OUTSIDE_BATCHES);
  }

  /** Returns whether the server sets a field, and ignores it in requests. */
  boolean isOutputOnly(GenericDescriptor element) {
    return comment(element).startsWith(OUTPUT_ONLY);
  }

  /** Returns what an element means, without who sets it. */
  String description(GenericDescriptor element) {
    return description(element, Set.of());
  }

  /** Returns what a field of an answer means. */
  String ofAnswer(FieldDescriptor field) {
    Matcher mark = ANY_MARK.matcher(description(field));
    return mark.lookingAt() ? mark.replaceFirst("") : description(field);
  }

  /**
   * Returns what a parameter means.
   *
   * @param names the names of all parameters, which the query has as the protos have them
   */
  String ofParameter(FieldDescriptor field, Set<String> names) {
    return field.getName().equals(ORDER) ? cut(field) : description(field, names);
  }

  private String description(GenericDescriptor element, Set<String> kept) {
    return NAME.matcher(cut(element))
        .replaceAll(
            name ->
                kept.contains(name.group())
                    ? name.group()
                    : jsonNames.getOrDefault(name.group(), name.group()));
  }

  /** Returns the comment of an element without what does not concern routes. */
  private String cut(GenericDescriptor element) {
    Matcher mark = MARK.matcher(comment(element));
    String text = mark.lookingAt() ? mark.replaceFirst("") : comment(element);
    for (Map.Entry<Pattern, String> each : NOT_OF_ROUTES.entrySet()) {
      text = each.getKey().matcher(text).replaceAll(each.getValue());
    }
    return text;
  }

  /** Returns the first sentence of a description, without its full stop. */
  String summary(GenericDescriptor element) {
    String text = description(element);
    Matcher sentence = FIRST_SENTENCE.matcher(text);
    return sentence.matches() ? sentence.group(1) : text;
  }

  private String comment(GenericDescriptor element) {
    return Optional.ofNullable(comments.get(element.getFullName()))
        .orElseThrow(() -> new IllegalStateException("no comment on " + element.getFullName()));
  }
}
