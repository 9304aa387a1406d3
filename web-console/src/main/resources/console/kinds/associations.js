/** Account associations: which accounts elsewhere belong to a group. A group has at most one, which has its uid. */
import { asLines, setAt, valueAt } from '../form.js';
import { href } from '../router.js';
import { Time, html } from '../ui.js';
import { Checks } from './check.js';
import { DESCRIBED, DESCRIPTION, NAME } from './common.js';

/**
 * Where apps are installed at GitHub, one installation a line: the id of the app, that of the installation, its name.
 *
 * @type {import('../form.js').Type}
 */
const INSTALLATIONS = {
  read: (item, { name }) =>
    Object.entries(valueAt(item, name) ?? {})
      .flatMap(([app, { installations = [] }]) =>
        installations.map((/** @type {any} */ each) => [app, each.installationId, each.name].filter(Boolean).join(' ')),
      )
      .join('\n'),
  write: (body, value, { name }) => {
    /** @type {Record<string, {installations: any[]}>} */
    const apps = {};
    for (const line of asLines(value)) {
      const [app, installationId, ...words] = line.split(/\s+/);
      (apps[app] ??= { installations: [] }).installations.push({ installationId, name: words.join(' ') || undefined });
    }
    if (Object.keys(apps).length > 0) {
      setAt(body, name, apps);
    }
  },
  paths: ({ name }) => [name],
  text: (value) => value,
};

/** @type {import('../kind.js').Kind} */
export default {
  path: '/iam/v2/accountAssociations',
  key: 'accountAssociations',
  title: 'Account association',
  singular: 'account association',
  name: (association) => association.name,
  scope: (uid) => ({ 'uidp.ids': uid }),
  needs: {
    create: ['account_associations.create'],
    change: ['account_associations.update'],
    delete: ['account_associations.delete'],
  },
  empty: 'No accounts elsewhere are associated with this group.',
  note: html`<p class="hint">Leave out the providers that the group does not use. This server calls none of them.</p>`,
  columns: [
    { label: 'Name', cell: (association) => html`<a href=${href('association', association.uid)}>${association.name}</a>` },
    DESCRIBED,
    { label: 'Changed', cell: (association) => html`<${Time} at=${association.updateTime} />`, wide: true },
  ],
  more: (association) => html`<${Checks} key=${association.uid} association=${association} />`,
  fields: [
    NAME,
    DESCRIPTION,
    { name: 'amazon.account', label: 'Amazon: account', hint: 'Twelve digits.' },
    { name: 'google.projectId', label: 'Google: id of the project' },
    { name: 'google.projectNumber', label: 'Google: number of the project' },
    { name: 'azure.tenantId', label: 'Azure: id of the tenant' },
    { name: 'azure.clientIds', label: 'Azure: ids of the clients', type: 'pairs', hint: 'One component a line, such as ingester = 0f…' },
    { name: 'github.appInstallations', label: 'GitHub: installations of apps', type: 'lines', as: INSTALLATIONS, hint: 'One a line: the id of the app, the id of the installation, and its name.' },
    { name: 'chainguard.serviceBindings', label: 'Services of the platform', type: 'pairs', hint: 'One a line: the service, and the uid of the identity as which it acts, such as INGESTER = …' },
  ],
};
