/**
 * Routes, which stand in the fragment: a view, the uid of what it shows, and the filters. So each view has an address
 * that makes it again, and the server learns nothing of it.
 *
 * @typedef {{view: string, uid: string, query: Record<string, string>}} Route
 */

/** What a uid is. Anything else could lead a request to another path of this server. */
const UID = /^[0-9a-f]{40}(\/[0-9a-f]{16})*$/;

/**
 * Reads a fragment, such as #/identities/0a…/1b…?name=x. One whose uid is none leads to no page.
 *
 * @param {string} fragment
 * @returns {Route}
 */
export function read(fragment) {
  const text = fragment.replace(/^#\/?/, '');
  const at = text.indexOf('?');
  const path = at < 0 ? text : text.slice(0, at);
  const slash = path.indexOf('/');
  const uid = slash < 0 ? '' : path.slice(slash + 1);
  if (uid && !UID.test(uid)) {
    return { view: path, uid: '', query: {} };
  }
  return {
    view: slash < 0 ? path : path.slice(0, slash),
    uid,
    query: Object.fromEntries(new URLSearchParams(at < 0 ? '' : text.slice(at + 1))),
  };
}

/**
 * Writes a fragment. Parameters without a value are left out.
 *
 * @param {string} view
 * @param {string} [uid]
 * @param {Record<string, string | number | undefined>} [query]
 */
export function href(view, uid = '', query = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') {
      parameters.set(name, String(value));
    }
  }
  const text = parameters.toString();
  return `#/${view}${uid && `/${uid}`}${text && `?${text}`}`;
}

/** Returns the route that the address has. */
export function current() {
  return read(location.hash);
}

/**
 * Goes somewhere, as a link does.
 *
 * @param {string} target a fragment
 * @param {boolean} [replace] whether Back skips what is left
 */
export function go(target, replace = false) {
  if (replace) {
    history.replaceState(null, '', target);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = target;
  }
}

/**
 * Calls back after each change of the route. Returns what ends that.
 *
 * @param {(route: Route) => void} listener
 */
export function listen(listener) {
  const changed = () => listener(current());
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}
