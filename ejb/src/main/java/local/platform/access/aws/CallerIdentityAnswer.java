package local.platform.access.aws;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import jakarta.json.stream.JsonParserFactory;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
import local.platform.access.upstream.VerificationFailedException;

/** Reads the answers of AWS to {@code GetCallerIdentity}. */
final class CallerIdentityAnswer {
  private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());

  /** The number of objects inside of each other that are read. */
  private static final int DEPTH = 3;

  /** A member that is neither an object nor a text. */
  private static final Object OTHER = new Object();

  private static final Pattern ACCOUNT = Pattern.compile("[0-9]{12}");

  /**
   * Maximum length of an ARN and of a user id, which are matched with patterns; that of an ARN by
   * the documentation of AWS.
   */
  private static final int MAX_LENGTH = 2_048;

  private CallerIdentityAnswer() {}

  /**
   * Reads an answer.
   *
   * @param audience the audience that the request names
   * @throws VerificationFailedException if it is not the answer to such a request
   */
  static AwsCaller read(String json, String audience) throws VerificationFailedException {
    Map<?, ?> result =
        member(member(object(json), "GetCallerIdentityResponse"), "GetCallerIdentityResult");
    String account = text(result, "Account");
    CallerIdentityRequest.check(
        ACCOUNT.matcher(account).matches(), "AWS names an account that is none");
    return new AwsCaller(account, text(result, "Arn"), text(result, "UserId"), audience);
  }

  private static Map<?, ?> object(String json) throws VerificationFailedException {
    try (JsonParser parser = PARSERS.createParser(new StringReader(json))) {
      Object answer = value(parser, DEPTH);
      if (answer instanceof Map<?, ?> object && !parser.hasNext()) {
        return object;
      }
    } catch (JsonException | NoSuchElementException e) {
      // refused below
    }
    throw new VerificationFailedException("the answer of AWS is not one JSON object");
  }

  private static Object value(JsonParser parser, int depth) {
    Event event = parser.next();
    if (event == Event.VALUE_STRING) {
      return parser.getString();
    }
    if (event == Event.START_OBJECT && depth > 0) {
      return members(parser, depth - 1);
    }
    if (event == Event.START_OBJECT) {
      parser.skipObject();
    } else if (event == Event.START_ARRAY) {
      parser.skipArray();
    }
    return OTHER;
  }

  private static Map<String, Object> members(JsonParser parser, int depth) {
    Map<String, Object> members = new HashMap<>();
    while (parser.next() == Event.KEY_NAME) {
      String name = parser.getString();
      if (members.put(name, value(parser, depth)) != null) {
        throw new JsonException("a member is there twice");
      }
    }
    return members;
  }

  private static Map<?, ?> member(Map<?, ?> object, String name)
      throws VerificationFailedException {
    if (object.get(name) instanceof Map<?, ?> member) {
      return member;
    }
    throw new VerificationFailedException("the answer of AWS has no " + name);
  }

  private static String text(Map<?, ?> object, String name) throws VerificationFailedException {
    if (object.get(name) instanceof String text && !text.isEmpty() && text.length() <= MAX_LENGTH) {
      return text;
    }
    throw new VerificationFailedException("the answer of AWS has no " + name);
  }
}
