import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageRequest, rangeText } from '../../main/resources/console/list.js';

const LIST = { path: '/iam/v2/groups', key: 'groups', title: 'Groups', columns: [], filters: [{ name: 'name', label: 'Name' }] };

test('a page is asked for with its place, its order, and the filters of the list only', () => {
  assert.deepEqual(pageRequest(LIST, { 'uidp.children_of': 'u' }, { name: 'n', order: 'name desc', skip: '100', do: 'create', page_size: '999' }), {
    path: '/iam/v2/groups',
    query: { 'uidp.children_of': 'u', name: 'n', order_by: 'name desc', page_size: 50, skip: '100' },
  });
});

test('rows are counted from one', () => {
  assert.equal(rangeText(0, 50, '120'), '1 to 50 of 120');
  assert.equal(rangeText(100, 20, '120'), '101 to 120 of 120');
  assert.equal(rangeText(0, 3, '3'), '3');
  assert.equal(rangeText(0, 0, '0'), '0');
  assert.equal(rangeText(0, 50, undefined), '1 to 50');
  assert.equal(rangeText(50, 50, undefined, true), '51 to 100 of many');
  assert.equal(rangeText(0, 50, '120', true), '1 to 50 of 120');
});
