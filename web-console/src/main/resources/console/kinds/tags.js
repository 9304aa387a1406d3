/** Tags: names in a repo that refer to digests of images. Version 1 changes them. */
import { href } from '../router.js';
import { html } from '../ui.js';
import { Image } from './image.js';
import { BY_NAME, CHANGED } from './common.js';

/** @param {string | undefined} digest */
const shortDigest = (digest) => (digest ? html`<code title=${digest}>${digest.slice(0, digest.indexOf(':') + 13)}…</code>` : html`<span class="muted">none yet</span>`);

/** @type {import('../kind.js').Kind} */
export default {
  path: '/registry/v2/tags',
  key: 'tags',
  title: 'Tags',
  singular: 'tag',
  name: (tag) => tag.name,
  needs: { create: ['tag.create'], change: ['tag.update'], delete: ['tag.delete'] },
  empty: 'There are no tags in this repo.',
  consequence: 'The image that it names stays.',
  requests: { change: (tag, { whole }) => ({ method: 'PUT', path: `/registry/v1/tags/${tag.uid}`, body: whole }) },
  filters: [
    BY_NAME,
    { name: 'digest', label: 'Digest' },
    { name: 'include_dates', label: 'With dates', choices: [['true', 'Yes']] },
    { name: 'include_epochs', label: 'With epochs', choices: [['true', 'Yes']] },
    { name: 'include_referrers', label: 'Of referrers', choices: [['true', 'Yes']] },
  ],
  columns: [
    { label: 'Name', order: 'name', cell: (tag) => html`<a href=${href('tag', tag.uid)}>${tag.name}</a>${tag.deprecated && html` <span class="chip">deprecated</span>`}` },
    { label: 'Digest', cell: (tag) => shortDigest(tag.digest) },
    CHANGED,
  ],
  fields: [
    { name: 'name', label: 'Name', required: true, only: 'create', hint: 'A tag that exists is changed.' },
    { name: 'digest', label: 'Digest', required: true, hint: 'sha256: and 64 hexadecimal digits.', show: (tag) => tag.digest && html`<code>${tag.digest}</code>` },
    { name: 'deprecated', label: 'Should no longer be used', type: 'check' },
    { name: 'bundles', label: 'Bundles', type: 'lines', hint: 'One a line.' },
  ],
  more: (tag) => tag.digest && html`<${Image} key=${tag.uid} repo=${tag.uid.slice(0, tag.uid.lastIndexOf('/'))} digest=${tag.digest} />`,
};
