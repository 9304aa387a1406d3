/** Creates an organization: a group without a parent, which its creator owns. */
import { send } from '../api.js';
import { Form } from '../form.js';
import groups from '../kinds/groups.js';
import { go, href } from '../router.js';
import { session } from '../session.js';
import { Load, announce, html } from '../ui.js';
import { CREATES_ORGANIZATION } from './overview.js';

/** @param {import('../api.js').Answer} answer */
async function created({ body: made }) {
  await session.refresh(); // its owner may do now what nobody could before
  announce(`The organization ${made.name} was created.`);
  go(href('groups', made.uid), true);
}

/** The form of an organization. */
export default function NewOrganization() {
  return html`
    <h1>New organization</h1>
    <p>You become its owner. Where the server does not let everybody create organizations, only operators can.</p>
    <${Load} id="trial" what="The form" load=${(/** @type {AbortSignal} */ signal) => send(CREATES_ORGANIZATION, signal)} show=${form} />
  `;
}

function form() {
  return html`<${Form} fields=${groups.fields} group="" submit="Create organization" cancel=${href('')}
      request=${(/** @type {import('../form.js').Change} */ { body }) => ({ method: 'POST', path: groups.path, body })} saved=${created} />`;
}
