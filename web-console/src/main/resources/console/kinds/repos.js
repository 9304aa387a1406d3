/** Repos: images that belong together, with the tags by which they are found. */
import { href } from '../router.js';
import { html } from '../ui.js';
import { Readme } from './readme.js';
import { ImageUpload } from './upload.js';
import { BY_NAME, CHANGED, DESCRIBED, NAME, named } from './common.js';

/** @type {[string, string][]} */
const TIERS = [
  ['', 'None'],
  ['CATALOG_TIER_APPLICATION', 'Application'],
  ['CATALOG_TIER_BASE', 'Base'],
  ['CATALOG_TIER_FIPS', 'FIPS'],
  ['CATALOG_TIER_AI', 'AI'],
  ['CATALOG_TIER_DEVTOOLS', 'Tools of developers'],
  ['CATALOG_TIER_COMMERCIAL', 'Commercial'],
];

/** @type {import('../kind.js').Kind} */
export default {
  path: '/registry/v2/repos',
  key: 'repos',
  title: 'Repos',
  singular: 'repo',
  name: (repo) => repo.name,
  needs: { create: ['repo.create'], change: ['repo.update'], delete: ['repo.delete'] },
  consequence: 'Its tags, their history and its images go with it. Its name in the registry stays reserved for this group.',
  filters: [BY_NAME],
  columns: [
    named('repo'),
    { label: 'Tags', cell: (repo) => html`<a href=${href('tags', repo.uid)}>Tags<span class="hidden"> of ${repo.name}</span></a>` },
    DESCRIBED,
    CHANGED,
  ],
  fields: [
    { ...NAME, hint: `${NAME.hint} The name in the registry does not change with it.` },
    { name: 'description', label: 'Description' },
    { name: 'catalogTier', label: 'Tier', type: 'choice', choices: TIERS, show: (repo) => TIERS.find(([tier]) => tier === repo.catalogTier)?.[1] },
    { name: 'bundles', label: 'Bundles', type: 'lines', hint: 'One a line: application, base, byol, ai, ai-gpu, featured, fips, commercial or emeritoss.' },
    { name: 'aliases', label: 'Aliases', type: 'lines', hint: 'One a line, such as base/app:latest' },
    { name: 'activeTags', label: 'Tags that are maintained', type: 'lines', hint: 'One a line.' },
  ],
  more: (repo) => html`
    <p><a class="button" href=${href('tags', repo.uid)}>Tags</a></p>
    <${ImageUpload} key=${repo.uid} uid=${repo.uid} />
    <${Readme} key=${repo.uid} uid=${repo.uid} />
  `,
};
