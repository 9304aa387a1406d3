/** Compares version 1 and version 2: one operation, sent to both, and their fields. */
import { curl, exchange, newKey, send } from '../api.js';
import { WORDS, compareFields, linesOf, marksOf, renames } from '../compare.js';
import { go, href } from '../router.js';
import { session } from '../session.js';
import { Action, Component, Copy, Elsewhere, Load, Problem, Uid, announce, html, missingOf, titled } from '../ui.js';

/**
 * @typedef {import('../api.js').Request} Request
 * @typedef {import('../api.js').Answer} Answer
 * @typedef {(request: Request) => Promise<Answer>} Call sends a request, and throws an answer that is an error
 * @typedef {{id: string, label: string, plural: string, second: (uid: string) => Request, first: (uid: string) => Request,
 *   children?: string[], needs?: string[], single?: boolean}} Operation `children` are the groups that are made for it, in
 *   one that is made, too, which `needs` capabilities; `single` where version 1 answers one resource as a list
 */

const GROUPS = '/iam/v2/groups';
const EXPLORER = '/explorer/';
const ROWS = 50;

/** What making a group needs, and removing it. */
const MAKES = ['groups.create', 'groups.list', 'groups.delete'];

/** How often the removal of a group is tried. */
const ATTEMPTS = 4;

/** How long to wait before the second attempt, in milliseconds; before each further one, it is as much longer. */
const PAUSE = 250;

/** @type {[string, string, string][]} the collections that lie in groups, their paths in version 2, and their words */
const COLLECTIONS = [
  ['groups', GROUPS, 'groups'],
  ['identities', '/iam/v2/identities', 'identities'],
  ['roles', '/iam/v2/roles', 'roles'],
  ['roleBindings', '/iam/v2/roleBindings', 'role bindings'],
  ['groupInvites', '/iam/v2/groupInvites', 'invites'],
  ['identityProviders', '/iam/v2/identityProviders', 'identity providers'],
  ['accountAssociations', '/iam/v2/accountAssociations', 'account associations'],
  ['repos', '/registry/v2/repos', 'repos'],
  ['tags', '/registry/v2/tags', 'tags'],
  ['advisories', '/vulnerabilities/v2/advisories', 'advisories'],
];

/** @type {Operation[]} */
export const OPERATIONS = [
  ...COLLECTIONS.map(
    ([plural, path, words]) =>
      /** @type {Operation} */ ({
        id: `list-${plural}`,
        label: `List ${words} below the group`,
        plural,
        second: (uid) => ({ path, query: { 'uidp.descendants_of': uid, page_size: ROWS } }),
        first: (uid) => ({
          path: WORDS[plural].path,
          query: { 'uidp.descendants_of': uid, ...(plural === 'advisories' ? { page_size: ROWS } : { offset: 0, limit: ROWS }) },
        }),
      }),
  ),
  {
    id: 'read',
    label: 'Read the group',
    plural: 'groups',
    single: true,
    second: (uid) => ({ path: `${GROUPS}/${uid}` }),
    first: (uid) => ({ path: WORDS.groups.path, query: { id: uid } }),
  },
  {
    id: 'missing',
    label: 'Read a group that is not there',
    plural: 'groups',
    second: (uid) => ({ path: `${GROUPS}/${uid}/0000000000000000` }),
    first: (uid) => ({ path: WORDS.groups.path, query: { id: `${uid}/0000000000000000` } }),
  },
  {
    id: 'create',
    label: 'Create a group',
    plural: 'groups',
    needs: MAKES,
    children: [],
    second: (uid) => ({ method: 'POST', path: `${GROUPS}/${uid}`, body: { name: 'made', description: 'by a comparison' } }),
    first: (uid) => ({ method: 'POST', path: `${WORDS.groups.path}/${uid}`, body: { name: 'made', description: 'by a comparison' } }),
  },
  {
    id: 'refused',
    label: 'Create a group with a name that is refused',
    plural: 'groups',
    needs: MAKES,
    children: [],
    second: (uid) => ({ method: 'POST', path: `${GROUPS}/${uid}`, body: { name: 'Not Like This' } }),
    first: (uid) => ({ method: 'POST', path: `${WORDS.groups.path}/${uid}`, body: { name: 'Not Like This' } }),
  },
  {
    id: 'change',
    label: 'Change the description of a group',
    plural: 'groups',
    needs: [...MAKES, 'groups.update'],
    children: ['second', 'first'],
    second: (uid) => ({ method: 'PATCH', path: `${GROUPS}/${uid}`, body: { description: 'changed' } }),
    first: (uid) => ({ method: 'PUT', path: `${WORDS.groups.path}/${uid}`, body: { name: 'first', description: 'changed' } }),
  },
  {
    id: 'delete',
    label: 'Delete a group',
    plural: 'groups',
    needs: MAKES,
    children: ['second', 'first'],
    second: (uid) => ({ method: 'DELETE', path: `${GROUPS}/${uid}` }),
    first: (uid) => ({ method: 'DELETE', path: `${WORDS.groups.path}/${uid}` }),
  },
];

