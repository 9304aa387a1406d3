package local.platform.registry.tag;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The format of the name of a tag. It is stored with the tag, so that lists read only tags of the
 * formats that they show.
 */
public enum TagNameFormat {
  /** None of the others. */
  PLAIN(0),
  /** Ends with a date, {@code -20YYMMDD}. */
  DATE(1),
  /** Ends with an epoch, {@code -r} and digits. */
  EPOCH(2),
  /** Names what refers to a digest: begins with {@code sha256-}. */
  REFERRER(4),
  /** A referrer that ends with a date. */
  REFERRER_DATE(5),
  /** A referrer that ends with an epoch. */
  REFERRER_EPOCH(6);

  private static final String REFERRER_PREFIX = "sha256-";
  private static final Pattern DATE_SUFFIX =
      Pattern.compile("-20\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])$");
  private static final Pattern EPOCH_SUFFIX = Pattern.compile("-r\\d+$");

  private final int code;

  TagNameFormat(int code) {
    this.code = code;
  }

  /** Returns the number that is stored. */
  int code() {
    return code;
  }

  boolean isReferrer() {
    return (code & REFERRER.code) != 0;
  }

  boolean isDate() {
    return (code & DATE.code) != 0;
  }

  boolean isEpoch() {
    return (code & EPOCH.code) != 0;
  }

  /** Returns the format of a name. */
  public static TagNameFormat of(String name) {
    int code = name.startsWith(REFERRER_PREFIX) ? REFERRER.code : PLAIN.code;
    if (DATE_SUFFIX.matcher(name).find()) {
      code |= DATE.code;
    } else if (EPOCH_SUFFIX.matcher(name).find()) {
      code |= EPOCH.code;
    }
    int whole = code;
    return Arrays.stream(values()).filter(format -> format.code == whole).findFirst().orElseThrow();
  }
}
