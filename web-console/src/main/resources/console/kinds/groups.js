/** Groups: the tree in which everything else lies. */
import { href } from '../router.js';
import { Time, html } from '../ui.js';

/** @type {[string, string][]} */
const KINDS = [
  ['', 'None'],
  ['ORG_KIND_STARTER', 'Starter'],
  ['ORG_KIND_CUSTOMER', 'Customer'],
  ['ORG_KIND_DEV', 'Development'],
  ['ORG_KIND_INFRA', 'Infrastructure'],
  ['ORG_KIND_AWS_MARKETPLACE', 'AWS Marketplace'],
];

/** @type {import('../kind.js').Kind} */
export default {
  path: '/iam/v2/groups',
  key: 'groups',
  title: 'Groups',
  singular: 'group',
  name: (group) => group.name,
  needs: { create: ['groups.create'], change: ['groups.update'], delete: ['groups.delete'] },
  empty: 'There are no groups in this one.',
  consequence: 'Its role bindings and invites go with it. A group in which anything else lies is not deleted.',
  filters: [{ name: 'name', label: 'Exact name' }],
  columns: [
    { label: 'Name', order: 'name', cell: (group) => html`<a href=${href('groups', group.uid)}>${group.name}</a>` },
    { label: 'Description', cell: (group) => group.description, wide: true },
    { label: 'Created', order: 'create_time', cell: (group) => html`<${Time} at=${group.createTime} />`, wide: true },
  ],
  fields: [
    { name: 'name', label: 'Name', required: true, hint: 'Lower-case letters, digits, blanks, dots, underscores and hyphens.' },
    { name: 'description', label: 'Description', type: 'area' },
    {
      name: 'kind',
      label: 'Purpose',
      type: 'choice',
      choices: KINDS,
      when: (_, group) => group !== undefined && !group.uid.includes('/'),
      show: (group) => KINDS.find(([kind]) => kind === group.kind)?.[1],
    },
  ],
  facts: (group) => [['Verified', group.verified ? 'yes' : 'no']],
};
