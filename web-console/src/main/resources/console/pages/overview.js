/** Who one is, what one may do where, and the groups. */
import { send } from '../api.js';
import { List } from '../list.js';
import { go, href } from '../router.js';
import { WHO_AM_I, capabilitiesOf, session } from '../session.js';
import { Action, Component, Curl, Load, Problem, Time, Uid, announce, html, shortUid, titled } from '../ui.js';

const GROUPS = '/iam/v2/groups';
const STEP = 50;
const UID = /^[0-9a-f]{40}(\/[0-9a-f]{16})*$/;

/** Creates an organization, and stores nothing. */
export const CREATES_ORGANIZATION = { method: 'POST', path: GROUPS, body: { name: 'organization' }, trial: true };

/** @type {import('../list.js').ListOf} */
const FOUND = {
  path: GROUPS,
  key: 'groups',
  title: 'Groups of this name',
  empty: 'No group that you may see has exactly this name.',
  columns: [
    { label: 'Name', cell: (group) => html`<a href=${href('groups', group.uid)}>${group.name}</a>` },
    { label: 'Description', cell: (group) => group.description, wide: true },
    { label: 'Uid', cell: (group) => html`<code>${group.uid}</code>` },
  ],
};

/** @extends {Component<{route: import('../router.js').Route}, {}>} */
export default class Overview extends Component {
  componentDidMount() {
    session.refresh(10_000).catch(() => {}); // what was known before is shown
  }

  /** @param {SubmitEvent} event */
  find = (event) => {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get('name')).trim();
    go(UID.test(text) ? href('groups', text) : href('', '', { name: text }));
  };

  render() {
    const { route } = this.props;
    const name = route.query.name ?? '';
    const creates = route.query.do === 'create';
    titled(creates ? 'New organization' : 'Overview');
    if (creates) {
      return html`<${Load} id="organization" what="The form" load=${() => import('./organization.js')}
        show=${(/** @type {any} */ { default: NewOrganization }) => html`<${NewOrganization} />`} />`;
    }
    return html`
      <div class="toolbar">
        <h1>Overview</h1>
        <${NewOrganization} />
      </div>
      <form class="filters" role="search" onSubmit=${this.find}>
        <label class="grow"><span>Find a group by its exact name or its uid</span>
          <input name="name" type="search" defaultValue=${name} key=${name} autocomplete="off" spellcheck=${false} /></label>
        <button class="button" type="submit">Find</button>
        ${name && html`<a class="button quiet" href=${href('')}>Show the overview</a>`}
      </form>
      ${name ? html`<${List} list=${FOUND} scope=${{ name }} route=${route} />` : html`<${Places} />`}
      <${Me} />
    `;
  }
}

/** Leads to the form of an organization. No capability says who may create one, so the server is asked each time. */
class NewOrganization extends Component {
  state = { refusal: /** @type {string | undefined} */ (undefined) };
  sent = new AbortController();

  componentDidMount() {
    send(CREATES_ORGANIZATION, this.sent.signal).catch((failure) => {
      if (failure.status === 403) {
        this.setState({ refusal: failure.message });
      } // otherwise the form tells what is wrong
    });
  }

  componentWillUnmount() {
    this.sent.abort();
  }

  render() {
    return html`<${Action} refusal=${this.state.refusal} to=${href('', '', { do: 'create' })}>New organization<//>`;
  }
}

/** Returns the groups at which one holds something, each once. */
function places() {
  /** @type {Map<string, import('../session.js').Holding[]>} */
  const groups = new Map();
  for (const holding of session.me?.capabilities ?? []) {
    const uid = holding.group?.id ?? '';
    groups.set(uid, [...(groups.get(uid) ?? []), holding]);
  }
  return [...groups];
}

/** What one may do where. Each group opens to those in it. */
class Places extends Component {
  state = { shown: STEP };