/** @type {Record<string, [string, string]>} a sign and words for each mark */
const MARKS = {
  same: [' ', 'the same'],
  renamed: ['≈', 'another name'],
  form: ['≠', 'another value or form'],
  only: ['+', 'only in this version'],
};

/** @type {{uid: string, failure: unknown}[]} the groups that comparisons have made and could not remove */
export let leftovers = [];

/** Shows them anew, if the page is open. */
let changed = () => {};

/**
 * Returns whether it is not known what a request has done that has failed.
 *
 * @param {any} failure
 */
const isOpen = (failure) => failure.status === 0 || failure.status >= 500;

/**
 * Returns whether something was in a group that was to be removed.
 *
 * @param {any} failure
 */
const isNotEmpty = (failure) =>
  Array.isArray(failure.body?.details) &&
  failure.body.details.some((/** @type {any} */ { violations = [] }) => violations.some((/** @type {any} */ { type }) => type === 'RESOURCE_NOT_EMPTY'));

/**
 * Makes a group for a comparison. If the answer is lost, the same request is sent once more, which makes no second one.
 *
 * @param {string} uid of the group in which it is made
 * @param {Call} call
 * @returns {Promise<string>} its uid
 */
async function make(uid, call) {
  const body = { name: 'comparison', description: 'Made by the console, which removes it.' };
  const request = { method: 'POST', path: `${GROUPS}/${uid}`, body, key: newKey() };
  const answer = await call(request).catch((failure) => {
    if (isOpen(failure)) {
      return call(request);
    }
    throw failure;
  });
  return answer.body.uid;
}

/**
 * Returns the answer about something, and undefined if it is not there.
 *
 * @param {Promise<Answer>} answer
 */
function ifThere(answer) {
  return answer.catch((failure) => {
    if (failure.status !== 404) {
      throw failure;
    }
  });
}

/**
 * Removes a group that a comparison has made, with what it has made in it. A write whose answer was lost may put another
 * one in it meanwhile: then it is looked through again.
 *
 * @param {string} uid
 * @param {Call} call
 * @param {(time: number) => Promise<unknown>} [wait] for some milliseconds
 */
export async function remove(uid, call, wait = (time) => new Promise((resolve) => setTimeout(resolve, time))) {
  for (let attempt = 1; ; attempt++) {
    try {
      await removeOnce(uid, call);
      return;
    } catch (failure) {
      const passes = isOpen(failure) || isNotEmpty(failure) || /** @type {any} */ (failure).status === 409;
      if (!passes || attempt === ATTEMPTS) {
        throw failure;
      }
      await wait(attempt * PAUSE);
    }
  }
}

/**
 * @param {string} uid
 * @param {Call} call
 */
async function removeOnce(uid, call) {
  const list = await ifThere(call({ path: GROUPS, query: { 'uidp.children_of': uid } }));
  for (const child of list?.body.groups ?? []) {
    await ifThere(call({ method: 'DELETE', path: `${GROUPS}/${child.uid}` }));
  }
  await ifThere(call({ method: 'DELETE', path: `${GROUPS}/${uid}` }));
}

