/** Identities: those who act. */
import { Time, html } from '../ui.js';
import { BY_NAME, DESCRIBED, DESCRIPTION, NAME, named } from './common.js';

/** @type {[string, string][]} */
const RELATIONSHIPS = [
  ['claimMatch', 'Tokens of an issuer'],
  ['staticKeys', 'Tokens signed with stored keys'],
  ['awsIdentity', 'A caller of AWS'],
  ['servicePrincipal', 'A service of the platform'],
];

const SERVICES = [
  'COSIGNED', 'INGESTER', 'CATALOG_SYNCER', 'APKO_BUILDER', 'ENTITLEMENT_SYNCER', 'TENANT_SCANNER', 'SEDIMENTOLOGY',
  'SKILLUP', 'MATERIALIZER', 'MICROFLOW', 'GUARDENER', 'MICROVM', 'SKILLS',
];

/** @param {any} identity */
const kindOf = (identity) => RELATIONSHIPS.find(([kind]) => identity?.[kind] !== undefined)?.[0];

/** @param {string} kind */
const is = (kind) => (/** @type {any} */ values) => values.relationship === kind;

/** @type {import('../kind.js').Kind} */
export default {
  path: '/iam/v2/identities',
  key: 'identities',
  title: 'Identities',
  singular: 'identity',
  name: (identity) => identity.name,
  needs: { create: ['identity.create'], change: ['identity.update'], delete: ['identity.delete'] },
  consequence: 'Its role bindings go with it, in whatever organization, and its tokens are worthless from the next request on.',
  filters: [
    BY_NAME,
    {
      name: 'relationship_type',
      label: 'Relationship',
      choices: [
        ['RELATIONSHIP_TYPE_CLAIM_MATCH', 'Tokens of an issuer'],
        ['RELATIONSHIP_TYPE_STATIC', 'Stored keys'],
        ['RELATIONSHIP_TYPE_AWS_IDENTITY', 'AWS'],
        ['RELATIONSHIP_TYPE_SERVICE_PRINCIPAL', 'Service'],
      ],
    },
  ],
  columns: [
    named('identity'),
    {
      label: 'Acts by',
      cell: (identity) => RELATIONSHIPS.find(([kind]) => kind === kindOf(identity))?.[1],
    },
    DESCRIBED,
    { label: 'Last seen', cell: (identity) => html`<${Time} at=${identity.lastSeenTime} />`, wide: true },
  ],
  fields: [
    NAME,
    DESCRIPTION,
    { name: 'company', label: 'Company' },
    {
      name: 'relationship',
      label: 'Who acts as it',
      type: 'variant',
      choices: RELATIONSHIPS,
      initial: 'claimMatch',
      current: kindOf,
      show: (identity) => RELATIONSHIPS.find(([kind]) => kind === kindOf(identity))?.[1],
    },
    { name: 'claimMatch.issuer', pattern: 'claimMatch.issuerPattern', label: 'Issuer', type: 'match', required: true, hint: 'An https URL, exactly as it stands in the tokens.', when: is('claimMatch') },
    { name: 'claimMatch.subject', pattern: 'claimMatch.subjectPattern', label: 'Subject', type: 'match', required: true, when: is('claimMatch') },
    { name: 'claimMatch.audience', pattern: 'claimMatch.audiencePattern', label: 'Audience', type: 'match', hint: 'Without one, the tokens have to be meant for this server.', when: is('claimMatch') },
    { name: 'claimMatch.claims', label: 'Further claims', type: 'pairs', hint: 'One a line, such as repository = acme/app', when: is('claimMatch') },
    { name: 'claimMatch.claimPatterns', label: 'Further claims, by patterns', type: 'pairs', hint: 'One a line, such as ref = refs/heads/.*', when: is('claimMatch') },
    { name: 'staticKeys.issuer', label: 'Issuer', required: true, when: is('staticKeys') },
    { name: 'staticKeys.subject', label: 'Subject', required: true, when: is('staticKeys') },
    { name: 'staticKeys.issuerKeys', label: 'Public keys', type: 'area', required: true, hint: 'A JWK set.', when: is('staticKeys') },
    { name: 'staticKeys.expirationTime', label: 'Accepted until', hint: 'Such as 2027-01-31T00:00:00Z, at most 365 days after the creation, which is also the default.', when: is('staticKeys') },
    { name: 'staticKeys.audiences', label: 'Audience', type: 'lines', hint: 'At most one.', when: is('staticKeys') },
    { name: 'awsIdentity.awsAccount', label: 'AWS account', required: true, hint: 'Twelve digits.', when: is('awsIdentity') },
    { name: 'awsIdentity.arn', pattern: 'awsIdentity.arnPattern', label: 'ARN', type: 'match', required: true, when: is('awsIdentity') },
    { name: 'awsIdentity.userId', pattern: 'awsIdentity.userIdPattern', label: 'User id', type: 'match', required: true, when: is('awsIdentity') },
    {
      name: 'servicePrincipal',
      label: 'Service',
      type: 'choice',
      required: true,
      initial: 'SERVICE_PRINCIPAL_COSIGNED',
      choices: SERVICES.map((name) => [`SERVICE_PRINCIPAL_${name}`, name.toLowerCase().replaceAll('_', ' ')]),
      when: is('servicePrincipal'),
    },
  ],
  facts: (identity) => [['Last seen', html`<${Time} at=${identity.lastSeenTime} />`]],
};
