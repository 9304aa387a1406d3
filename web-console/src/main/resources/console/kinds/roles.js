/** Roles: sets of capabilities that are granted together. */
import { CAPABILITIES } from './capabilities.js';
import { session } from '../session.js';
import { html } from '../ui.js';
import { BY_NAME, CHANGED, DESCRIBED, DESCRIPTION, NAME, named } from './common.js';

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
  filters: [BY_NAME],
  columns: [
    named('role'),
    { label: 'Capabilities', cell: (role) => (role.capabilities ?? []).length },
    DESCRIBED,
    CHANGED,
  ],
  fields: [
    NAME,
    DESCRIPTION,
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
