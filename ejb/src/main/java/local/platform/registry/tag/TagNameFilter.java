package local.platform.registry.tag;

import java.util.Arrays;
import java.util.List;

/**
 * Selects tags by the formats of their names. Plain names are always shown, and a name of two
 * formats is shown if both are.
 *
 * @param referrers whether names that begin with {@code sha256-} are shown
 * @param dates whether names that end with a date are shown
 * @param epochs whether names that end with an epoch are shown
 */
public record TagNameFilter(boolean referrers, boolean dates, boolean epochs) {
  /** Every format. */
  public static final TagNameFilter ALL = new TagNameFilter(true, true, true);

  boolean shows(TagNameFormat format) {
    return (referrers || !format.isReferrer())
        && (dates || !format.isDate())
        && (epochs || !format.isEpoch());
  }

  /** Returns the numbers of these formats, as they are stored. */
  List<Integer> codes() {
    return Arrays.stream(TagNameFormat.values())
        .filter(this::shows)
        .map(TagNameFormat::code)
        .toList();
  }
}