/**
 * Removes a group. One that cannot be removed is kept in mind, since the page may not be open any more, or has another
 * failure to tell. Returns whether it is gone.
 *
 * @param {string} uid
 * @param {Call} call
 */
async function removeOrKeep(uid, call) {
  const others = () => leftovers.filter((each) => each.uid !== uid);
  try {
    await remove(uid, call);
    leftovers = others();
    return true;
  } catch (failure) {
    leftovers = [...others(), { uid, failure }];
    announce(`The group ${uid}, which was made for a comparison, could not be removed.`);
    return false;
  } finally {
    changed();
  }
}

/**
 * Sends an operation to both versions. Waits for both also if one fails: what is removed afterwards must have come to rest.
 *
 * @param {Operation} operation
 * @param {[string, string]} uids for version 2, and for version 1
 * @param {string} bearer
 * @param {AbortSignal} [signal]
 */
async function both(operation, [second, first], bearer, signal) {
  const requests = [operation.second(second), operation.first(first)];
  const settled = await Promise.allSettled(requests.map((request) => exchange(request, bearer, signal)));
  return settled.map((each, index) => {
    if (each.status === 'rejected') {
      throw each.reason;
    }
    return { request: requests[index], answer: each.value };
  });
}

/**
 * Sends an operation to both versions. What it writes, it writes in a group of its own, which is removed afterwards,
 * also when something has failed, or somebody leaves the page or signs out.
 *
 * @param {Operation} operation
 * @param {string} uid
 * @param {AbortSignal} signal ends reads; a write that nobody waits for could not be removed
 */
export async function compare(operation, uid, signal) {
  const bearer = session.token;
  if (!operation.children) {
    return both(operation, [uid, uid], bearer, signal);
  }
  /** @type {Call} */
  const call = (request) => send(request, undefined, bearer);
  const made = await make(uid, call);
  try {
    const places = [];
    for (const name of operation.children) {
      places.push((await call({ method: 'POST', path: `${GROUPS}/${made}`, body: { name } })).body.uid);
    }
    return await both(operation, [places[0] ?? made, places[1] ?? made], bearer);
  } finally {
    await removeOrKeep(made, call);
  }
}

/** @extends {Component<{route: import('../router.js').Route}, {run: number, pressed: string, typed?: {group: string, op: string}}>} */
export default class Compare extends Component {
  state = { run: 0, pressed: '', typed: /** @type {{group: string, op: string} | undefined} */ (undefined) };

  componentDidMount() {
    titled('Compare v1 and v2');
  }

  /** @param {{route: import('../router.js').Route}} before */
  componentDidUpdate(before) {
    const { pressed, typed } = this.state;
    if (before.route !== this.props.route && typed) {
      this.setState({ typed: undefined });
    }
    // Whoever comes back to what was pressed has not pressed it again.
    if (before.route !== this.props.route && pressed && pressed !== this.chosen().address) {
      this.setState({ pressed: '' });
    }
  }

  /** Returns what the route has chosen, and its address. */
  chosen() {
    const { uid, query } = this.props.route;
    const group = uid || session.me?.capabilities?.[0]?.group?.id || '';
    const operation = OPERATIONS.find(({ id }) => id === query.op) ?? OPERATIONS[0];
    return { group, operation, address: href('compare', group, { op: operation.id }) };
  }

  /**
   * Returns what is filled in.
   *
   * @param {Event} event of the form
   */
  read({ currentTarget }) {
    const values = new FormData(/** @type {HTMLFormElement} */ (currentTarget));
    return { group: String(values.get('group')).trim(), op: String(values.get('op')) };
  }

  /** @param {SubmitEvent} event */
  choose = (event) => {
    event.preventDefault();
    const { group, op } = this.read(event);
    if (missingOf(needsOf(op), group).length > 0) {
      return;
    }
    const pressed = href('compare', group, { op });
    this.setState({ run: this.state.run + 1, pressed });
    go(pressed);
  };

