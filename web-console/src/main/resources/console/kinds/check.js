/** Asks whether the platform can act at the providers of an account association. */
import { send } from '../api.js';
import { Component, Curl, Problem, act, announce, html } from '../ui.js';

/** @type {[string, string][]} the providers that can be asked about, and their fields */
const PROVIDERS = [
  ['amazon', 'Amazon'],
  ['google', 'Google'],
  ['azure', 'Azure'],
];

/** @param {{association: any}} props */
export function Checks({ association }) {
  const present = PROVIDERS.filter(([field]) => association[field]);
  return present.length > 0 && html`<section class="card" aria-labelledby="checks">
    <h2 id="checks">Can the platform act there?</h2>
    ${present.map(([field, label]) => html`<${Check} key=${field} uid=${association.uid} field=${field} label=${label} />`)}
  </section>`;
}

/** @extends {Component<{uid: string, field: string, label: string}, {busy: boolean, answer?: any, failure?: unknown}>} */
class Check extends Component {
  state = { busy: false, answer: /** @type {any} */ (undefined), failure: /** @type {unknown} */ (undefined) };

  /** @returns {import('../api.js').Request} */
  get request() {
    const { uid, field } = this.props;
    const path = `/iam/v2/accountAssociations/${uid}:checkAccountAssociation`;
    return { method: 'POST', path, body: { providerType: `ACCOUNT_PROVIDER_TYPE_${field.toUpperCase()}` } };
  }

  check = () =>
    act(this, async () => {
      this.setState({ answer: undefined });
      const { body: answer } = await send(this.request);
      this.setState({ answer });
      announce(`${this.props.label}: ${textOf(answer)}`);
    });

  render() {
    const { label } = this.props;
    const { busy, answer, failure } = this.state;
    return html`<p class="actions">
        <button type="button" class="button small" aria-disabled=${busy} onClick=${this.check}>${busy ? 'Checking…' : `Check ${label}`}</button>
        <span>${answer && textOf(answer)}</span>
        <span class="fine"><${Curl} request=${this.request} of="of checking ${label}" /></span>
      </p>
      ${failure !== undefined && html`<${Problem} failure=${failure} />`}`;
  }
}

/** @param {any} answer */
function textOf({ status, message, reason }) {
  return status === 'CHECK_STATUS_READY' ? 'yes' : `no: ${message || reason || 'it is not known why'}`;
}
