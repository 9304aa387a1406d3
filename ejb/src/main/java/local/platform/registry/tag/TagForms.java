package local.platform.registry.tag;

import java.util.Arrays;
import java.util.List;

/**
 * The forms of names that a list shows besides plain ones. A tag whose name has two forms is shown
 * if both are.
 *
 * @param referrers whether names that begin with {@code sha256-} are shown
 * @param dates whether names that end with a date are shown
 * @param epochs whether names that end with an epoch are shown
 */
public record TagForms(boolean referrers, boolean dates, boolean epochs) {
  /** Every form. */
  public static final TagForms ALL = new TagForms(true, true, true);

  boolean shows(TagForm form) {
    return (referrers || !form.isReferrer())
        && (dates || !form.isDate())
        && (epochs || !form.isEpoch());
  }

  /** Returns the numbers of these forms, as they are stored. */
  List<Integer> codes() {
    return Arrays.stream(TagForm.values()).filter(this::shows).map(TagForm::code).toList();
  }
}
