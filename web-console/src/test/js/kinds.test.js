import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf, groupOf, pathOf } from '../../main/resources/console/kind.js';
import { inForce, wordsOf } from '../../main/resources/console/kinds/events.js';
import bindings from '../../main/resources/console/kinds/bindings.js';
import { sizeText } from '../../main/resources/console/kinds/image.js';
import { FIELDS as UPLOAD, documentOf } from '../../main/resources/console/kinds/upload.js';
import { bodyOf } from '../../main/resources/console/form.js';
import { percent } from '../../main/resources/console/pages/imports.js';
import { parentOf, shortUid } from '../../main/resources/console/ui.js';

const ORG = 'a'.repeat(40);
const TEAM = `${ORG}/${'b'.repeat(16)}`;
const ITEM = `${TEAM}/${'c'.repeat(16)}`;
const load = async () => ({});

test('a view belongs to the group in whose uid it lies', () => {
  const identities = { view: 'identities', item: 'identity', label: '', load };
  const accounts = { view: 'associations', item: 'association', label: '', load, own: true };
  const tags = { view: 'tags', item: 'tag', label: '', load, in: 'repo' };
  assert.equal(groupOf(identities, { view: 'identities', uid: TEAM, query: {} }), TEAM);
  assert.equal(groupOf(identities, { view: 'identity', uid: ITEM, query: {} }), TEAM);
  assert.equal(groupOf(accounts, { view: 'association', uid: TEAM, query: {} }), TEAM);
  assert.equal(groupOf(tags, { view: 'tags', uid: ITEM, query: {} }), TEAM);
  assert.equal(groupOf(tags, { view: 'tag', uid: `${ITEM}/${'d'.repeat(16)}`, query: {} }), TEAM);
  assert.equal(groupOf(identities, { view: 'identity', uid: ORG, query: {} }), '');
});

test('the path of a uid begins with its organization', () => {
  assert.deepEqual(pathOf(ITEM), [ORG, TEAM, ITEM]);
  assert.equal(parentOf(ITEM), TEAM);
  assert.equal(parentOf(ORG), '');
  assert.equal(shortUid(ITEM), `…${'c'.repeat(8)}`);
});

test('facts are the fields that have a value, never a secret', () => {
  const kind = {
    fields: [
      { name: 'name', label: 'Name' },
      { name: 'description', label: 'Description' },
      { name: 'secret', label: 'Secret', type: 'secret' },
      { name: 'fixed', label: 'Fixed', only: 'create' },
    ],
  };
  const facts = factsOf(/** @type {any} */ (kind), { uid: ITEM, name: 'n', secret: 's', fixed: 'f' });
  assert.deepEqual(facts.slice(0, 2), [['Name', 'n'], ['Fixed', 'f']]);
  assert.deepEqual(facts.map(([label]) => label), ['Name', 'Fixed', 'Uid']);
});

test('the newest approved event is in force', () => {
  const events = [
    { uid: '1', detection: {}, reviewState: 'REVIEW_STATE_APPROVED' },
    { uid: '2', fixed: {}, reviewState: 'REVIEW_STATE_APPROVED' },
    { uid: '3', patched: {}, reviewState: 'REVIEW_STATE_PENDING' },
  ];
  assert.equal(wordsOf(inForce(events)), 'Fixed');
  assert.equal(wordsOf(inForce([])), '');
});

test('numbers of bytes are readable', () => {
  assert.equal(sizeText('999'), '999 B');
  assert.equal(sizeText(1500), '1.5 kB');
  assert.equal(sizeText('123456789'), '123.5 MB');
});

test('a manifest has the media type that it names, or that its parts tell, and a config has none', () => {
  const typeOf = (json) => documentOf({ content: 'eA==', json }).mediaType;
  assert.equal(typeOf({ manifests: [] }), 'application/vnd.oci.image.index.v1+json');
  assert.equal(typeOf({ layers: [] }), 'application/vnd.oci.image.manifest.v1+json');
  assert.equal(typeOf({ layers: [], mediaType: 'application/vnd.docker.distribution.manifest.v2+json' }), 'application/vnd.docker.distribution.manifest.v2+json');
  assert.equal(typeOf({ rootfs: {}, mediaType: 'x' }), undefined);
  assert.equal(typeOf(undefined), undefined);
});

test('what an index refers to is uploaded as manifests and as configs', () => {
  const file = (json) => ({ name: 'f', content: 'eA==', json });
  const body = bodyOf(UPLOAD, { manifest: [file({ manifests: [] })], children: [file({ rootfs: {} }), file({ layers: [] })] });
  assert.equal(body.manifest.mediaType, 'application/vnd.oci.image.index.v1+json');
  assert.deepEqual(body.children, [{ mediaType: 'application/vnd.oci.image.manifest.v1+json', content: 'eA==' }]);
  assert.deepEqual(body.configs, [{ mediaType: undefined, content: 'eA==' }]);
});

test('a role for several identities is one request, which grants all or none', () => {
  const { create, made } = bindings.requests;
  assert.deepEqual(create(TEAM, { identityUid: '1', roleUid: 'r' }), { method: 'POST', path: `/iam/v2/roleBindings/${TEAM}`, body: { identityUid: '1', roleUid: 'r' } });
  assert.deepEqual(create(TEAM, { identityUid: '1', roleUid: 'r', others: ['2'] }), {
    method: 'POST',
    path: '/iam/v2/roleBindings:batchCreate',
    body: { parent: TEAM, requests: [{ roleBinding: { roleUid: 'r', identityUid: '1' } }, { roleBinding: { roleUid: 'r', identityUid: '2' } }] },
  });
  const binding = (name) => ({ uid: name, role: { name: 'viewer' }, identity: { name } });
  assert.equal(bindings.name(made({ roleBindings: [binding('a'), binding('b')] })), 'viewer of a, b');
  assert.equal(bindings.name(made(binding('a'))), 'viewer of a');
});

test('progress is between nothing and all', () => {
  assert.equal(percent({ bytesRead: '5', bytesTotal: '10' }), 50);
  assert.equal(percent({ bytesRead: '5', bytesTotal: '0' }), 0);
  assert.equal(percent({}), 0);
});
