import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, address, authorize, curl, newKey, send } from '../../main/resources/console/api.js';

const UID = 'a'.repeat(40);

/** Answers the next requests, and returns what was sent. */
function server(...answers) {
  const sent = [];
  globalThis.fetch = async (url, init) => {
    sent.push({ url, ...init });
    const next = answers.shift();
    if (next instanceof Error) {
      throw next;
    }
    return new Response(next.text ?? JSON.stringify(next.body), {
      status: next.status ?? 200,
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1', ...next.headers },
    });
  };
  return sent;
}

test('parameters without a value are left out, and lists are repeated', () => {
  assert.equal(
    address({ path: '/p', query: { a: 'x y', b: undefined, c: '', d: ['1', '2'], e: 0, f: false } }),
    '/p?a=x+y&d=1&d=2&e=0&f=false',
  );
  assert.equal(address({ path: '/p' }), '/p');
});

test('a command names the variable, never the token, and quotes what a shell would read', () => {
  authorize(() => 'secret-token', () => {});
  const command = curl({ method: 'PATCH', path: '/p', query: { q: "it's" }, body: { name: "it's $HOME" }, etag: '"1"' }, 'http://h');
  assert.equal(
    command,
    [
      `curl -X PATCH 'http://h/p?q=it%27s'`,
      '-H "Authorization: Bearer $TOKEN"',
      `-H 'If-Match: "1"'`,
      `-H 'Content-Type: application/json'`,
      `-d '{"name":"it'\\''s $HOME"}'`,
    ].join(' \\\n  '),
  );
  assert.ok(!command.includes('secret-token'));
});

test('a request has the token, the entity tag and the key', async () => {
  authorize(() => 't-1', () => {});
  const sent = server({ body: { uid: UID }, headers: { ETag: '"7"' } });
  const answer = await send({ method: 'PATCH', path: '/p', body: { name: 'x' }, etag: '"6"', key: 'k' });
  assert.deepEqual(sent[0].headers, {
    Accept: 'application/json',
    Authorization: 'Bearer t-1',
    'If-Match': '"6"',
    'Idempotency-Key': 'k',
    'Content-Type': 'application/json',
  });
  assert.equal(sent[0].credentials, 'omit');
  assert.equal(sent[0].cache, 'no-store');
  assert.deepEqual([answer.body.uid, answer.etag, answer.requestId], [UID, '"7"', 'r-1']);
});

test('an error tells its reason, its violations and its request', async () => {
  server({
    status: 400,
    body: {
      message: 'Invalid argument',
      details: [{ reason: 'INVALID_ARGUMENT' }, { fieldViolations: [{ field: 'name', description: 'is required' }] }],
    },
  });
  await assert.rejects(send({ path: '/p' }), (/** @type {ApiError} */ error) => {
    assert.deepEqual(
      [error.message, error.status, error.reason, error.requestId, error.violations],
      ['Invalid argument', 400, 'INVALID_ARGUMENT', 'r-1', [{ field: 'name', description: 'is required' }]],
    );
    return true;
  });
});

test('no answer is an error with status 0, and what is no JSON is shown as it is', async () => {
  server(new TypeError('Failed to fetch'), { status: 502, text: '<html>', headers: { 'Content-Type': 'text/html' } });
  await assert.rejects(send({ path: '/p' }), { status: 0, message: /cannot be reached/ });
  await assert.rejects(send({ path: '/p' }), { status: 502, body: '<html>', message: /status 502/ });
});

test('a refused token is told with the token that was sent', async () => {
  const refused = [];
  let token = 'old';
  authorize(() => token, (which) => refused.push(which));
  server({ status: 401, body: { message: 'no' } });
  const pending = send({ path: '/p' });
  token = 'new';
  await assert.rejects(pending, { status: 401 });
  assert.deepEqual(refused, ['old']);
});

test('keys differ, and have the form that the server accepts', () => {
  assert.match(newKey(), /^[0-9a-f]{32}$/);
  assert.notEqual(newKey(), newKey());
});
