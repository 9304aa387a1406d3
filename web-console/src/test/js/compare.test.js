import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WORDS, compareFields, formOf, linesOf, renames } from '../../main/resources/console/compare.js';

const { to1, to2 } = renames('groups');
const marks = (lines) => lines.map(({ text, mark }) => `${mark} ${text}`);

test('each line tells how it differs', () => {
  const second = { groups: [{ uid: 'u', name: 'n', verified: false, createTime: 't', kind: 'ORG_KIND_DEV' }], totalCount: '1' };
  const first = { items: [{ id: 'u', name: 'n', verified: false, kind: 'DEV' }] };
  assert.deepEqual(marks(linesOf(second, first, to1)), [
    'same {',
    'renamed "groups": [',
    'same {',
    'renamed "uid": "u",',
    'same "name": "n",',
    'same "verified": false,',
    'only "createTime": "t",',
    'form "kind": "ORG_KIND_DEV"',
    'same }',
    'renamed ],',
    'only "totalCount": "1"',
    'same }',
  ]);
  assert.deepEqual(marks(linesOf(first, second, to2)), [
    'same {',
    'renamed "items": [',
    'same {',
    'renamed "id": "u",',
    'same "name": "n",',
    'same "verified": false,',
    'form "kind": "DEV"',
    'same }',
    'renamed ]',
    'same }',
  ]);
});

test('what is a list in one version and a text in the other has another form', () => {
  assert.deepEqual(marks(linesOf({ a: ['x'], b: {} }, { a: 'x', b: [] }, (name) => name)), [
    'same {',
    'form "a": [',
    'only "x"',
    'form ],',
    'form "b": {}',
    'same }',
  ]);
});

test('without an answer of the other version all is only here', () => {
  assert.deepEqual(marks(linesOf({ a: 1 }, undefined, (name) => name)), ['only {', 'only "a": 1', 'only }']);
});

const list = (key, schema) => ({
  get: { responses: { 200: { content: { 'application/json': { schema: { properties: { [key]: { items: schema } } } } } } } },
});

test('fields are compared by their names and their forms', () => {
  const second = {
    paths: { '/iam/v2/groups': list('groups', { $ref: '#/components/schemas/G' }) },
    components: { schemas: { G: { properties: { uid: { type: 'string' }, name: { type: 'string' }, kind: { enum: ['ORG_KIND_DEV'] }, createTime: { type: 'string', format: 'date-time' } } } } },
  };
  const first = {
    paths: { [WORDS.groups.path]: list('items', { properties: { id: { type: 'string' }, name: { type: 'string' }, kind: { enum: ['DEV'] }, old: { type: 'boolean' } } }) },
    components: { schemas: {} },
  };
  assert.deepEqual(
    compareFields('groups', '/iam/v2/groups', second, first).map(({ name, first: other, mark }) => [name, other, mark]),
    [
      ['uid', 'id', 'renamed'],
      ['name', 'name', 'same'],
      ['kind', 'kind', 'form'],
      ['createTime', undefined, 'only'],
      [undefined, 'old', 'only'],
    ],
  );
});

test('the form of a field is told through references and lists', () => {
  const document = { components: { schemas: { C: { enum: ['A', 'B'] } } } };
  assert.equal(formOf(document, { type: 'array', items: { $ref: '#/components/schemas/C' } }), 'list of one of 2: B');
  assert.equal(formOf(document, { allOf: [{ $ref: '#/components/schemas/C' }] }), 'one of 2: B');
  assert.equal(formOf(document, { type: 'string', format: 'int64' }), 'string (int64)');
  assert.equal(formOf(document, { properties: { b: {}, a: {} } }), 'object with a, b');
});