  render() {
    const { run, pressed, typed } = this.state;
    const { group, operation, address } = this.chosen();
    const { group: at, op } = typed ?? { group, op: operation.id };
    // An address alone changes nothing.
    const waits = operation.children !== undefined && pressed !== address;
    return html`
      <h1>Compare version 1 and version 2</h1>
      <p class="description">One operation goes to both versions, now, and is shown side by side. What writes does so in a group that the page makes and removes.</p>
      <${Leftovers} />
      <form class="filters" onSubmit=${this.choose} onInput=${(/** @type {Event} */ event) => this.setState({ typed: this.read(event) })}>
        <label><span>Operation</span>
          <select name="op" key=${operation.id}>
            ${OPERATIONS.map(({ id, label }) => html`<option key=${id} value=${id} selected=${id === operation.id}>${label}</option>`)}
          </select>
        </label>
        <label class="grow"><span>Uid of the group</span>
          <input name="group" defaultValue=${group} key=${group} autocomplete="off" spellcheck=${false} required /></label>
        <${Action} kind="primary" needs=${needsOf(op)} at=${at}>Compare<//>
      </form>
      <${Load} id="documents" what="The documents" load=${documents}
        show=${(/** @type {any} */ { second, first, explorer }) => html`
          ${explorer && html`<p class="fine">Any other operation can be tried in <${Elsewhere} to=${location.origin + EXPLORER}>the explorer<//>.</p>`}
          ${first === undefined
            ? html`<p class="notice">This server has no version 1: its module is not installed.</p>`
            : html`
                ${group && !waits ? html`<${Both} key=${operation.id} operation=${operation} group=${group} run=${run} />` : html`<p class="empty">Press “Compare” to send it.</p>`}
                <${Fields} plural=${operation.plural} second=${second} first=${first} />
              `}
        `} />
    `;
  }
}

/**
 * Returns which capabilities an operation needs that writes.
 *
 * @param {string} op
 */
const needsOf = (op) => OPERATIONS.find(({ id }) => id === op)?.needs ?? [];

/** Shows the groups that could not be removed, whenever that was. */
class Leftovers extends Component {
  componentDidMount() {
    changed = () => this.forceUpdate();
  }

  componentWillUnmount() {
    changed = () => {};
  }

  render() {
    return leftovers.map(({ uid, failure }) => html`<${Leftover} key=${uid} uid=${uid} failure=${failure} />`);
  }
}

/** @extends {Component<{uid: string, failure: unknown}, {busy: boolean}>} */
class Leftover extends Component {
  state = { busy: false };

  remove = async () => {
    if (this.state.busy) {
      return;
    }
    this.setState({ busy: true });
    if (await removeOrKeep(this.props.uid, send)) {
      announce('The group is removed.');
      document.getElementById('main')?.focus(); // the button is gone
    } else {
      this.setState({ busy: false });
    }
  };

  render() {
    const { uid, failure } = this.props;
    const { busy } = this.state;
    return html`
      <${Problem} failure=${failure} what="A group that was made for a comparison could not be removed." />
      <p class="actions">
        <${Uid} uid=${uid} />
        <button type="button" class="button small danger" aria-disabled=${busy} onClick=${this.remove}>${busy ? 'Removing…' : 'Remove it'}</button>
      </p>
    `;
  }
}

/**
 * Reads the documents of both versions. That of version 1 is missing where its module is. Tells, too, whether there is an
 * explorer, which can be switched off.
 *
 * @param {AbortSignal} signal
 */
export async function documents(signal) {
  const [second, first, explorer] = await Promise.all([
    send({ path: '/openapi/v2.json' }, signal),
    ifThere(send({ path: '/openapi/v1.json' }, signal)),
    ifThere(send({ method: 'HEAD', path: EXPLORER }, signal)),
  ]);
  return { second: second.body, first: first?.body, explorer: explorer !== undefined };
}

