/**
 * The views of kinds of resources. What a kind is, is said once, in a file of kinds/: its fields, what its list shows,
 * and who may do what. Everything else is here.
 *
 * @typedef {import('./form.js').Field} Field
 * @typedef {import('./form.js').Change} Change
 * @typedef {import('./router.js').Route} Route
 * @typedef {import('./api.js').Request} Request
 * @typedef {{view: string, item: string, label: string, load: () => Promise<any>, own?: boolean, in?: string}} Part a part of a group, or what lies `in` resources of another part, by its item
 * @typedef {{path: string, key: string, title: string, singular: string, columns: import('./list.js').Column[],
 *   filters?: import('./list.js').Filter[], fields: Field[], name: (item: any) => string, empty?: any,
 *   facts?: (item: any) => [string, any][], scope?: (uid: string) => import('./api.js').Query,
 *   needs: {create?: string[], change?: string[], delete?: string[]}, consequence?: string, note?: any,
 *   frozen?: (item: any) => string | undefined, once?: (answer: any) => [string, string] | undefined,
 *   more?: (item: any, reload: () => void, etag: string) => any, requests?: Partial<Requests>}} Kind `requests` where they
 *   are not those of version 2
 * @typedef {{create: (group: string, body: any) => Request, change: (item: any, change: Change) => Request,
 *   remove: (item: any) => Request, made: (answer: any) => any}} Requests
 */
import { send } from './api.js';
import { ConfirmDelete } from './confirm.js';
import { Form, typeOf, valuesOf } from './form.js';
import { List } from './list.js';
import { go, href } from './router.js';
import { session } from './session.js';
import { Action, Component, Copy, Curl, Load, Time, Uid, announce, html, parentOf, shortUid, titled } from './ui.js';

/** What was done after its view was left, and has an answer that is shown only once, to whom has asked for it. */
let late = /** @type {{by?: string, text: string, once: [string, string]} | undefined} */ (undefined);

/** @type {KindPage | undefined} the page that is open, if it is one of these */
let open;

/** A child that no group has: the ancestors of it are the group itself and those above it. */
const CHILD = '/0000000000000000';

/**
 * Returns the requests that change resources of a kind, and what reads their answers.
 *
 * @param {Kind} kind
 * @returns {Requests}
 */
function requestsOf({ path, requests }) {
  return {
    create: (group, body) => ({ method: 'POST', path: `${path}/${group}`, body }),
    change: (item, { body, mask }) => ({ method: 'PATCH', path: `${path}/${item.uid}`, query: { updateMask: mask }, body }),
    remove: (item) => ({ method: 'DELETE', path: `${path}/${item.uid}` }),
    made: (answer) => answer,
    ...requests,
  };
}

/**
 * Returns the uid of the group to which a view belongs.
 *
 * @param {Part} part
 * @param {Route} route
 */
export function groupOf(part, { view, uid }) {
  const above = (view === part.item && !part.own ? 1 : 0) + (part.in ? 1 : 0);
  return above === 0 ? uid : above === 1 ? parentOf(uid) : parentOf(parentOf(uid));
}

/**
 * Returns the uids of a path, the organization first.
 *
 * @param {string} uid
 */
