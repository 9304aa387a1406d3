/** Fields that name another resource, which several kinds have. */

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
