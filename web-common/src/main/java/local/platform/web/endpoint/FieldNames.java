package local.platform.web.endpoint;

import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.ErrorDetail.FieldViolation;
import local.platform.foundation.error.PlatformException;

/**
 * Translates between the names of fields in messages and those of the components of records, which
 * services use. A name without a translation is the same in both.
 */
public final class FieldNames {
  /** No translations. */
  public static final FieldNames SAME = new FieldNames(Map.of());

  private static final Pattern INDEX = Pattern.compile("\\[\\d+]");
  private static final String ANY_INDEX = "[]";

  private final Map<String, String> inMessages;
  private final Map<String, String> inRecords;

  private FieldNames(Map<String, String> inMessages) {
    this.inMessages = Map.copyOf(inMessages);
    this.inRecords =
        inMessages.entrySet().stream().collect(Collectors.toMap(Entry::getValue, Entry::getKey));
  }

  /**
   * Creates translations.
   *
   * @param inMessages the names in messages, by those in records. Both may be paths; everything
   *     below such a path is translated with it. The index of an entry is written {@code []}
   */
  public static FieldNames of(Map<String, String> inMessages) {
    return new FieldNames(inMessages);
  }

  /**
   * Returns the names in records of fields of messages. Leaves out a field whose name is that of a
   * component with another name in messages.
   */
  public Set<String> inRecords(Set<String> fields) {
    return fields.stream()
        .filter(field -> renamed(renamed(field, inRecords), inMessages).equals(field))
        .map(field -> renamed(field, inRecords))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Calls a service and translates the names of fields in its errors.
   *
   * @throws PlatformException what the call throws; INVALID_ARGUMENT with the names in messages
   */
  public <T> T translated(Supplier<T> call) {
    try {
      return call.get();
    } catch (PlatformException e) {
      throw e.details().stream()
          .filter(BadRequest.class::isInstance)
          .map(BadRequest.class::cast)
          .findFirst()
          .map(this::translated)
          .orElse(e);
    }
  }

  private PlatformException translated(BadRequest wrong) {
    return PlatformException.invalidArgument(
        wrong.violations().stream().map(this::translated).toList(), wrong.total());
  }

  private FieldViolation translated(FieldViolation violation) {
    return renaming(violation.field(), inMessages)
        .map(
            renaming ->
                new FieldViolation(
                    renaming.of(violation.field()), renaming.ofSentence(violation.description())))
        .orElse(violation);
  }

  private static String renamed(String field, Map<String, String> names) {
    return renaming(field, names).map(renaming -> renaming.of(field)).orElse(field);
  }

  /** Finds the longest beginning of a path that has another name. */
  private static Optional<Renaming> renaming(String field, Map<String, String> names) {
    for (int end = field.length(); end > 0; end = lastBoundary(field, end)) {
      String path = field.substring(0, end);
      String name = names.get(INDEX.matcher(path).replaceAll(ANY_INDEX));
      if (name != null) {
        return Optional.of(new Renaming(path, withIndexesOf(path, name)));
      }
    }
    return Optional.empty();
  }

  private static int lastBoundary(String path, int end) {
    return Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1));
  }

  private static String withIndexesOf(String path, String name) {
    String indexed = name;
    for (MatchResult index : INDEX.matcher(path).results().toList()) {
      indexed = indexed.replaceFirst("\\[]", Matcher.quoteReplacement(index.group()));
    }
    return indexed;
  }

  /** Another name for the beginning of a path. */
  private record Renaming(String from, String to) {
    String of(String path) {
      return to + path.substring(from.length());
    }

    /** Many descriptions are sentences that begin with the field. */
    String ofSentence(String description) {
      boolean begins =
          description.startsWith(from)
              && (description.length() == from.length()
                  || !Character.isJavaIdentifierPart(description.charAt(from.length())));
      return begins ? of(description) : description;
    }
  }
}
