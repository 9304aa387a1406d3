import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { acceptsTokenInAddress, capabilitiesOf, holds, session, tokenIn, untilNotice } from '../../main/resources/console/session.js';

const ORG = 'a'.repeat(40);
const TEAM = `${ORG}/${'b'.repeat(16)}`;

test('a token in the address is told from a route', () => {
  assert.equal(tokenIn('#token=ey.J'), 'ey.J');
  assert.equal(tokenIn('#token='), '');
  assert.equal(tokenIn('#/groups/x?token=1'), undefined);
  assert.equal(tokenIn(''), undefined);
});

test('a token in the address counts on this machine only, and only while nobody is signed in', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    assert.equal(acceptsTokenInAddress(host, false), true, host);
    assert.equal(acceptsTokenInAddress(host, true), false, host);
  }
  for (const host of ['platform.example.com', '127.0.0.1.example.com', 'localhost.example.com', '::1', '127.0.0.2', '']) {
    assert.equal(acceptsTokenInAddress(host, false), false, host);
  }
});

test('a capability counts at its group and below, and nowhere else', () => {
  const me = { capabilities: [{ group: { id: TEAM }, role: { capabilities: ['groups.list'] } }] };
  assert.equal(holds(me, 'groups.list', TEAM), true);
  assert.equal(holds(me, 'groups.list', `${TEAM}/${'c'.repeat(16)}`), true);
  assert.equal(holds(me, 'groups.list', `${TEAM}c`), false);
  assert.equal(holds(me, 'groups.list', ORG), false);
  assert.equal(holds(me, 'groups.create', TEAM), false);
  assert.equal(holds(undefined, 'groups.list', TEAM), false);
});

test('what is left of a role stands beside it', () => {
  assert.deepEqual(capabilitiesOf({ capabilities: ['a'] }), ['a']);
  assert.deepEqual(capabilitiesOf({ role: { capabilities: ['b'] }, capabilities: [] }), ['b']);
  assert.deepEqual(capabilitiesOf({}), []);
});

test('the next token is asked for two minutes before the end, of a short one at half time, and at once after it', () => {
  const now = Date.parse('2026-11-27T10:00:00Z');
  assert.equal(untilNotice('2026-11-27T11:00:00Z', now), 58 * 60_000);
  assert.equal(untilNotice('2026-11-27T10:01:00Z', now), 30_000);
  assert.equal(untilNotice('2026-11-27T09:00:00Z', now), 0);
});

/** Answers who-am-I when it is told to. */
function server() {
  const stored = new Map();
  const value = { setItem: (key, text) => stored.set(key, text), removeItem: (key) => stored.delete(key), getItem: (key) => stored.get(key) ?? null };
  Object.defineProperty(globalThis, 'sessionStorage', { value, configurable: true });
  let answer;
  globalThis.fetch = () => new Promise((resolve) => {
    answer = (subject, lifetime) => resolve(new Response(JSON.stringify({ subject, expiry: new Date(Date.now() + lifetime).toISOString() }), { headers: { 'Content-Type': 'application/json' } }));
  });
  return { stored, answer: (subject, lifetime = 3_600_000) => answer(subject, lifetime) };
}

test('an answer that comes after signing out signs nobody in', async () => {
  const { stored, answer } = server();
  const pending = session.signIn('first');
  session.forget();
  answer(ORG);
  await assert.rejects(pending, /signed out meanwhile/);
  assert.deepEqual([session.token, session.me, stored.size], ['', undefined, 0]);
});

test('who is signed in goes on with another token of the same identity only', async () => {
  const { stored, answer } = server();
  const first = session.signIn('first');
  answer(ORG);
  await first;
  const other = session.signIn('other');
  answer(TEAM);
  await assert.rejects(other, /another identity/);
  assert.equal(session.token, 'first');
  const next = session.signIn('next');
  answer(ORG);
  await next;
  assert.deepEqual([session.token, ...stored.values()], ['next', 'next']);
  session.forget();
  assert.deepEqual([session.token, stored.size], ['', 0]);
});

test('the next token is asked for in time also where browsers cannot wait that long at once', async () => {
  const DAY = 86_400_000;
  const { answer } = server();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-11-27T10:00:00Z') });
  const wait = globalThis.setTimeout;
  // Those of this test would wait longer than those of browsers, for which such a time has passed at once.
  globalThis.setTimeout = (act, time) => wait(act, time > 2 ** 31 - 1 ? 1 : time);
  try {
    const signedIn = session.signIn('of-sixty-days');
    answer(ORG, 60 * DAY);
    await signedIn;
    for (let day = 1; day < 60; day++) {
      mock.timers.tick(DAY);
    }
    mock.timers.tick(DAY - 121_000);
    assert.equal(session.ends, '');
    mock.timers.tick(1_000);
    assert.equal(session.ends, 'soon');
    mock.timers.tick(120_000);
    assert.equal(session.ends, 'now');
  } finally {
    session.forget();
    mock.timers.reset();
  }
});
