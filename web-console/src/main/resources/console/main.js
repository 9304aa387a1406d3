/**
 * The frame of all pages, and the table of views.
 *
 * @typedef {import('./kind.js').Part} Part
 */
import { render } from './vendor/preact.mjs';
import { session } from './session.js';
import { current, href, listen } from './router.js';
import { Component, Load, announce, announceWith, createRef, html, shortUid, timeText, titled } from './ui.js';

/**
 * The parts of a group. To add one, describe it in a file of kinds/, and name it here.
 *
 * @type {Part[]}
 */
const PARTS = [
  { view: 'groups', item: 'group', label: 'Groups', load: () => import('./kinds/groups.js') },
  { view: 'identities', item: 'identity', label: 'Identities', load: () => import('./kinds/identities.js') },
  { view: 'roles', item: 'role', label: 'Roles', load: () => import('./kinds/roles.js') },
  { view: 'bindings', item: 'binding', label: 'Role bindings', load: () => import('./kinds/bindings.js') },
  { view: 'invites', item: 'invite', label: 'Invites', load: () => import('./kinds/invites.js') },
  { view: 'providers', item: 'provider', label: 'Identity providers', load: () => import('./kinds/providers.js') },
  { view: 'associations', item: 'association', label: 'Accounts', own: true, load: () => import('./kinds/associations.js') },
  { view: 'repos', item: 'repo', label: 'Repos', load: () => import('./kinds/repos.js') },
  { view: 'tags', item: 'tag', label: 'Tags', in: 'repo', load: () => import('./kinds/tags.js') },
  { view: 'advisories', item: 'advisory', label: 'Advisories', load: () => import('./kinds/advisories.js') },
  { view: 'imports', item: 'import', label: 'Imports', load: () => import('./pages/imports.js') },
  { view: 'group', item: 'group', label: 'Details', own: true, load: () => import('./kinds/groups.js') },
];

/**
 * The pages that are none of a group, by their views. Each has a component that takes the route.
 *
 * @type {{view: string, label: string, load: () => Promise<any>}[]}
 */
const PAGES = [
  { view: '', label: 'Overview', load: () => import('./pages/overview.js') },
  { view: 'compare', label: 'Compare v1 and v2', load: () => import('./pages/compare.js') },
];

/** @extends {Component<{}, {route: import('./router.js').Route, said: string, started: boolean}>} */
class Console extends Component {
  state = { route: current(), said: '', started: false };
  main = createRef();
  /** @type {HTMLElement | undefined} what had the focus last in the page itself */
  focused = undefined;

  async componentDidMount() {
    announceWith((said) => this.setState({ said: this.state.said === said ? `${said}\u00a0` : said }));
    let before = { me: session.me, ends: session.ends };
    session.listen(() => {
      const { me, ends } = before;
      before = { me: session.me, ends: session.ends };
      this.forceUpdate(() => {
        if (!me !== !session.me) {
          this.follow(session.me ? 'You are signed in.' : 'You are signed out.');
        } else if (ends && !session.ends) {
          this.follow('The next token is in use.');
        }
      });
    });
    listen((route) => {
      const before = this.state.route;
      const moved = route.view !== before.view || route.uid !== before.uid || route.query.do !== before.query.do;
      this.setState({ route }, () => {
        if (moved) {
          scrollTo(0, 0);
          // What had the focus may be gone; a form takes it by itself.
          if (!this.main.current?.contains(document.activeElement)) {
            this.main.current?.focus({ preventScroll: true });
          }
        }
      });
    });
    await session.start();
    this.setState({ started: true });
  }

  /**
   * Goes on after the session has changed: what had the focus, such as the button that was pressed, is gone.
   *
   * @param {string} told
   */
  follow(told) {
    if (this.state.started) {
      announce(told);
      (this.focused?.isConnected ? this.focused : this.main.current).focus();
    }
  }

  render() {
    const { route, said, started } = this.state;
    return html`
      <a class="skip" href="#main" onClick=${this.skip}>Skip to the content</a>
      ${session.me && this.header(route)}
      ${session.me && session.ends && html`<${Load} id="renew" what="Sign in" load=${() => import('./pages/signin.js')} show=${(/** @type {any} */ { Renew }) => html`<${Renew} />`} />`}
      <main id="main" tabindex="-1" ref=${this.main} onFocusIn=${(/** @type {any} */ event) => (this.focused = event.target)}>${started ? this.content(route) : html`<p class="loading">Loading…</p>`}</main>
      <p class="hidden" role="status">${said}</p>
    `;
  }

  /** @param {MouseEvent} event */
  skip = (event) => {
    event.preventDefault(); // the fragment has the route
    this.main.current.focus();
  };

  /** @param {import('./router.js').Route} route */
  content(route) {
    if (!session.me) {
      return html`<${Load} key="signin" id="signin" what="Sign in" load=${() => import('./pages/signin.js')} show=${(/** @type {any} */ { SignIn }) => html`<${SignIn} />`} />`;
    }
    const part = PARTS.find(({ view }) => view === route.view) ?? PARTS.find(({ item }) => item === route.view);
    if (part && route.uid) {
      return html`<${Load} key="kind" id="kind" what="The page" load=${() => import('./kind.js')}
        show=${(/** @type {any} */ { default: KindPage }) => html`<${KindPage} route=${route} part=${part} parts=${PARTS} />`} />`;
    }
    const page = PAGES.find(({ view }) => view === route.view);
    return page
      ? html`<${Load} key=${page.view} id=${page.view} what=${page.label} load=${page.load}
          show=${(/** @type {any} */ { default: Page }) => html`<${Page} route=${route} />`} />`
      : html`<${Nowhere} />`;
  }

  /** @param {import('./router.js').Route} route */
  header(route) {
    const me = /** @type {import('./session.js').WhoAmI} */ (session.me);
    return html`<header class="top">
      <a class="brand" href=${href('')}><span class="mark" aria-hidden="true"></span>Platform console</a>
      <nav aria-label="Console">
        ${PAGES.map(({ view, label }) => html`<a key=${view} href=${href(view)} aria-current=${route.view === view ? 'page' : undefined}>${label}</a>`)}
      </nav>
      <p class="me">
        <a href=${href('identity', me.subject)} title=${me.subject}><span class="hidden">Signed in as </span>${shortUid(me.subject)}</a>
        <span class="muted">until ${timeText(me.expiry)}</span>
        <button type="button" class="button small" onClick=${() => session.signOut()}>Sign out</button>
      </p>
    </header>`;
  }
}

/** What an address shows that names no page. */
function Nowhere() {
  titled('There is no such page');
  return html`<h1>There is no such page</h1><p>The address names none. <a href=${href('')}>Go to the overview</a></p>`;
}

render(html`<${Console} />`, /** @type {Element} */ (document.getElementById('console')));
