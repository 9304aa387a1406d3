/** Compares version 1 and version 2: one operation, sent to both, and their fields. */
import { ApiError, curl, exchange, send } from '../api.js';
import { WORDS, compareFields, linesOf, renames } from '../compare.js';
import { go, href } from '../router.js';
import { session } from '../session.js';
import { Component, Copy, Load, announce, html } from '../ui.js';

/**
 * @typedef {import('../api.js').Request} Request
 * @typedef {import('../api.js').Answer} Answer
 * @typedef {{id: string, label: string, plural: string, second: (uid: string) => Request, first: (uid: string) => Request,
 *   children?: string[], single?: boolean}} Operation `children` are the groups that are made for it, in one that is made,
 *   too; `single` where version 1 answers one resource as a list
 */

const GROUPS = '/iam/v2/groups';
const ROWS = 50;

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
const OPERATIONS = [
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
    children: [],
    second: (uid) => ({ method: 'POST', path: `${GROUPS}/${uid}`, body: { name: 'made', description: 'by a comparison' } }),
    first: (uid) => ({ method: 'POST', path: `${WORDS.groups.path}/${uid}`, body: { name: 'made', description: 'by a comparison' } }),
  },
  {
    id: 'refused',
    label: 'Create a group with a name that is refused',
    plural: 'groups',
    children: [],
    second: (uid) => ({ method: 'POST', path: `${GROUPS}/${uid}`, body: { name: 'Not Like This' } }),
    first: (uid) => ({ method: 'POST', path: `${WORDS.groups.path}/${uid}`, body: { name: 'Not Like This' } }),
  },
  {
    id: 'change',
    label: 'Change the description of a group',
    plural: 'groups',
    children: ['second', 'first'],
    second: (uid) => ({ method: 'PATCH', path: `${GROUPS}/${uid}`, body: { description: 'changed' } }),
    first: (uid) => ({ method: 'PUT', path: `${WORDS.groups.path}/${uid}`, body: { name: 'first', description: 'changed' } }),
  },
  {
    id: 'delete',
    label: 'Delete a group',
    plural: 'groups',
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

/**
 * Removes a group that a comparison has made, with what it has made in it.
 *
 * @param {string} uid
 */
async function remove(uid) {
  const { body } = await send({ path: GROUPS, query: { 'uidp.children_of': uid } });
  for (const child of body.groups) {
    await send({ method: 'DELETE', path: `${GROUPS}/${child.uid}` });
  }
  await send({ method: 'DELETE', path: `${GROUPS}/${uid}` });
}

/**
 * Sends an operation to both versions. What it writes, it writes in a group of its own, which is removed afterwards,
 * also when something has failed.
 *
 * @param {Operation} operation
 * @param {string} uid
 * @param {AbortSignal} signal
 */
async function compare(operation, uid, signal) {
  const both = async (/** @type {string} */ second, /** @type {string} */ first) => {
    const requests = [operation.second(second), operation.first(first)];
    const answers = await Promise.all(requests.map((request) => exchange(request, session.token, signal)));
    return requests.map((request, index) => ({ request, answer: answers[index] }));
  };
  if (!operation.children) {
    return both(uid, uid);
  }
  const { body: made } = await send({ method: 'POST', path: `${GROUPS}/${uid}`, body: { name: 'comparison', description: 'Made by the console, which removes it.' } });
  try {
    const places = [];
    for (const name of operation.children) {
      places.push((await send({ method: 'POST', path: `${GROUPS}/${made.uid}`, body: { name } })).body.uid);
    }
    return await both(places[0] ?? made.uid, places[1] ?? made.uid);
  } finally {
    await remove(made.uid).catch((failure) => {
      throw new ApiError(`The group ${made.uid}, which was made for this, could not be removed: ${failure.message}`, 0);
    });
  }
}

/** @extends {Component<{route: import('../router.js').Route}, {run: number, pressed: string}>} */
export default class Compare extends Component {
  state = { run: 0, pressed: '' };

  componentDidMount() {
    document.title = 'Compare v1 and v2 – Platform console';
  }

  /** @param {SubmitEvent} event */
  choose = (event) => {
    event.preventDefault();
    const values = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const pressed = href('compare', String(values.get('group')).trim(), { op: String(values.get('op')) });
    this.setState({ run: this.state.run + 1, pressed });
    go(pressed);
  };

  render() {
    const { route } = this.props;
    const { run, pressed } = this.state;
    const group = route.uid || session.me?.capabilities?.[0]?.group?.id || '';
    const operation = OPERATIONS.find(({ id }) => id === route.query.op) ?? OPERATIONS[0];
    // An address alone changes nothing.
    const waits = operation.children !== undefined && pressed !== href('compare', group, { op: operation.id });
    return html`
      <h1>Compare version 1 and version 2</h1>
      <p class="description">One operation goes to both versions, now, and is shown side by side. What writes does so in a group that the page makes and removes.</p>
      <form class="filters" onSubmit=${this.choose}>
        <label><span>Operation</span>
          <select name="op" key=${operation.id}>
            ${OPERATIONS.map(({ id, label }) => html`<option key=${id} value=${id} selected=${id === operation.id}>${label}</option>`)}
          </select>
        </label>
        <label class="grow"><span>Uid of the group</span>
          <input name="group" defaultValue=${group} key=${group} autocomplete="off" spellcheck=${false} required /></label>
        <button class="button primary" type="submit">Compare</button>
      </form>
      <${Load} id="documents" what="The documents" load=${documents}
        show=${(/** @type {any} */ { second, first }) =>
          first === undefined
            ? html`<p class="notice">This server has no version 1: its module is not installed.</p>`
            : html`
                ${group && !waits ? html`<${Both} key=${operation.id} operation=${operation} group=${group} run=${run} />` : html`<p class="empty">Press “Compare” to send it.</p>`}
                <${Fields} plural=${operation.plural} second=${second} first=${first} />
              `} />
    `;
  }
}

/**
 * Reads the documents of both versions. That of version 1 is missing where its module is.
 *
 * @param {AbortSignal} signal
 */
async function documents(signal) {
  const [second, first] = await Promise.all([
    send({ path: '/openapi/v2.json' }, signal),
    exchange({ path: '/openapi/v1.json' }, session.token, signal),
  ]);
  return { second: second.body, first: first.status === 200 ? first.body : undefined };
}

/** @param {{operation: Operation, group: string, run: number}} props */
function Both({ operation, group, run }) {
  return html`<${Load} id=${`${operation.id} ${group} ${run}`} what="The answers"
    load=${async (/** @type {AbortSignal} */ signal) => {
      const sent = await compare(operation, group, signal);
      announce(`Version 2 answered ${sent[0].answer.status}, version 1 ${sent[1].answer.status}.`);
      return sent;
    }}
    show=${(/** @type {{request: Request, answer: Answer}[]} */ [second, first]) => {
      const { to1, to2 } = renames(operation.plural);
      return html`
        <p class="legend">${Object.entries(MARKS).map(([mark, [sign, words]]) => html`<span class=${mark}><code>${sign}</code> ${words}</span>`)}</p>
        <div class="both">
          <${Side} title="Version 2" ...${second} other=${operation.single ? first.answer.body.items?.[0] : first.answer.body} rename=${to1} />
          <${Side} title="Version 1" ...${first} other=${operation.single ? { [operation.plural]: [second.answer.body] } : second.answer.body} rename=${to2} />
        </div>`;
    }} />`;
}

/**
 * @param {{title: string, request: Request, answer: Answer, other: any, rename: (name: string) => string}} props
 */
function Side({ title, request, answer, other, rename }) {
  const lines = answer.body === '' ? [] : linesOf(answer.body, other === '' ? undefined : other, rename);
  return html`<section class="card" aria-label=${title}>
    <h2>${title}</h2>
    <pre class="sent">${curl(request, location.origin)}</pre>
    <p><${Copy} quiet text=${() => curl(request, location.origin)} label="Copy as curl" of="for ${title}" /></p>
    <p>Status <strong>${answer.status}</strong></p>
    <details><summary>${[...answer.headers].length} header fields</summary>
      <dl class="headers">${[...answer.headers].map(([name, value]) => html`<div key=${name}><dt><code>${name}</code></dt><dd>${value}</dd></div>`)}</dl>
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
