package local.platform.web.rest;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The parameters in the URL and in a form body of a request. A name may have several values. */
public final class RequestParameters {
  private final Map<String, List<String>> url;
  private final Map<String, List<String>> form;
  private final Map<String, List<String>> all = new LinkedHashMap<>();

  RequestParameters(Map<String, List<String>> url, Map<String, List<String>> form) {
    this.url = Collections.unmodifiableMap(url);
    this.form = Collections.unmodifiableMap(form);
    all.putAll(url);
    form.forEach(
        (name, values) ->
            all.merge(
                name,
                values,
                (one, other) -> Stream.concat(one.stream(), other.stream()).toList()));
  }

  /** Returns the parameters of the URL. */
  public Map<String, List<String>> url() {
    return url;
  }

  /** Returns the parameters of the form. */
  public Map<String, List<String>> form() {
    return form;
  }

  /** Returns the parameters of both. */
  Map<String, List<String>> all() {
    return Collections.unmodifiableMap(all);
  }
}
