/** Imports of library artifacts: a file is uploaded, and its records are stored in the background. */
import { ApiError, send } from '../api.js';
import { List } from '../list.js';
import { go, href } from '../router.js';
import { Action, Component, Curl, Problem, Time, Uid, act, announce, createRef, html, missingOf } from '../ui.js';

/** @type {[string, string][]} */
const ECOSYSTEMS = [
  ['java', 'Java'],
  ['python', 'Python'],
  ['javascript', 'JavaScript'],
  ['dotnet', '.NET'],
  ['go', 'Go'],
];

/** How long to wait before it is asked again how far an import is, in milliseconds. */
const INTERVAL = 1500;

/** @type {Record<string, string>} */
const STATES = {
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  INTERRUPTED: 'interrupted',
};

/** @type {[string, string][]} */
const COUNTS = [
  ['read', 'Read'],
  ['created', 'Created'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['deleted', 'Deleted'],
  ['retracted', 'Removed, since the file does not name them'],
  ['rejected', 'Rejected'],
  ['conflicts', 'Wait for a review, since they disagree with a decision'],
  ['skipped', 'Skipped, since they are about nothing that it takes'],
];

/** @type {import('../list.js').ListOf} */
const IMPORTS = {
  path: '/hub/imports',
  key: 'imports',
  title: 'Imports',
  order: 'create_time desc',
  empty: 'Nothing was imported into this group yet.',
  columns: [
    { label: 'Started', order: 'create_time', cell: (run) => html`<a href=${href('import', run.uid)}><${Time} at=${run.createTime} /></a>` },
    { label: 'Ecosystem', cell: (run) => run.subject },
    { label: 'State', cell: (run) => html`<span class="chip">${STATES[run.state]}</span>` },
    { label: 'Read', cell: (run) => run.counts?.read ?? 0, wide: true },
    { label: 'Rejected', cell: (run) => run.counts?.rejected ?? 0, wide: true },
  ],
};

/**
 * Returns how much of a file was read, in per cent.
 *
 * @param {any} run
 */
export function percent({ bytesRead = 0, bytesTotal = 0 }) {
  return Number(bytesTotal) > 0 ? Math.min(100, Math.floor((100 * Number(bytesRead)) / Number(bytesTotal))) : 0;
}

/** @param {{route: import('../router.js').Route}} props */
export default function Imports({ route }) {
  return route.view === 'import' ? html`<${Import} key=${route.uid} route=${route} />` : html`<${Upload} key=${route.uid} route=${route} />`;
}

/** @extends {Component<{route: import('../router.js').Route}, any>} */
class Upload extends Component {
  /** @type {any} */
  state = { ecosystem: 'java', busy: false };
  form = createRef();

  needs() {
    return [`libraries.${this.state.ecosystem}.create`];
  }

  /**
   * Returns the request for what is filled in.
   *
   * @returns {import('../api.js').Request}
   */
  request = () => {
    const form = new FormData(this.form.current);
    return {
      method: 'POST',
      path: `/libraries/artifacts/${this.props.route.uid}:import`,
      query: { ecosystem: this.state.ecosystem, complete: form.has('complete') || undefined, allow_mass_retraction: form.has('mass') || undefined },
      file: /** @type {File} */ (form.get('file')),
      progress: (sent) => this.setState({ sent }),
    };
  };

  /** @param {SubmitEvent} event */
  upload = async (event) => {
    event.preventDefault();
    if (missingOf(this.needs(), this.props.route.uid).length > 0) {
      return;
    }
    await act(this, async () => {
      const request = this.request();
      if (!request.file?.size) {
        throw new ApiError('Choose a file that is not empty.', 0);
      }
      this.setState({ sent: 0 });
      const { body } = await send(request);
      announce('The file was uploaded, and is imported now.');
      if (this.form.current) {
        go(href('import', body.uid)); // who has gone elsewhere meanwhile stays there
      }
    });
  };

  render() {
    const { route } = this.props;
    const group = route.uid;
    const { ecosystem, busy, failure, sent } = this.state;
    return html`
      <h2>Import library artifacts</h2>
      <form class="form" ref=${this.form} onSubmit=${this.upload}>
        ${failure !== undefined && html`<${Problem} failure=${failure} />`}
        <div class="field">
          <label for="import-ecosystem">Ecosystem</label>
          <select id="import-ecosystem" onChange=${(/** @type {any} */ event) => this.setState({ ecosystem: event.currentTarget.value })}>
            ${ECOSYSTEMS.map(([value, text]) => html`<option value=${value} selected=${value === ecosystem}>${text}</option>`)}
          </select>
        </div>
        <div class="field">
          <label for="import-file">File</label>
          <input id="import-file" name="file" type="file" aria-describedby="import-file-hint" />
          <p class="hint" id="import-file-hint">One version of an artifact in JSON a line, plain or compressed with gzip.</p>
        </div>
        <div class="field check">
          <input id="import-complete" name="complete" type="checkbox" />
          <label for="import-complete">It names all versions of the ecosystem in this group: remove all others</label>
        </div>
        <div class="field check">
          <input id="import-mass" name="mass" type="checkbox" />
          <label for="import-mass">Allow it to remove more than a fifth of them</label>
        </div>
        ${busy && html`<progress max="1" value=${sent} aria-label="How much of the file was sent"></progress>`}
        <p class="actions">
          <${Action} kind="primary" needs=${this.needs()} at=${group} busy=${busy}>${busy ? 'Uploading…' : 'Import'}<//>
          <span class="fine"><${Curl} request=${this.request} of="of the import" /></span>
        </p>
      </form>
      <${List} list=${IMPORTS} scope=${{ 'uidp.children_of': group }} route=${route} />
    `;
  }
}

/** @extends {Component<{route: import('../router.js').Route}, any>} */
class Import extends Component {
  /** @type {any} */
  state = {};
  sent = new AbortController();

  componentDidMount() {
    this.ask();
  }

  componentWillUnmount() {
    this.sent.abort();
    clearTimeout(this.timer);
  }

  ask = async () => {
    clearTimeout(this.timer);
    try {
      const { body } = await send({ path: `/hub/imports/${this.props.route.uid}` }, this.sent.signal);
      this.take(body);
    } catch (failure) {
      if (!this.sent.signal.aborted) {
        this.setState({ failure });
      }
    }
  };

  /** @param {any} run */
  take(run) {
    clearTimeout(this.timer);
    if (run.state === 'RUNNING') {
      this.timer = setTimeout(this.ask, INTERVAL);
    } else {
      announce(`The import is ${STATES[run.state]}.`);
    }
    this.setState({ run, failure: undefined });
  }

  cancel = async () => {
    try {
      const { body } = await send({ method: 'POST', path: `/hub/imports/${this.props.route.uid}:cancel`, body: {} });
      this.take(body);
    } catch (failure) {
      this.setState({ failure });
    }
  };

  render() {
    const { route } = this.props;
    const { run, failure } = this.state;
    const path = `/hub/imports/${route.uid}`;
    return html`
      <p class="back"><a href=${href('imports', route.uid.slice(0, route.uid.lastIndexOf('/')))}><span aria-hidden="true">← </span>Import another file</a></p>
      ${failure !== undefined && html`<${Problem} failure=${failure} again=${this.ask} />`}
      ${!run && failure === undefined && html`<p class="loading">Loading the import…</p>`}
      ${run && this.shown(run, path)}
    `;
  }

  /**
   * @param {any} run
   * @param {string} path
   */
  shown(run, path) {
    const counts = run.counts ?? {};
    const running = run.state === 'RUNNING';
    return html`
      <div class="toolbar">
        <h2>Import of ${run.subject} <span class="chip">${STATES[run.state]}</span></h2>
        ${running && html`<${Action} kind="danger" needs=${[`libraries.${run.subject}.create`]} at=${run.uid} act=${this.cancel}>Cancel<//>`}
      </div>
      ${running && html`<progress max="100" value=${percent(run)} aria-label="How much of the file was read"></progress>`}
      ${run.message && html`<p class="notice">${run.message}</p>`}
      <dl class="facts">
        ${COUNTS.filter(([name]) => Number(counts[name] ?? 0) > 0 || name === 'read').map(([name, label]) => html`<div key=${name}><dt>${label}</dt><dd>${counts[name] ?? 0}</dd></div>`)}
        <div><dt>Whole file</dt><dd>${run.complete ? 'yes: what it does not name is removed' : 'no'}</dd></div>
        <div><dt>Started</dt><dd><${Time} at=${run.createTime} /></dd></div>
        ${run.endTime && html`<div><dt>Ended</dt><dd><${Time} at=${run.endTime} /></dd></div>`}
        <div><dt>Uid</dt><dd><${Uid} uid=${run.uid} /></dd></div>
      </dl>
      ${Number(counts.rejected ?? 0) > 0 && html`<${Issues} path=${`${path}/issues`} route=${this.props.route} stamp=${counts.rejected} total=${counts.rejected} />`}
      <p class="fine"><${Curl} request=${{ path }} /></p>
    `;
  }
}

/** @param {{path: string, route: import('../router.js').Route, stamp: number, total: string}} props */
function Issues({ path, route, stamp, total }) {
  return html`<${List}
    list=${{
      path,
      key: 'issues',
      title: 'Rejected records',
      total,
      columns: [
        { label: 'Line', cell: (/** @type {any} */ issue) => issue.line },
        { label: 'Why', cell: (/** @type {any} */ issue) => issue.description },
        { label: 'Record', cell: (/** @type {any} */ issue) => issue.record, wide: true },
        { label: 'Field', cell: (/** @type {any} */ issue) => issue.field && html`<code>${issue.field}</code>`, wide: true },
        { label: 'Reason', cell: (/** @type {any} */ issue) => html`<code>${issue.reason}</code>`, wide: true },
      ],
    }}
    scope=${{}}
    route=${route}
    stamp=${stamp}
  />`;
}
