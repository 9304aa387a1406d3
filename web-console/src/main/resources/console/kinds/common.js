/** Fields, columns and filters that several kinds have. */
import { href } from '../router.js';
import { Time, html } from '../ui.js';

/** @type {import('../form.js').Field} */
export const NAME = { name: 'name', label: 'Name', required: true, hint: 'Lower-case letters, digits, blanks, dots, underscores and hyphens.' };

/** @type {import('../form.js').Field} */
export const DESCRIPTION = { name: 'description', label: 'Description', type: 'area' };

/** @type {import('../list.js').Filter} */
export const BY_NAME = { name: 'name', label: 'Exact name' };

/** @type {import('../list.js').Column} */
export const DESCRIBED = { label: 'Description', cell: (item) => item.description, wide: true };

/** @type {import('../list.js').Column} */
export const CREATED = { label: 'Created', order: 'create_time', cell: (item) => html`<${Time} at=${item.createTime} />`, wide: true };

/** @type {import('../list.js').Column} */
export const CHANGED = { label: 'Changed', order: 'update_time', cell: (item) => html`<${Time} at=${item.updateTime} />`, wide: true };

/**
 * The column with the names, which lead to the resources.
 *
 * @param {string} view of one resource
 * @returns {import('../list.js').Column}
 */
export const named = (view) => ({ label: 'Name', order: 'name', cell: (item) => html`<a href=${href(view, item.uid)}>${item.name}</a>` });

/**
 * A role that can be granted in a group.
 *
 * @param {Partial<import('../form.js').Field>} field
 * @returns {import('../form.js').Field}
 */
export function roleField(field) {
  return {
    name: 'roleUid',
    label: 'Role',
    type: 'reference',
    required: true,
    load: () => ({ path: '/iam/v2/roles', query: { order_by: 'name' }, key: 'roles' }),
    option: (role) => [role.uid, role.uid.includes('/') ? `${role.name} (custom)` : role.name],
    ...field,
  };
}

/**
 * An identity of the organization of a group.
 *
 * @param {Partial<import('../form.js').Field>} field
 * @returns {import('../form.js').Field}
 */
export function identityField(field) {
  return {
    name: 'identityUid',
    label: 'Identity',
    type: 'reference',
    required: true,
    load: (group) => ({
      path: '/iam/v2/identities',
      query: { 'uidp.descendants_of': group.split('/')[0], order_by: 'name' },
      key: 'identities',
    }),
    option: (identity) => [identity.uid, identity.description ? `${identity.name} – ${identity.description}` : identity.name],
    ...field,
  };
}
