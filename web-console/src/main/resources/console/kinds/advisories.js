/** Advisories: each is about one vulnerability of one product. Version 2 reads them, and version 1 writes them. */
import { href } from '../router.js';
import { Time, html } from '../ui.js';
import { EVENT_TYPES, Events, inForce, wordsOf } from './events.js';
import { CHANGED } from './common.js';

const PATH = '/vulnerabilities/v1/advisories';

/** @type {import('../kind.js').Kind} */
export default {
  path: '/vulnerabilities/v2/advisories',
  key: 'advisories',
  title: 'Advisories',
  singular: 'advisory',
  name: (advisory) => advisory.advisoryId,
  needs: { create: ['advisories.create'], change: ['advisories.update'], delete: ['advisories.delete'] },
  consequence: 'It stays in lists, with the time of its deletion, and is restored when it is created again.',
  frozen: (advisory) => (advisory.deleteTime ? 'A deleted advisory cannot be changed.' : undefined),
  requests: {
    create: (group, body) => ({ method: 'POST', path: PATH, body: { parentId: group, advisory: body } }),
    change: (advisory, { body, mask }) => ({
      method: 'PUT',
      path: `${PATH}/${advisory.uid}`,
      query: { updateMask: mask },
      body,
    }),
    remove: (advisory) => ({ method: 'DELETE', path: `${PATH}/${advisory.uid}` }),
    made: (answer) => ({ ...answer, uid: answer.id }),
  },
  filters: [
    { name: 'query', label: 'Artifact, component or alias has' },
    { name: 'latest_event_type', label: 'In force', choices: EVENT_TYPES.map(([type, words]) => [`EVENT_TYPE_FILTER_${type.replace(/[A-Z]/g, '_$&').toUpperCase()}`, words]) },
    { name: 'event_review_states', label: 'With events', choices: [['REVIEW_STATE_PENDING', 'to review']] },
  ],
  columns: [
    { label: 'Advisory', cell: (advisory) => html`<a href=${href('advisory', advisory.uid)}>${advisory.advisoryId}</a>${advisory.deleteTime && html` <span class="chip">deleted</span>`}` },
    { label: 'Artifact', cell: (advisory) => advisory.artifactName },
    { label: 'Vulnerability', order: 'aliases', cell: (advisory) => (advisory.aliases ?? []).join(', ') },
    { label: 'In force', cell: (advisory) => wordsOf(inForce(advisory.events ?? [])), wide: true },
    CHANGED,
  ],
  fields: [
    { name: 'artifactName', label: 'Artifact', required: true, only: 'create' },
    { name: 'artifactType', label: 'Type of the artifact', required: true, only: 'create', hint: 'Such as apk, library or image.' },
    { name: 'artifactArchitecture', label: 'Architecture', only: 'create', hint: 'Without one, all.' },
    { name: 'componentName', label: 'Component', only: 'create', hint: 'Without one, it is about the artifact as a whole.' },
    { name: 'componentType', label: 'Type of the component', only: 'create', hint: 'Such as go-module or python.' },
    { name: 'componentLocation', label: 'Where the component is' },
    { name: 'aliases', label: 'Ids of the vulnerability', type: 'lines', hint: 'One a line, such as CVE-2026-1234' },
    { name: 'author', label: 'Author', hint: 'Without one, the name of your identity.' },
  ],
  facts: (advisory) => (advisory.deleteTime ? [['Deleted', html`<${Time} at=${advisory.deleteTime} />`]] : []),
  more: (advisory, reload, etag) => html`<${Events} key=${advisory.uid} advisory=${advisory} etag=${etag} reload=${reload} />`,
};
