import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../main/resources/console/api.js';
import { WORDS, compareFields, formOf, linesOf, marksOf, renames } from '../../main/resources/console/compare.js';
import { OPERATIONS, compare, documents, leftovers, remove } from '../../main/resources/console/pages/compare.js';
import { session } from '../../main/resources/console/session.js';

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

test('each field of a header tells how it differs', () => {
  const second = new Headers({ 'Content-Type': 'application/json', ETag: '"1"', 'X-Request-Id': 'a' });
  const first = new Headers({ 'content-type': 'application/json', 'X-Request-Id': 'b', Deprecation: 'true' });
  assert.deepEqual(marksOf(second, first).map(({ name, mark }) => `${mark} ${name}`), ['same content-type', 'only etag', 'form x-request-id']);
  assert.deepEqual(marksOf(first, second).map(({ name, mark }) => `${mark} ${name}`), ['same content-type', 'only deprecation', 'form x-request-id']);
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

const CREATE = OPERATIONS.find(({ id }) => id === 'create');
const NOT_EMPTY = { message: 'not empty', details: [{ reason: 'FAILED_PRECONDITION' }, { violations: [{ type: 'RESOURCE_NOT_EMPTY' }] }] };
const answer = (status, body, headers = {}) => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/**
 * Takes the place of a server that has groups. Requests which `instead` answers do not come to it.
 *
 * @param {(request: {line: string, key: string, bearer: string, signal?: AbortSignal}, groups: Set<string>) => any} [instead]
 */
function serve(instead = () => undefined) {
  const groups = new Set();
  const requests = [];
  const keys = new Map();
  session.token = 'first';
  const make = (parent) => {
    const uid = `${parent}/${groups.size}`;
    groups.add(uid);
    return uid;
  };
  globalThis.fetch = async (address, { method, headers, signal }) => {
    const url = new URL(address, 'http://server');
    const key = headers['Idempotency-Key'] ?? '';
    const request = { line: `${method} ${url.pathname}`, key, bearer: headers.Authorization, signal };
    requests.push(request);
    const given = await instead(request, groups);
    if (given) {
      return given;
    }
    const uid = url.pathname.replace(/^.*groups\/?/, '');
    const within = [...groups].filter((each) => each.startsWith(`${uid || url.searchParams.get('uidp.children_of')}/`));
    if (method === 'GET') {
      return answer(200, { groups: within.map((each) => ({ uid: each })) });
    }
    if (method === 'POST') {
      const made = keys.get(key) ?? make(uid);
      keys.set(key || made, made);
      return answer(200, { uid: made, id: made });
    }
    if (within.length > 0) {
      return answer(400, NOT_EMPTY);
    }
    return groups.delete(uid) ? answer(200, {}) : answer(404, {});
  };
  return { groups, requests };
}

const unanswered = () => Promise.reject(new TypeError('the connection is gone'));
const later = (time) => new Promise((resolve) => setTimeout(resolve, time));

test('a write is waited for before what it has written is removed, also if the other one fails', async () => {
  const { groups } = serve(async ({ line }) => {
    if (line === 'POST /iam/v1/groups/o/0') {
      return unanswered();
    }
    return line === 'POST /iam/v2/groups/o/0' ? later(30) : undefined;
  });
  await assert.rejects(compare(CREATE, 'o', new AbortController().signal), /cannot be reached/);
  assert.deepEqual([...groups], []);
  assert.deepEqual(leftovers, []);
});

test('what is written without an answer, while the group is removed, is removed too', async () => {
  let late = true;
  const { groups } = serve(({ line }, all) => {
    if (line === 'DELETE /iam/v2/groups/o/0' && late) {
      late = false;
      all.add('o/0/late');
    }
  });
  await compare(CREATE, 'o', new AbortController().signal);
  assert.deepEqual([...groups], []);
  assert.deepEqual(leftovers, []);
});

test('a group that stays full is given up', async () => {
  const lines = [];
  const call = async ({ method = 'GET' }) => {
    lines.push(method);
    if (method === 'DELETE') {
      throw new ApiError('not empty', 400, NOT_EMPTY);
    }
    return { body: { groups: [] } };
  };
  await assert.rejects(remove('o/0', call, async () => {}), /not empty/);
  assert.equal(lines.join(' '), 'GET DELETE GET DELETE GET DELETE GET DELETE');
});

test('who leaves the page or signs out leaves no group', async () => {
  const page = new AbortController();
  const { groups, requests } = serve(({ line }) => {
    if (line === 'POST /iam/v2/groups/o/0') {
      page.abort();
      session.token = '';
    }
  });
  const sent = await compare(CREATE, 'o', page.signal);
  assert.deepEqual(sent.map(({ answer: { status } }) => status), [200, 200]);
  assert.deepEqual([...groups], []);
  assert.ok(requests.every(({ bearer, signal }) => bearer === 'Bearer first' && !signal));
});

test('a group is made once if the answer is lost', async () => {
  const { groups, requests } = serve();
  const answered = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const made = await answered(...request);
    return requests.length === 1 ? unanswered() : made;
  };
  await compare(CREATE, 'o', new AbortController().signal);
  const keys = requests.filter(({ line }) => line === 'POST /iam/v2/groups/o').map(({ key }) => key);
  assert.equal(keys.length, 2);
  assert.ok(keys[0]);
  assert.equal(keys[0], keys[1]);
  assert.deepEqual([...groups], []);
});

test('a group that remains is kept in mind, and what has failed first is told', async () => {
  serve(({ line }) => {
    if (line === 'POST /iam/v1/groups/o/0') {
      return unanswered();
    }
    return line === 'DELETE /iam/v2/groups/o/0' ? answer(403, { message: 'not you' }, { 'X-Request-Id': 'r' }) : undefined;
  });
  await assert.rejects(compare(CREATE, 'o', new AbortController().signal), /cannot be reached/);
  assert.deepEqual(leftovers.map(({ uid, failure }) => [uid, failure.message, failure.requestId]), [['o/0', 'not you', 'r']]);
});

test('version 1 and the explorer are missing only if their files are', async () => {
  const { signal } = new AbortController();
  for (const [end, name] of [['v1.json', 'first'], ['HEAD /explorer/', 'explorer']]) {
    const answers = (status) => serve(({ line }) => answer(line.endsWith(end) ? status : 200, { message: `status ${status}` }));
    answers(404);
    assert.ok(!(await documents(signal))[name], name);
    answers(200);
    assert.ok((await documents(signal))[name], name);
    answers(503);
    await assert.rejects(documents(signal), /status 503/, name);
  }
});
