/**
 * The parts of which views are made.
 *
 * @typedef {import('./api.js').Request} Request
 */
import { Component, createRef, h } from './vendor/preact.mjs';
import htm from './vendor/htm.mjs';
import { ApiError, curl } from './api.js';
import { session } from './session.js';

/** Makes elements of a template: html`<p>${text}</p>`. What is put in is text, never HTML. */
export const html = htm.bind(h);
export { Component, createRef };

/**
 * Says in the title of the tab what is shown.
 *
 * @param {string[]} words from the part to the whole
 */
export function titled(...words) {
  document.title = [...words, 'Platform console'].join(' – ');
}

/** @type {(text: string) => void} */
let announcer = () => {};

/** @param {(text: string) => void} show */
export function announceWith(show) {
  announcer = show;
}

/**
 * Tells those who do not see it what has happened.
 *
 * @param {string} text
 */
export function announce(text) {
  announcer(text);
}

/**
 * Returns a time as this machine writes it, and an empty text for none.
 *
 * @param {string | undefined} time
 */
export function timeText(time) {
  return time
    ? new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
    : '';
}

/** @param {{at?: string}} props */
export function Time({ at }) {
  return at ? html`<time datetime=${at} title=${at}>${timeText(at)}</time>` : html`<span class="muted">never</span>`;
}

/**
 * Returns the end of a uid, by which people tell neighbours apart.
 *
 * @param {string} uid
 */
export function shortUid(uid) {
  return `…${uid.slice(uid.lastIndexOf('/') + 1).slice(-8)}`;
}

/**
 * Returns the uid of what a resource lies in; empty for a root.
 *
 * @param {string} uid
 */
export function parentOf(uid) {
  return uid.slice(0, Math.max(0, uid.lastIndexOf('/')));
}

/**
 * A button that copies a text.
 *
 * @extends {Component<{text: string | (() => string), label: string, of?: string, quiet?: boolean}, {done: boolean}>}
 */
export class Copy extends Component {
  state = { done: false };

  copy = async () => {
    const { text } = this.props;
    try {
      await navigator.clipboard.writeText(typeof text === 'function' ? text() : text);
      this.setState({ done: true });
      announce('Copied.');
      this.timer = setTimeout(() => this.setState({ done: false }), 2000);
    } catch {
      announce('The browser does not allow to copy. Select the text, and copy it.');
    }
  };

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  render() {
    const { label, of = '', quiet = false } = this.props;
    return html`<button type="button" class=${quiet ? 'link' : 'button small'} onClick=${this.copy}>
      ${this.state.done ? 'Copied' : label}${of && html`<span class="hidden"> ${of}</span>`}
    </button>`;
  }
}

/** @param {{uid: string}} props */
export function Uid({ uid }) {
  return html`<span class="uid"><code>${uid}</code> <${Copy} quiet text=${uid} label="Copy" of="uid" /></span>`;
}

/**
 * A text that may be an address elsewhere, which then learns nothing of this page. What else it may be is no link.
 *
 * @param {{to: string, children?: any}} props
 */
export function Elsewhere({ to, children = to }) {
  return /^https?:\/\//i.test(to) ? html`<a href=${to} target="_blank" rel="noopener noreferrer">${children}</a>` : to;
}

/** @param {{request: Request | (() => Request), of?: string}} props `of` where a view has more than one */
export function Curl({ request, of }) {
  const text = () => curl(typeof request === 'function' ? request() : request, location.origin);
  return html`<${Copy} quiet text=${text} label="Copy as curl" of=${of} />`;
}

/**
 * Says that something has failed, with what an operator needs to find out why.
 *
 * @param {{failure: unknown, what?: string, again?: () => void}} props
 */
export function Problem({ failure, what = '', again }) {
  const error = failure instanceof ApiError ? failure : new ApiError(String(failure), 0);
  const others = error.violations.filter((each) => !error.message.includes(each.description));
  return html`<div class="problem" role="alert">
    <p>${what && html`<strong>${what}</strong> `}${error.message}</p>
    ${others.length > 0 && html`<ul>${others.map((each) => html`<li><code>${each.field}</code> ${each.description}</li>`)}</ul>`}
    <p class="fine">
      ${error.reason && html`<code>${error.reason}</code> `}
      ${error.requestId && html`Request <code>${error.requestId}</code> <${Copy} quiet text=${error.requestId} label="Copy" of="request id" />`}
      ${again && html` <button type="button" class="button small" onClick=${again}>Try again</button>`}
    </p>
  </div>`;
}

