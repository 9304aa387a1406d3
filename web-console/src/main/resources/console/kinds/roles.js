/** Roles: sets of capabilities that are granted together. */
import { CAPABILITIES } from './capabilities.js';
import { href } from '../router.js';
import { session } from '../session.js';
import { Time, html } from '../ui.js';

/**
 * Returns a capability as people write it.
 *
 * @param {string} name as the API writes it
 */
function dotted(name) {
  return CAPABILITIES[name] ?? name;
}

/** @type {import('../kind.js').Kind} */
export default {
  path: '/iam/v2/roles',
  key: 'roles',
  title: 'Roles',
  singular: 'role',
  name: (role) => role.name,
  needs: { create: ['roles.create'], change: ['roles.update'], delete: ['roles.delete'] },
  empty: 'This group has no roles of its own. Those of the groups above it, and the built-in ones, can be granted here too.',
  consequence: 'A role that is granted to anybody is not deleted.',
  frozen: (role) => (role.uid.includes('/') ? undefined : 'A built-in role cannot be changed.'),
  filters: [{ name: 'name', label: 'Exact name' }],
  columns: [
    { label: 'Name', order: 'name', cell: (role) => html`<a href=${href('role', role.uid)}>${role.name}</a>` },
    { label: 'Capabilities', cell: (role) => (role.capabilities ?? []).length },
    { label: 'Description', cell: (role) => role.description, wide: true },
    { label: 'Changed', order: 'update_time', cell: (role) => html`<${Time} at=${role.updateTime} />`, wide: true },
  ],
  fields: [
    { name: 'name', label: 'Name', required: true, hint: 'Lower-case letters, digits, blanks, dots, underscores and hyphens.' },
    { name: 'description', label: 'Description', type: 'area' },
    {
      name: 'capabilities',
      label: 'Capabilities',
      type: 'capabilities',
      required: true,
      hint: 'Nobody grants what they do not hold, so the list has those that you hold here.',
      offered: (group) => Object.entries(CAPABILITIES).filter(([, name]) => session.may(name, group)),
      show: (role) => html`<span class="chips">${(role.capabilities ?? []).map((/** @type {string} */ name) => html`<code key=${name}>${dotted(name)}</code>`)}</span>`,
    },
  ],
};
