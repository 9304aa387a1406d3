import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, changeOf, fieldOf, merge, shownFields, valuesOf } from '../../main/resources/console/form.js';

const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'description', label: 'Description', type: 'area' },
  { name: 'how', label: 'How', type: 'variant', initial: 'match', current: (item) => (item?.claimMatch ? 'match' : undefined) },
  { name: 'claimMatch.issuer', pattern: 'claimMatch.issuerPattern', label: 'Issuer', type: 'match', when: ({ how }) => how === 'match' },
  { name: 'claimMatch.claims', label: 'Claims', type: 'pairs', when: ({ how }) => how === 'match' },
  { name: 'tags', label: 'Tags', type: 'lines' },
  { name: 'ttl', label: 'Days', type: 'days', only: 'create' },
  { name: 'once', label: 'Once', type: 'check' },
];
const ITEM = { uid: 'u', name: 'n', claimMatch: { issuerPattern: 'https://.*', claims: { a: '1', b: 'x=y' } }, tags: ['s', 't'] };

test('what is read of a resource is written back as it was', () => {
  const values = valuesOf(FIELDS, ITEM);
  const { uid, ...fields } = ITEM;
  assert.deepEqual(bodyOf(shownFields(FIELDS, values, ITEM), values), { ...fields, once: false });
});

test('a new resource begins with the initial values, and empty texts are not sent', () => {
  const values = { ...valuesOf(FIELDS), name: 'x', ttl: '7' };
  assert.equal(values.how, 'match');
  assert.deepEqual(bodyOf(shownFields(FIELDS, values), values), { name: 'x', ttl: '604800s', once: false });
});

test('a change sends what differs, and names it', () => {
  const before = valuesOf(FIELDS, ITEM);
  const shown = shownFields(FIELDS, before, ITEM);
  assert.equal(changeOf(shown, before, before, ITEM), undefined);
  assert.deepEqual(changeOf(shown, { ...before, description: 'd', tags: '' }, before, ITEM), {
    body: { description: 'd' },
    mask: 'description,tags',
  });
});

test('an emptied field is named without a value', () => {
  const before = valuesOf(FIELDS, { ...ITEM, description: 'd' });
  assert.deepEqual(changeOf(FIELDS, { ...before, description: '' }, before, ITEM), { body: {}, mask: 'description' });
});

test('what another variant brings is sent, also where it begins with a value', () => {
  const fields = [
    { name: 'how', label: 'How', type: 'variant', initial: 'a', current: (item) => item && 'a' },
    { name: 'service', label: 'Service', type: 'choice', initial: 'S1', when: ({ how }) => how === 'b' },
  ];
  const before = valuesOf(fields, { uid: 'u' });
  const values = { ...before, how: 'b' };
  assert.deepEqual(changeOf(shownFields(fields, values, {}), values, before, {}), { body: { service: 'S1' }, mask: 'service' });
});

test('a pattern is another field than an exact value', () => {
  const before = valuesOf(FIELDS, ITEM);
  const changed = { ...before, 'claimMatch.issuer': { form: false, text: 'https://a' } };
  assert.deepEqual(changeOf(FIELDS, changed, before, ITEM), { body: { claimMatch: { issuer: 'https://a' } }, mask: 'claimMatch.issuer' });
});

test('of a conflict nothing is lost: what was typed stays, the rest is what is stored, and both are told', () => {
  const before = valuesOf(FIELDS, ITEM);
  const typed = { ...before, name: 'mine', description: 'only mine' };
  const stored = valuesOf(FIELDS, { ...ITEM, name: 'theirs', tags: ['theirs'] });
  const { values, conflicts } = merge(FIELDS, typed, before, stored);
  assert.equal(values.name, 'mine');
  assert.equal(values.description, 'only mine');
  assert.equal(values.tags, 'theirs');
  assert.deepEqual(conflicts, ['name']);
});

test('who typed the same is in no conflict', () => {
  const before = valuesOf(FIELDS, ITEM);
  const both = { ...before, name: 'same' };
  assert.deepEqual(merge(FIELDS, both, before, both).conflicts, []);
});

test('a violation is told at its field', () => {
  assert.equal(fieldOf(FIELDS, 'name'), 'name');
  assert.equal(fieldOf(FIELDS, 'tags[3]'), 'tags');
  assert.equal(fieldOf(FIELDS, 'claimMatch.issuerPattern'), 'claimMatch.issuer');
  assert.equal(fieldOf(FIELDS, 'claimMatch.claims.a'), 'claimMatch.claims');
  assert.equal(fieldOf(FIELDS, 'elsewhere'), undefined);
});
