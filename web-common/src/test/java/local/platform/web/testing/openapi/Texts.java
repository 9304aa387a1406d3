package local.platform.web.testing.openapi;

import com.google.protobuf.Descriptors.GenericDescriptor;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The comments of the protos, as descriptions.
 *
 * @param comments the comments by the full names of their elements
 */
record Texts(Map<String, String> comments) {
  private static final String REQUIRED = "Required.";
  private static final String OUTPUT_ONLY = "Output only";

  /** The word that says who sets a field, with an exception to it and up to the full stop. */
  private static final Pattern MARK = Pattern.compile("(?:Required|Output only(?:,[^.]*)?)\\. ");

  private static final Pattern FIRST_SENTENCE = Pattern.compile("(.+?)\\.(?: [A-Z].*)?");

  /** Returns whether a client must set a field or a oneof. */
  boolean isRequired(GenericDescriptor element) {
    return comment(element).startsWith(REQUIRED);
  }

  /** Returns whether the server sets a field, and ignores it in requests. */
  boolean isOutputOnly(GenericDescriptor element) {
    return comment(element).startsWith(OUTPUT_ONLY);
  }

  /** Returns what an element means, without who sets it. */
  String description(GenericDescriptor element) {
    Matcher mark = MARK.matcher(comment(element));
    return mark.lookingAt() ? mark.replaceFirst("") : comment(element);
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
