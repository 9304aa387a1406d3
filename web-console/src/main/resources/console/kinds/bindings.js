/** Role bindings: each grants a role to an identity in a group, and everywhere below. */
import { href } from '../router.js';
import { html } from '../ui.js';
import { CREATED, identityField, roleField } from './common.js';

/** @param {{uid?: string, name?: string}} props */
const Identity = ({ uid = '', name }) => html`<a href=${href('identity', uid)}>${name}</a>`;

/** @param {{uid?: string, name?: string}} props */
const Role = ({ uid = '', name }) => (uid.includes('/') ? html`<a href=${href('role', uid)}>${name}</a>` : html`<span class="chip">${name}</span>`);

const PATH = '/iam/v2/roleBindings';

/** @type {import('../kind.js').Kind} */
export default {
  path: PATH,
  key: 'roleBindings',
  title: 'Role bindings',
  singular: 'role binding',
  requests: {
    create: (group, { others, ...binding }) =>
      others
        ? { method: 'POST', path: `${PATH}:batchCreate`, body: { parent: group, requests: [binding.identityUid, ...others].map((identityUid) => ({ roleBinding: { ...binding, identityUid } })) } }
        : { method: 'POST', path: `${PATH}/${group}`, body: binding },
    made: ({ roleBindings: all = [], ...one }) =>
      all.length === 0 ? one : { ...all[0], identity: { name: all.map((/** @type {any} */ each) => each.identity.name).join(', ') } },
  },
  name: (binding) => `${binding.role.name} of ${binding.identity.name}`,
  needs: { create: ['role_bindings.create'], change: ['role_bindings.update'], delete: ['role_bindings.delete'] },
  empty: 'No role is granted at this very group. Roles that are granted above it count here too.',
  consequence: 'The identity cannot do any more what only this role lets it do, from the next request on.',
  note: html`<p class="hint">It counts in this group and in everything below it, from the next request on.</p>`,
  filters: [
    { name: 'identity', label: 'Uid of the identity' },
    { name: 'role', label: 'Uid of the role' },
  ],
  columns: [
    { label: 'Grant', cell: (binding) => html`<a href=${href('binding', binding.uid)}>${binding.role.name} of ${binding.identity.name}</a>` },
    { label: 'Role', cell: (binding) => html`<${Role} ...${binding.role} />`, wide: true },
    { label: 'Identity', cell: (binding) => html`<${Identity} ...${binding.identity} />`, wide: true },
    CREATED,
  ],
  fields: [
    identityField({ from: 'identity.uid', show: (binding) => html`<${Identity} ...${binding.identity} />` }),
    { name: 'others', label: 'Further identities', type: 'lines', only: 'create', hint: 'One uid a line, at most 24. All of them get the role, or none.' },
    roleField({ from: 'role.uid', show: (binding) => html`<${Role} ...${binding.role} />` }),
  ],
  facts: (binding) => [
    ...(binding.identity.issuer ? [/** @type {[string, any]} */ (['Issuer', binding.identity.issuer])] : []),
    ...(binding.identity.subject ? [/** @type {[string, any]} */ (['Subject', binding.identity.subject])] : []),
  ],
};