/** @param {{operation: Operation, group: string, run: number}} props */
function Both({ operation, group, run }) {
  return html`<${Load} id=${`${operation.id} ${group} ${run}`} what="The answers"
    load=${async (/** @type {AbortSignal} */ signal) => {
      const sent = await compare(operation, group, signal);
      if (!signal.aborted) {
        announce(`Version 2 answered ${sent[0].answer.status}, version 1 ${sent[1].answer.status}.`);
      }
      return sent;
    }}
    show=${(/** @type {{request: Request, answer: Answer}[]} */ [second, first]) => {
      const { to1, to2 } = renames(operation.plural);
      const mark = first.answer.status === second.answer.status ? 'same' : 'form';
      return html`
        <p class="legend">${Object.entries(MARKS).map(([mark, [sign, words]]) => html`<span class=${mark}><code>${sign}</code> ${words}</span>`)}</p>
        <div class="both">
          <${Side} title="Version 2" ...${second} mark=${mark} headers=${marksOf(second.answer.headers, first.answer.headers)} other=${operation.single ? first.answer.body.items?.[0] : first.answer.body} rename=${to1} />
          <${Side} title="Version 1" ...${first} mark=${mark} headers=${marksOf(first.answer.headers, second.answer.headers)} other=${operation.single ? { [operation.plural]: [second.answer.body] } : second.answer.body} rename=${to2} />
        </div>`;
    }} />`;
}

/**
 * @param {{title: string, request: Request, answer: Answer, mark: string, headers: ReturnType<typeof marksOf>, other: any,
 *   rename: (name: string) => string}} props
 */
function Side({ title, request, answer, mark, headers, other, rename }) {
  const lines = answer.body === '' ? [] : linesOf(answer.body, other === '' ? undefined : other, rename);
  return html`<section class="card" aria-label=${title}>
    <h2>${title}</h2>
    <pre class="sent">${curl(request, location.origin)}</pre>
    <p><${Copy} quiet text=${() => curl(request, location.origin)} label="Copy as curl" of="for ${title}" /></p>
    <p><span class=${mark}>${MARKS[mark][0]} Status <strong>${answer.status}</strong></span>${answer.status >= 400 && html` Request <code>${answer.requestId}</code>`}</p>
    <details><summary>${headers.length} header fields, ${headers.filter((each) => each.mark !== 'same').length} of which differ</summary>
      <dl class="headers">${headers.map(({ name, value, mark }) => html`<div key=${name} class=${mark}><dt><code>${MARKS[mark][0]} ${name}</code></dt><dd>${value}</dd></div>`)}</dl>
    </details>
    ${lines.length === 0
      ? html`<p class="muted">The body is empty.</p>`
      : html`<pre class="lines" tabindex="0" aria-label="Body of ${title}">${lines.map(({ depth, text, mark }) => html`<span class=${mark}>${MARKS[mark][0]} ${'  '.repeat(depth)}${text}${'\n'}</span>`)}</pre>`}
  </section>`;
}

/** @param {{plural: string, second: any, first: any}} props */
function Fields({ plural, second, first }) {
  const path = COLLECTIONS.find(([name]) => name === plural)?.[1] ?? '';
  const rows = compareFields(plural, path, second, first);
  return html`<div class="table" role="region" aria-label="Fields" tabindex="0">
    <table>
      <caption>Fields of ${plural} <span class="muted">from the OpenAPI documents</span></caption>
      <thead><tr><th scope="col">Version 2</th><th scope="col">Version 1</th><th scope="col">How they differ</th></tr></thead>
      <tbody>
        ${rows.map(
          (row) => html`<tr key=${`${row.name} ${row.first}`} class=${row.mark}>
            <th scope="row">${row.name ? html`<code>${row.name}</code>` : html`<span class="muted">none</span>`}</th>
            <td>${row.first ? html`<code>${row.first}</code>` : html`<span class="muted">none</span>`}</td>
            <td>${row.mark === 'form' ? html`another form: ${row.form} in version 2, ${row.formInFirst} in version 1` : row.mark === 'only' ? `only in version ${row.name ? 2 : 1}` : MARKS[row.mark][1]}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
