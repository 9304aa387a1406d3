package local.platform.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Values of keys, by type. A value that is wrong is recorded, and its default is returned: so one
 * failed start reports all problems.
 */
final class ConfigValues {
  private static final Set<ConfigKey> ENVIRONMENT_ONLY =
      Set.of(
          ConfigKey.HTTP_ADDRESS,
          ConfigKey.HTTP_PORT,
          ConfigKey.ADMIN_PORT,
          ConfigKey.LOG_FORMAT,
          ConfigKey.LOG_LEVEL,
          ConfigKey.STOP_WITH_PARENT);

  /**
   * The character that Java puts in the place of bytes that are no character of the process's
   * charset, which depends on its locale.
   */
  private static final String UNREADABLE = "\ufffd";

  private final Function<String, Optional<String>> properties;
  private final Function<String, Optional<String>> environment;
  private final List<String> problems = new ArrayList<>();
  private final Set<ConfigKey> unreadable = EnumSet.noneOf(ConfigKey.class);

  /**
   * Takes the sources.
   *
   * @param properties the value of a property, from whatever source
   * @param environment the value of an environment variable
   */
  ConfigValues(
      Function<String, Optional<String>> properties,
      Function<String, Optional<String>> environment) {
    this.properties = properties;
    this.environment = environment;
  }

  /** Returns a value without the blanks around it; empty if it is not set. */
  Optional<String> text(ConfigKey key) {
    Optional<String> text = unchecked(key);
    if (text.filter(value -> value.contains(UNREADABLE)).isEmpty()) {
      return text;
    }
    problem(
        key,
        "has characters that the locale of this process does not have: set LC_ALL to one with UTF-8, such as C.UTF-8, or use ASCII only");
    unreadable.add(key);
    return Optional.empty();
  }

  private Optional<String> unchecked(ConfigKey key) {
    if (!ENVIRONMENT_ONLY.contains(key)) {
      return properties.apply(key.property()).map(String::strip).filter(s -> !s.isEmpty());
    }
    Optional<String> variable = environment.apply(key.environmentVariable());
    Optional<String> property = properties.apply(key.property());
    if (property.isPresent() && !property.equals(variable)) {
      problem(key, "can only be set as an environment variable");
    }
    // The application server uses the variable unchanged.
    if (variable.filter(value -> value.isEmpty() || !value.equals(value.strip())).isPresent()) {
      problem(key, "must not be empty or have blanks around it: unset it to use the default");
      return Optional.empty();
    }
    return variable;
  }

  /** Returns the elements of a list that commas separate; none if it is not set. */
  List<String> list(ConfigKey key) {
    return text(key).stream()
        .flatMap(list -> Arrays.stream(list.split(",")))
        .map(String::strip)
        .filter(element -> !element.isEmpty())
        .toList();
  }

  /** Returns a value that is true or false. */
  boolean flag(ConfigKey key, boolean byDefault) {
    return text(key)
        .map(
            value ->
                switch (value.toLowerCase(Locale.ROOT)) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> {
                    problem(key, "must be true or false");
                    yield byDefault;
                  }
                })
        .orElse(byDefault);
  }

  /** Checks that a value, if it is set, is one of these. */
  void oneOf(ConfigKey key, String... values) {
    if (text(key).filter(value -> !List.of(values).contains(value)).isPresent()) {
      problem(key, "must be one of " + String.join(", ", values));
    }
  }

  /** Returns a whole number, within these bounds. */
  int number(ConfigKey key, int byDefault, int least, int most) {
    return (int) number(key, (long) byDefault, least, most);
  }

  /** Returns a number that may be larger, in the same way. */
  long number(ConfigKey key, long byDefault, long least, long most) {
    return text(key)
        .map(
            value -> {
              try {
                long number = Long.parseLong(value);
                if (number >= least && number <= most) {
                  return number;
                }
              } catch (NumberFormatException e) {
                // reported below, like a number out of range
              }
              problem(key, "must be a whole number from " + least + " to " + most);
              return byDefault;
            })
        .orElse(byDefault);
  }

  /** Returns a duration as ISO 8601 writes it. */
  Duration duration(ConfigKey key, Duration byDefault) {
    return text(key)
        .map(
            value -> {
              try {
                return Duration.parse(value);
              } catch (DateTimeParseException e) {
                problem(key, "must be an ISO 8601 duration such as P30D or PT12H");
                return byDefault;
              }
            })
        .orElse(byDefault);
  }

  /** Returns the absolute path of a file; empty if it is not set. */
  Optional<Path> file(ConfigKey key) {
    return text(key).map(name -> path(key, name));
  }

  /** Returns a value as an absolute path. */
  Path path(ConfigKey key, String value) {
    try {
      return Path.of(value).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      problem(key, "is not a path");
      return Path.of("").toAbsolutePath();
    }
  }

  /** Records what is wrong with a key. */
  void problem(ConfigKey key, String what) {
    if (!unreadable.contains(key)) {
      problems.add(key.environmentVariable() + " " + what);
    }
  }

  /** Records what is wrong with several keys together. */
  void problem(String what) {
    problems.add(what);
  }

  /**
   * Fails if anything is missing or wrong.
   *
   * @throws ConfigurationException with all problems
   */
  void throwIfWrong() {
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
  }
}
