import assert from 'node:assert/strict';
import { test } from 'node:test';
import { href, read } from '../../main/resources/console/router.js';

const UID = `${'a'.repeat(40)}/${'b'.repeat(16)}`;

test('a route is read as it was written', () => {
  for (const route of [
    { view: '', uid: '', query: {} },
    { view: '', uid: '', query: { name: 'a b&c=d' } },
    { view: 'identities', uid: UID, query: {} },
    { view: 'identities', uid: UID, query: { name: 'ci/bot?', skip: '50', order: 'name desc' } },
  ]) {
    assert.deepEqual(read(href(route.view, route.uid, route.query)), route);
  }
});

test('no fragment is the overview', () => {
  assert.deepEqual(read(''), { view: '', uid: '', query: {} });
  assert.deepEqual(read('#/'), { view: '', uid: '', query: {} });
});

test('filters without a value are not in the address', () => {
  assert.equal(href('groups', UID, { name: '', skip: undefined, order: 'name' }), `#/groups/${UID}?order=name`);
});

test('what is no uid leads to no page', () => {
  for (const uid of ['../../iam/v2/groups', `${UID}/../x`, `${UID}:cancel`, `${UID}/`, '%2e%2e', '.']) {
    assert.equal(read(`#/import/${uid}`).uid, '');
    assert.notEqual(read(`#/import/${uid}`).view, 'import');
  }
});
