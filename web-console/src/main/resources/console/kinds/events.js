/** The log of an advisory: what is known of it, who says so, and who has reviewed that. */
import { send, sendIfUnchanged } from '../api.js';
import { Form, TYPES, valueAt } from '../form.js';
import { current, go, href } from '../router.js';
import { Action, Component, Curl, Elsewhere, Problem, Time, act, announce, html } from '../ui.js';

/**
 * What an event can say, and the words for it.
 *
 * @type {[string, string][]}
 */
export const EVENT_TYPES = [
  ['detection', 'Detected'],
  ['truePositiveDetermination', 'Affected'],
  ['falsePositiveDetermination', 'Not affected'],
  ['fixed', 'Fixed'],
  ['patched', 'Patched'],
  ['pendingUpstreamFix', 'Waits for a fix upstream'],
  ['fixNotPlanned', 'Will not be fixed'],
  ['analysisNotPlanned', 'Will not be analysed'],
];

/** @type {[string, string][]} */
const REASONS = [
  ['UNSPECIFIED', 'No reason is given'],
  ['VULNERABILITY_RECORD_ANALYSIS_CONTESTED', 'The record is contested'],
  ['COMPONENT_VULNERABILITY_MISMATCH', 'The record is about another component'],
  ['VULNERABLE_CODE_VERSION_NOT_USED', 'Another version of the code is used'],
  ['VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE', 'The code is not in the package'],
  ['VULNERABLE_CODE_NOT_IN_EXECUTION_PATH', 'The code is never executed'],
  ['VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY', 'An adversary cannot control the code'],
  ['INLINE_MITIGATIONS_EXIST', 'There is a protection'],
];

/** @type {Record<string, string>} */
const STATES = {
  REVIEW_STATE_PENDING: 'to review',
  REVIEW_STATE_APPROVED: 'approved',
  REVIEW_STATE_REQUEST_CHANGES: 'to be changed',
  REVIEW_STATE_REJECTED: 'rejected',
};

/** @param {any} event */
const typeOf = (event) => EVENT_TYPES.find(([type]) => event?.[type] !== undefined);

/**
 * Returns the words for what an event says.
 *
 * @param {any} event
 */
export function wordsOf(event) {
  return typeOf(event)?.[1] ?? '';
}

/**
 * Returns the event that is in force: the newest one that is approved.
 *
 * @param {any[]} events
 */
export function inForce(events) {
  return events.findLast((event) => event.reviewState === 'REVIEW_STATE_APPROVED');
}

/** @param {string[]} types */
const of = (...types) => (/** @type {any} */ values) => types.includes(values.type);

/** A detection by a person has nothing to say but that, which is a message without fields. */
const MANUAL = {
  read: () => '',
  write: (/** @type {any} */ body) => (body.detection = { manual: {} }),
  paths: () => [],
  text: () => '',
};

/** A reason, whose name is longer in version 2, which is read, than in version 1, which is written. */
const REASON = { ...TYPES.choice, read: (/** @type {any} */ event, /** @type {any} */ { name, initial }) => valueAt(event, name)?.replace('TYPE_', '') ?? initial };

/** @type {import('../form.js').Field[]} */
const FIELDS = [
  { name: 'type', label: 'What is known', type: 'variant', choices: EVENT_TYPES, initial: 'detection', current: (event) => typeOf(event)?.[0] },
  { name: 'detection', label: 'Found by a person', type: 'none', as: MANUAL, when: of('detection') },
  { name: 'fixed.fixedVersion', label: 'First version that is not affected', required: true, when: of('fixed') },
  { name: 'patched.patchedVersions', label: 'Versions that are not affected', type: 'lines', required: true, hint: 'One a line.', when: of('patched') },
  { name: 'falsePositiveDetermination.type', label: 'Why', type: 'choice', as: REASON, choices: REASONS, initial: 'UNSPECIFIED', when: of('falsePositiveDetermination') },
  ...EVENT_TYPES.slice(1).map(([type]) => ({ name: `${type}.note`, label: 'Note', type: 'note', as: noteOf(type), when: of(type) })),
  { name: 'issue', label: 'Where it is discussed' },
];

/**
 * A note within what an event says, which is sent also when there is nothing to note.
 *
 * @param {string} type
 * @returns {import('../form.js').Type}
 */
function noteOf(type) {
  return {
    read: (event) => valueAt(event, `${type}.note`) ?? '',
    write: (body, value) => {
      body[type] = { ...body[type], note: value };
    },
    paths: () => [`${type}.note`],
    text: (value) => value,
  };
}

/** @param {any} event */
const isOpen = ({ reviewState }) => ['REVIEW_STATE_PENDING', 'REVIEW_STATE_REQUEST_CHANGES'].includes(reviewState);

/**
 * Returns the request that changes an event or reviews it.
 *
 * @param {any} event
 * @param {any} body
 */
const put = (event, body) => ({ method: 'PUT', path: `/vulnerabilities/v1/advisory_events/${event.uid}`, body });

/** @extends {Component<{advisory: any, etag: string, reload: () => void}, {failure?: unknown, busy: boolean}>} */
export class Events extends Component {
  state = { failure: /** @type {unknown} */ (undefined), busy: false };