  render() {
    const all = places();
    const some = all.slice(0, this.state.shown);
    if (all.length === 0) {
      return html`<p class="empty">You may not do anything anywhere yet. Ask an owner of an organization to grant a role to your identity, whose uid is below.</p>`;
    }
    const ids = some.slice(-STEP).map(([uid]) => uid);
    const request = { path: GROUPS, query: { 'uidp.ids': ids, page_size: STEP } };
    return html`<section class="card" aria-labelledby="places">
      <h2 id="places">Where you may act</h2>
      <${Load}
        id=${ids.join()}
        keep="places"
        what="Your groups"
        load=${async (/** @type {AbortSignal} */ signal) => {
          const { body } = await send(request, signal);
          this.names = new Map([...(this.names ?? []), ...body.groups.map((/** @type {any} */ group) => [group.uid, group.name])]);
          return this.names;
        }}
        show=${(/** @type {Map<string, string>} */ names) => html`<ul class="tree">
          ${some.map(([uid, holdings]) => html`<${Branch} key=${uid} uid=${uid} name=${names.get(uid) ?? shortUid(uid)} note=${holdings.map((each) => html`<${Held} holding=${each} />`)} />`)}
        </ul>`}
      />
      ${all.length > some.length &&
      html`<p><button type="button" class="button" onClick=${() => this.setState({ shown: this.state.shown + STEP })}>Show ${STEP} more of ${all.length}</button></p>`}
      <p class="fine"><${Curl} request=${request} of="for your groups" /></p>
    </section>`;
  }
}

/** @param {{holding: import('../session.js').Holding}} props */
function Held({ holding }) {
  const names = capabilitiesOf(holding);
  return html`<details class="held">
    <summary><span class="chip">${holding.role?.name ?? 'restricted'}</span> <span class="muted">${names.length} ${names.length === 1 ? 'capability' : 'capabilities'}</span></summary>
    <p class="chips">${names.map((name) => html`<code key=${name}>${name}</code>`)}</p>
  </details>`;
}

/**
 * A group that opens to those in it, fifty at a time.
 *
 * @extends {Component<{uid: string, name: string, note?: any}, any>}
 */
class Branch extends Component {
  /** @type {any} */
  state = { open: false, groups: [], total: '', next: '' };

  load = async () => {
    const query = { 'uidp.children_of': this.props.uid, order_by: 'name', page_size: STEP, page_token: this.state.next };
    this.setState({ busy: true, failure: undefined });
    try {
      const { body } = await send({ path: GROUPS, query });
      const groups = [...this.state.groups, ...body.groups];
      this.setState({ groups, total: body.totalCount, next: body.nextPageToken ?? '', busy: false, loaded: true });
      announce(`${groups.length} of ${body.totalCount ?? 'many'} groups in ${this.props.name}`);
    } catch (failure) {
      this.setState({ failure, busy: false });
    }
  };

  toggle = () => {
    this.setState({ open: !this.state.open });
    if (!this.state.open && !this.state.loaded && !this.state.busy) {
      this.load();
    }
  };

  render() {
    const { uid, name, note } = this.props;
    const { open, groups, total, next, busy, failure, loaded } = this.state;
    return html`<li>
      <div class="branch">
        <button type="button" class="open" aria-expanded=${open} onClick=${this.toggle}><span class="hidden">Groups in ${name}</span></button>
        <a href=${href('groups', uid)}>${name}</a>
        ${note}
      </div>
      ${open &&
      html`<div class="inner">
        ${groups.length > 0 && html`<ul class="tree">${groups.map((/** @type {any} */ each) => html`<${Branch} key=${each.uid} uid=${each.uid} name=${each.name} />`)}</ul>`}
        ${busy && html`<p class="loading">Loading…</p>`}
        ${failure && html`<${Problem} failure=${failure} again=${this.load} />`}
        ${loaded && groups.length === 0 && html`<p class="muted">No groups in it.</p>`}
        ${next && !busy && html`<p><button type="button" class="button small" onClick=${this.load}>Show ${STEP} more</button> <span class="muted">${groups.length} of ${total ?? 'many'}</span></p>`}
      </div>`}
    </li>`;
  }
}

function Me() {
  const me = /** @type {import('../session.js').WhoAmI} */ (session.me);
  return html`<section class="card" aria-labelledby="me">
    <h2 id="me">Who you are</h2>
    <dl class="facts">
      <div><dt>Identity</dt><dd><${Uid} uid=${me.subject} /> <a href=${href('identity', me.subject)}>Open it</a></dd></div>
      <div><dt>Issuer</dt><dd>${me.issuer}</dd></div>
      <div><dt>Audience</dt><dd>${(me.audience ?? []).join(', ')}</dd></div>
      <div><dt>Token issued</dt><dd><${Time} at=${me.issuedAt} /></dd></div>
      <div><dt>Token ends</dt><dd><${Time} at=${me.expiry} /></dd></div>
    </dl>
    <p class="fine"><${Curl} request=${WHO_AM_I} of="for who you are" /></p>
  </section>`;
}
