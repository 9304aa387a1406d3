/** Group invites: each offers a role in a group to whoever has its code. */
import { href } from '../router.js';
import { Time, html } from '../ui.js';
import { CREATED, roleField } from './common.js';

/**
 * Returns what an invite is called, which has no name: a text that can be typed.
 *
 * @param {any} invite
 */
const nameOf = (invite) => invite.email || invite.keyId.slice(0, 12);

/** @type {import('../kind.js').Kind} */
export default {
  path: '/iam/v2/groupInvites',
  key: 'groupInvites',
  title: 'Invites',
  singular: 'invite',
  name: nameOf,
  needs: { create: ['group_invites.create', 'role_bindings.create'], delete: ['group_invites.delete'] },
  consequence: 'It can no longer be accepted.',
  once: (invite) => (invite.code ? ['This is the code of the invite.', invite.code] : undefined),
  filters: [{ name: 'key_id', label: 'Key id' }],
  columns: [
    { label: 'Invite', cell: (invite) => html`<a href=${href('invite', invite.uid)}>${nameOf(invite)}</a>` },
    { label: 'Role', cell: (invite) => html`<span class="chip">${invite.role?.name ?? 'deleted'}</span>` },
    { label: 'Until', cell: (invite) => html`<${Time} at=${invite.expirationTime} />` },
    CREATED,
  ],
  fields: [
    roleField({ show: (invite) => html`<span class="chip">${invite.role?.name ?? 'deleted'}</span>` }),
    { name: 'email', label: 'E-mail', hint: 'Only who signs in with this address can accept it. Without one, anybody who has the code.' },
    { name: 'ttl', label: 'Days to accept it', type: 'days', required: true, initial: '7', only: 'create' },
    { name: 'singleUse', label: 'Only once', type: 'check', initial: true },
  ],
  facts: (invite) => [
    ['Until', html`<${Time} at=${invite.expirationTime} />`],
    ['Key id', html`<code>${invite.keyId}</code>`],
  ],
};
