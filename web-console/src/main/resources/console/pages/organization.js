/** Creates an organization: a group without a parent, which its creator owns. */
import { send } from '../api.js';
import { Form } from '../form.js';
import groups from '../kinds/groups.js';
import { go, href } from '../router.js';
import { session } from '../session.js';
import { announce, html } from '../ui.js';

/** @param {import('../form.js').Change} change */
async function create({ body, key }) {
  const { body: made } = await send({ method: 'POST', path: groups.path, body, key });
  await session.refresh(); // its owner may do now what nobody could before
  announce(`The organization ${made.name} was created.`);
  go(href('groups', made.uid), true);
}

/** The form of an organization. */
export default function NewOrganization() {
  return html`
    <h1>New organization</h1>
    <p>You become its owner. Where the server does not let everybody create organizations, only operators can.</p>
    <${Form} fields=${groups.fields} group="" submit="Create organization" cancel=${href('')} save=${create} />
  `;
}