/**
 * Returns which of some capabilities one does not hold at a uid.
 *
 * @param {string[]} needs
 * @param {string} at
 */
export function missingOf(needs, at) {
  return needs.filter((capability) => !session.may(capability, at));
}

/**
 * A link or button that needs a capability. Who does not hold it sees which one it is. Without a place to lead to or
 * something to do, it submits its form.
 *
 * @param {{needs?: string[], at?: string, refusal?: string, to?: string, act?: () => void, kind?: string, busy?: boolean,
 *   children?: any}} props `refusal` is why one may not use it where no capability says that
 */
export function Action({ needs = [], at = '', refusal, to, act, kind = '', busy = false, children }) {
  const missing = missingOf(needs, at);
  const style = `button ${kind}`;
  if (refusal || missing.length > 0) {
    return html`<span class="refused">
      <button type="button" class=${style} aria-disabled="true">${children}</button>
      <span class="fine">${refusal ?? html`needs <code>${missing.join(', ')}</code>`}</span>
    </span>`;
  }
  return to
    ? html`<a class=${style} href=${to}>${children}</a>`
    : html`<button type=${act ? 'button' : 'submit'} class=${style} aria-disabled=${busy} onClick=${act}>${children}</button>`;
}

/**
 * Does something for a component, once at a time, which shows meanwhile that it is busy, and afterwards why it has failed.
 *
 * @param {Component<any, any>} component
 * @param {() => Promise<unknown>} work
 */
export async function act(component, work) {
  if (component.state.busy) {
    return;
  }
  component.setState({ busy: true, failure: undefined });
  try {
    await work();
    component.setState({ busy: false });
  } catch (failure) {
    component.setState({ busy: false, failure });
  }
}

/**
 * Loads something and shows it, and until then that it is being loaded. What was shown for another key goes at once;
 * for the same key it stays until the next is there.
 *
 * @extends {Component<{id: string, load: (signal: AbortSignal) => Promise<any>, what: string,
 *   show: (value: any, busy: boolean, again: () => void) => any, keep?: string}, {value?: any, failure?: unknown, busy: boolean}>}
 */
export class Load extends Component {
  state = { busy: true, value: /** @type {any} */ (undefined), failure: /** @type {unknown} */ (undefined) };

  componentDidMount() {
    this.run();
  }

  /** @param {{id: string, keep?: string}} before */
  componentDidUpdate(before) {
    if (before.id !== this.props.id) {
      const keeps = this.props.keep !== undefined && before.keep === this.props.keep;
      this.run(keeps);
    }
  }

  componentWillUnmount() {
    this.sent?.abort();
  }

  run = async (keeps = false) => {
    this.sent?.abort();
    const sent = (this.sent = new AbortController());
    this.setState({ busy: true, failure: undefined, ...(keeps ? {} : { value: undefined }) });
    try {
      const value = await this.props.load(sent.signal);
      if (!sent.signal.aborted) {
        this.setState({ value, busy: false });
      }
    } catch (failure) {
      if (!sent.signal.aborted) {
        // Where a file of the console is gone, the server has another version of it.
        const told = failure instanceof TypeError ? new ApiError('A part of the console could not be loaded. Load the page again.', 0) : failure;
        this.setState({ failure: told, busy: false, value: undefined });
      }
    }
  };

  render() {
    const { value, failure, busy } = this.state;
    if (failure !== undefined) {
      return html`<${Problem} failure=${failure} what="${this.props.what} could not be loaded." again=${() => this.run()} />`;
    }
    return value === undefined
      ? html`<p class="loading" aria-live="polite">Loading ${this.props.what.toLowerCase()}…</p>`
      : this.props.show(value, busy, () => this.run(true));
  }
}
