/** Identity providers: each says by which client of which issuer persons sign in, and which role they get. */
import { html } from '../ui.js';
import { BY_NAME, CHANGED, DESCRIPTION, NAME, named, roleField } from './common.js';

/** @type {[string, string][]} */
const RULES = [
  ['CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID', 'sub is the externalId'],
  ['CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID', 'oid is the externalId'],
];

/** @type {import('../kind.js').Kind} */
export default {
  path: '/iam/v2/identityProviders',
  key: 'identityProviders',
  title: 'Identity providers',
  singular: 'identity provider',
  name: (provider) => provider.name,
  needs: {
    create: ['identity_providers.create', 'role_bindings.create'],
    change: ['identity_providers.update', 'role_bindings.create'],
    delete: ['identity_providers.delete'],
  },
  note: html`<p class="hint">This server keeps identity providers, and does not sign anybody in by them yet.</p>`,
  filters: [BY_NAME],
  columns: [
    named('provider'),
    { label: 'Issuer', cell: (provider) => provider.oidc?.issuer },
    CHANGED,
  ],
  fields: [
    NAME,
    DESCRIPTION,
    roleField({ name: 'defaultRole', label: 'Role at the first sign-in', show: (provider) => html`<code>${provider.defaultRole}</code>` }),
    { name: 'oidc.issuer', label: 'Issuer', required: true, hint: 'An https URL. If it changes, the stored secret is dropped.' },
    { name: 'oidc.clientId', label: 'Id of the client', required: true },
    { name: 'oidc.clientSecret', label: 'Secret of the client', type: 'secret', hint: 'It is stored encrypted, and in no answer. Left empty, a stored one stays.' },
    { name: 'oidc.pkceEnabled', label: 'Use PKCE', type: 'check', initial: true },
    { name: 'oidc.additionalScopes', label: 'Further scopes', type: 'lines', hint: 'One a line, besides openid.' },
    { name: 'oidc.groupsClaim', label: 'Claim with the groups of a person' },
    {
      name: 'oidc.correlationRule',
      label: 'How persons are recognised',
      type: 'choice',
      initial: RULES[0][0],
      choices: RULES,
      only: 'create',
      show: (provider) => RULES.find(([rule]) => rule === provider.oidc?.correlationRule)?.[1] ?? RULES[0][1],
    },
  ],
};
