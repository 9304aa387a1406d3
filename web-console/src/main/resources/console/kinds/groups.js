/** Groups: the tree in which everything else lies. */
import { BY_NAME, CREATED, DESCRIBED, DESCRIPTION, NAME, named } from './common.js';

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
  filters: [BY_NAME],
  columns: [
    named('groups'),
    DESCRIBED,
    CREATED,
  ],
  fields: [
    NAME,
    DESCRIPTION,
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