export function pathOf(uid) {
  const segments = uid.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

/**
 * What all views of a group have: its path, its name, and its parts.
 *
 * @param {{uid: string, stamp: number, parts: Part[], part: Part, children?: any}} props
 */
export function Frame({ uid, stamp, parts, part, children }) {
  const request = { path: '/iam/v2/groups', query: { 'uidp.ancestors_of': uid + CHILD, order_by: 'uid' } };
  return html`
    <${Load}
      id=${`${uid} ${stamp}`}
      keep=${uid}
      what="The path"
      load=${async (/** @type {AbortSignal} */ signal) => (await send(request, signal)).body.groups}
      show=${(/** @type {any[]} */ groups) => html`<${Path} uid=${uid} groups=${groups} part=${part.label} />`}
    />
    <nav class="parts" aria-label="Parts of the group">
      <ul>
        ${parts
          .filter((each) => !each.in)
          .map(
            (each) => html`<li key=${each.view}>
              <a href=${href(each.view, uid)} aria-current=${each === part || (part.in && each.item === part.in) ? 'page' : undefined}>${each.label}</a>
            </li>`,
          )}
      </ul>
    </nav>
    ${children}
  `;
}

/** @param {{uid: string, groups: any[], part: string}} props */
function Path({ uid, groups, part }) {
  const known = new Map(groups.map((group) => [group.uid, group]));
  const group = known.get(uid);
  titled(part, group?.name ?? shortUid(uid));
  return html`<header class="place">
    <nav aria-label="Path">
      <ol class="path">
        <li><a href=${href('')}>Overview</a></li>
        ${pathOf(parentOf(uid))
          .filter(Boolean)
          .map((each) => html`<li key=${each}>${known.has(each) ? html`<a href=${href('groups', each)}>${known.get(each).name}</a>` : html`<span class="muted" title="You may not see this group.">${shortUid(each)}</span>`}</li>`)}
      </ol>
    </nav>
    <h1>${group?.name ?? shortUid(uid)}</h1>
    ${group?.description && html`<p class="description">${group.description}</p>`}
    ${!group && html`<p class="notice">There is no such group, or you may not see it: that needs <code>groups.list</code>.</p>`}
    <${Uid} uid=${uid} />
  </header>`;
}

/**
 * A view of a kind: its list in a group, one resource, or a form.
 *
 * @extends {Component<{route: Route, part: Part, parts: Part[]}, any>}
 */
export default class KindPage extends Component {
  /** @type {{stamp: number, notice?: {at: string, text: string, to?: string, once?: [string, string]}}} */
  state = { stamp: 0 };
  /** @type {Record<string, Record<string, string>>} the filters with which lists were left */
  left = {};

  componentDidMount() {
    open = this;
    this.showLate();
  }

  showLate() {
    if (late && late.by === session.me?.subject) {
      this.setState({ notice: { at: location.hash, text: late.text, once: late.once } });
    }
    late = undefined;
  }

  componentWillUnmount() {
    open = undefined;
  }

  componentDidUpdate() {
    if (this.state.notice && this.state.notice.at !== location.hash) {
      this.setState({ notice: undefined }); // what is shown once does not come back
    }
  }

  render() {
    const { route, part, parts } = this.props;
    const group = groupOf(part, route);
    if (route.view === part.view) {
      this.left[`${route.view}/${route.uid}`] = route.query;
    }
    const content = html`<section class="part">
      ${this.notice()}
      <${Load}
        id=${part.view}
        what=${part.label}
        load=${async () => ({ part, kind: (await part.load()).default })}
        show=${(/** @type {any} */ loaded) =>
          loaded.part === part &&
          (typeof loaded.kind === 'function' ? html`<${loaded.kind} route=${route} />` : this.view(loaded.kind, group))}
      />
    </section>`;
    if (!group) {
      titled(part.label); // built-in roles lie in no group
    }
    return group ? html`<${Frame} uid=${group} stamp=${this.state.stamp} part=${part} parts=${parts}>${content}<//>` : content;
  }

  notice() {
    const { notice } = this.state;
    if (!notice || notice.at !== location.hash) {
      return null;
    }
    return html`<div class="done">
      <p>${notice.text} ${notice.to && html`<a href=${notice.to}>Open it</a>`}</p>
      ${notice.once &&
      html`<p><strong>${notice.once[0]}</strong> It is shown only now, and nobody can read it later. <${Copy} text=${notice.once[1]} label="Copy" /></p>
        <p><code class="secret">${notice.once[1]}</code></p>`}
    </div>`;
  }

  /**
   * @param {Kind} kind
   * @param {string} group
   */
  view(kind, group) {
    const { route, part } = this.props;
    if (route.view === part.item) {
      return this.item(kind, group);
    }
    return route.query.do === 'create' && kind.needs.create ? this.create(kind) : this.list(kind);
  }

  /** @param {Kind} kind */
  list(kind) {
    const { route, part } = this.props;
    const scope = kind.scope?.(route.uid) ?? { 'uidp.children_of': route.uid };
    return html`
      ${part.in && html`<p class="back"><a href=${href(part.in, route.uid)}><span aria-hidden="true">← </span>The ${part.in}</a></p>`}
      <div class="toolbar">
        <h2>${kind.title}</h2>
        ${kind.needs.create &&
        html`<${Action} kind="primary" needs=${kind.needs.create} at=${route.uid} to=${href(route.view, route.uid, { ...route.query, do: 'create' })}>New ${kind.singular}<//>`}
      </div>
      <${List} key=${route.view} list=${kind} scope=${scope} route=${route} stamp=${this.state.stamp} />
    `;
  }

  /** Returns the address of the list of what is shown, as it was left. */
  back() {
    const { route, part } = this.props;
    const uid = route.view === part.item && !part.own ? parentOf(route.uid) : route.uid;
    const { do: _, ...query } = this.left[`${part.view}/${uid}`] ?? {};
    return href(part.view, uid, query);
  }

  /** Returns the address of where one is once what is shown is gone: for a group, in what it lay. */
  above() {
    const { route, part } = this.props;
    const parent = parentOf(route.uid);
    return part.view !== part.item ? this.back() : parent ? href('groups', parent) : href('');
  }

  /** Returns where one is, and who. */
  here() {
    return { at: location.hash, by: session.me?.subject };
  }

  /**
   * Goes on after something was done, and says that it was. Who has gone elsewhere meanwhile stays there, and sees what
   * is shown only once all the same.
   *
   * @param {{at: string, by?: string}} from where it was done, and by whom
   * @param {string} at where to go on
   * @param {string} text
   * @param {any} [more]
   */
  done(from, at, text, more = {}) {
    if (session.me?.subject === from.by) {
      announce(text);
    }
    if (open !== this) {
      if (more.once) {
        late = { by: from.by, text, once: more.once };
        open?.showLate();
      }
      return;
    }
    const stays = location.hash !== from.at;
    this.setState({ stamp: this.state.stamp + 1, notice: { at: stays ? location.hash : at, text, ...more } });
    if (!stays) {
      go(at, true);
    }
  }

  /** @param {Kind} kind */
  create(kind) {
    const { route, part } = this.props;
    const from = this.here();
    const back = this.back();
    return html`
      <h2>New ${kind.singular}</h2>
      <${Form}
        key=${`${route.view}/${route.uid}`}
        fields=${kind.fields}
        group=${route.uid}
        needs=${kind.needs.create}
        submit="Create ${kind.singular}"
        cancel=${back}
        note=${kind.note}
        request=${(/** @type {Change} */ { body }) => requestsOf(kind).create(route.uid, body)}
        saved=${(/** @type {import('./api.js').Answer} */ { body }) => {
          const made = requestsOf(kind).made(body);
          this.done(from, back, `The ${kind.singular} ${kind.name(made)} was created.`, { to: href(part.item, made.uid), once: kind.once?.(made) });
        }}
      />
    `;
  }

  /**
   * @param {Kind} kind
   * @param {string} group
   */
  item(kind, group) {
    const { route, part } = this.props;
    const request = { path: `${kind.path}/${route.uid}` };
    const from = this.here();
    const above = this.above();
    return html`
      ${!part.own && html`<p class="back"><a href=${this.back()}><span aria-hidden="true">← </span>${kind.title}</a></p>`}
      <${Load}
        id=${`${route.uid} ${this.state.stamp}`}
        keep=${route.uid}
        what="The ${kind.singular}"
        load=${(/** @type {AbortSignal} */ signal) => send(request, signal)}
        show=${(/** @type {import('./api.js').Answer} */ answer) =>
          route.query.do === 'change' && kind.needs.change && !kind.frozen?.(answer.body)
            ? this.change(kind, group, answer)
            : html`<${Item} kind=${kind} part=${part} answer=${answer} request=${request} reload=${() => this.setState({ stamp: this.state.stamp + 1 })}
                deleted=${() => this.done(from, above, `The ${kind.singular} ${kind.name(answer.body)} was deleted.`)} />`}
      />
    `;
  }

  /**
   * @param {Kind} kind
   * @param {string} group
   * @param {import('./api.js').Answer} answer
   */
  change(kind, group, answer) {
    const { route } = this.props;
    const at = href(route.view, route.uid);
    const from = this.here();
    const path = `${kind.path}/${route.uid}`;
    return html`
      <h2>Change ${kind.name(answer.body)}</h2>
      <${Form}
        fields=${kind.fields}
        item=${answer.body}
        etag=${answer.etag}
        group=${group}
        needs=${kind.needs.change}
        submit="Save"
        cancel=${at}
        note=${kind.note}
        reload=${() => send({ path })}
        request=${(/** @type {Change} */ change) => requestsOf(kind).change(answer.body, change)}
        saved=${(/** @type {import('./api.js').Answer} */ { body }) =>
          this.done(from, at, `The ${kind.singular} ${kind.name(requestsOf(kind).made(body))} was changed.`)}
      />
    `;
  }
}

/**
 * One resource, with what can be done with it.
 *
 * @extends {Component<{kind: Kind, part: Part, answer: import('./api.js').Answer, request: import('./api.js').Request,
 *   deleted: () => void, reload: () => void}, {asks: boolean}>}
 */
class Item extends Component {
  state = { asks: false };

  render() {
    const { kind, part, answer, request, deleted, reload } = this.props;
    const item = answer.body;
    const frozen = kind.frozen?.(item);
    return html`
      <div class="toolbar">
        <h2>${part.own ? 'Details' : kind.name(item)}</h2>
        ${frozen && html`<p class="fine">${frozen}</p>`}
        ${!frozen && kind.needs.change && html`<${Action} needs=${kind.needs.change} at=${item.uid} to=${href(part.item, item.uid, { do: 'change' })}>Change<//>`}
        ${!frozen && kind.needs.delete && html`<${Action} kind="danger" needs=${kind.needs.delete} at=${item.uid} act=${() => this.setState({ asks: true })}>Delete<//>`}
      </div>
      <dl class="facts">${factsOf(kind, item).map(([label, value]) => html`<div key=${label}><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
      ${kind.more?.(item, reload, answer.etag)}
      <p class="fine"><${Curl} request=${request} /></p>
      ${this.state.asks &&
      html`<${ConfirmDelete} name=${kind.name(item)} what="the ${kind.singular}" consequence=${kind.consequence}
        request=${{ ...requestsOf(kind).remove(item), etag: answer.etag }} reload=${reload} close=${() => this.setState({ asks: false })} done=${deleted} />`}
    `;
  }
}

/**
 * Returns what is told of a resource: its fields, as far as they have a value, and what the server has added.
 *
 * @param {Kind} kind
 * @param {any} item
 * @returns {[string, any][]}
 */
export function factsOf(kind, item) {
  const values = valuesOf(kind.fields, item);
  const fields = kind.fields
    .filter((field) => field.type !== 'secret' && (!field.when || field.when(values, item)))
    .map((field) => /** @type {[string, any]} */ ([field.label, field.show ? field.show(item) : typeOf(field).text(values[field.name])]))
    .filter(([, value]) => value !== '' && value !== undefined);
  return [
    ...fields,
    ...(kind.facts?.(item) ?? []),
    .../** @type {[string, any][]} */ (item.createTime ? [['Created', html`<${Time} at=${item.createTime} />`]] : []),
    .../** @type {[string, any][]} */ (item.updateTime ? [['Changed', html`<${Time} at=${item.updateTime} />`]] : []),
    ['Uid', html`<${Uid} uid=${item.uid} />`],
  ];
}