  /**
   * @param {any} event
   * @param {string} status
   * @param {string} told
   */
  review(event, status, told) {
    const { etag, reload } = this.props;
    const changed = `The advisory was changed meanwhile, so the event “${wordsOf(event)}” was not ${told}. It is shown below as it is now: look at it, and review it again.`;
    return act(this, async () => {
      await sendIfUnchanged({ ...put(event, { status }), etag }, changed, reload);
      announce(`The event was ${told}.`);
      reload();
    });
  }

  /**
   * Reads an event anew, with the entity tag of its advisory.
   *
   * @param {string} uid
   */
  async read(uid) {
    const answer = await send({ path: `/vulnerabilities/v2/advisories/${this.props.advisory.uid}` });
    return { ...answer, body: answer.body.events.find((/** @type {any} */ event) => event.uid === uid) };
  }

  /**
   * The form of a new event, or of one that is not decided yet.
   *
   * @param {any} [event]
   */
  form(event) {
    const { advisory, etag, reload } = this.props;
    const at = href('advisory', advisory.uid);
    /** @param {import('../form.js').Change} change */
    const request = ({ whole }) => {
      if (!event) {
        return { method: 'POST', path: `/vulnerabilities/v1/advisories/${advisory.uid}/events`, body: { advisoryEvent: whole } };
      }
      const [type] = typeOf(whole) ?? [''];
      // What the form does not show stays as it is.
      return put(event, { issue: '', ...whole, [type]: { ...event[type], ...whole[type] } });
    };
    return html`<section class="card" aria-labelledby="events">
      <h2 id="events">${event ? 'Change the event' : 'New event'}</h2>
      <${Form} key=${event?.uid} fields=${FIELDS} item=${event} etag=${event && etag} group=${advisory.uid}
        needs=${[event ? 'advisories.update' : 'advisories.create']} submit=${event ? 'Save' : 'Add event'} cancel=${at}
        reload=${event && (() => this.read(event.uid))} request=${request}
        saved=${() => {
          announce(event ? 'The event was changed.' : 'The event was added.');
          reload();
          go(at, true);
        }} />
    </section>`;
  }

  render() {
    const { advisory } = this.props;
    const events = advisory.events ?? [];
    const { do: does, event: uid } = current().query;
    const changed = events.find((/** @type {any} */ event) => event.uid === uid && isOpen(event));
    if (does === 'event' && !advisory.deleteTime && (changed || !uid)) {
      return this.form(changed);
    }
    return html`<section class="card" aria-labelledby="events">
      <div class="toolbar">
        <h2 id="events">What is known</h2>
        ${!advisory.deleteTime && html`<${Action} needs=${['advisories.create']} at=${advisory.uid} to=${href('advisory', advisory.uid, { do: 'event' })}>New event<//>`}
      </div>
      ${this.state.failure !== undefined && html`<${Problem} failure=${this.state.failure} />`}
      ${events.length === 0
        ? html`<p class="muted">Nothing yet.</p>`
        : html`<ol class="log" reversed>${events.toReversed().map((/** @type {any} */ event) => this.event(event, inForce(events)))}</ol>`}
    </section>`;
  }

  /**
   * @param {any} event
   * @param {any} force
   */
  event(event, force) {
    const { advisory } = this.props;
    const [type, words] = typeOf(event) ?? ['', 'Another event'];
    const said = event[type] ?? {};
    const open = !advisory.deleteTime && isOpen(event);
    const needs = ['advisories.update', 'advisories.approve'];
    return html`<li key=${event.uid}>
      <p><strong>${words}</strong> <span class="chip">${event === force ? 'in force' : (STATES[event.reviewState] ?? 'needs no review')}</span></p>
      ${said.fixedVersion && html`<p>From version <code>${said.fixedVersion}</code></p>`}
      ${said.patchedVersions && html`<p>In ${said.patchedVersions.map((/** @type {string} */ version) => html`<code>${version}</code> `)}</p>`}
      ${said.type && html`<p>${REASONS.find(([reason]) => said.type === `TYPE_${reason}`)?.[1] ?? said.type}</p>`}
      ${valueAt(said, 'scanv1.scanner') && html`<p>By ${said.scanv1.scanner}</p>`}
      ${said.note && html`<p class="description">${said.note}</p>`}
      ${event.issue && html`<p>Discussed at <${Elsewhere} to=${event.issue} /></p>`}
      <p class="fine">${event.author}, <${Time} at=${event.createTime} />${event.reviewer && `; reviewed by ${event.reviewer}`}</p>
      ${open &&
      html`<p class="actions">
        ${type !== 'detection' && html`<${Action} needs=${['advisories.update']} at=${advisory.uid} kind="small" to=${href('advisory', advisory.uid, { do: 'event', event: event.uid })}>Change<span class="hidden"> ${words}</span><//>`}
        <${Action} needs=${needs} at=${advisory.uid} kind="small" act=${() => this.review(event, 'APPROVED', 'approved')}>Approve<span class="hidden"> ${words}</span><//>
        <${Action} needs=${needs} at=${advisory.uid} kind="small" act=${() => this.review(event, 'REQUEST_CHANGES', 'sent back')}>Ask for changes<span class="hidden"> of ${words}</span><//>
        <${Action} needs=${needs} at=${advisory.uid} kind="small danger" act=${() => this.review(event, 'REJECTED', 'rejected')}>Reject<span class="hidden"> ${words}</span><//>
        <span class="fine"><${Curl} request=${{ ...put(event, { status: 'APPROVED' }), etag: this.props.etag }} of="of approving ${words}" /></span>
      </p>`}
    </li>`;
  }
}
