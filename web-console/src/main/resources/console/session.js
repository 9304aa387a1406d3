/**
 * Who is signed in. A login through an identity provider has its place here: whatever yields a token calls signIn.
 *
 * @typedef {{group?: {id?: string}, role?: {id?: string, name?: string, description?: string, capabilities?: string[]},
 *   capabilities?: string[]}} Holding
 * @typedef {{issuer: string, subject: string, audience?: string[], expiry: string, issuedAt: string,
 *   capabilities?: Holding[]}} WhoAmI
 */
import { ApiError, authorize, exchange } from './api.js';

const STORED = 'platform-console-token';
export const WHO_AM_I = { path: '/auth/v1/ok' };

/** How long before its end the next token is asked for, in milliseconds. */
const NOTICE = 120_000;

/** The longest that browsers wait, in milliseconds: what is to happen later happens at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The hosts that only the user of this machine can mean. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the token in a fragment, and undefined if there is none.
 *
 * @param {string} fragment with its number sign
 */
export function tokenIn(fragment) {
  return fragment.startsWith('#token=') ? fragment.slice('#token='.length) : undefined;
}

/**
 * Returns whether a token in the address may sign in. Elsewhere a link could sign somebody in as its author.
 *
 * @param {string} hostname
 * @param {boolean} signedIn
 */
export function acceptsTokenInAddress(hostname, signedIn) {
  return !signedIn && LOOPBACK.includes(hostname);
}

/**
 * Returns the capabilities of a holding.
 *
 * @param {Holding} holding
 */
export function capabilitiesOf(holding) {
  return holding.role?.capabilities ?? holding.capabilities ?? [];
}

/**
 * Returns whether somebody holds a capability at a uid or above it.
 *
 * @param {WhoAmI | undefined} me
 * @param {string} capability
 * @param {string} uid
 */
export function holds(me, capability, uid) {
  return (me?.capabilities ?? []).some((holding) => {
    const group = holding.group?.id ?? '';
    return group && (uid === group || uid.startsWith(`${group}/`)) && capabilitiesOf(holding).includes(capability);
  });
}

/**
 * Returns in how many milliseconds the next token is to be asked for: two minutes before the end, or at half of what
 * is left of a short one.
 *
 * @param {string} expiry
 * @param {number} now
 */
export function untilNotice(expiry, now) {
  const left = Date.parse(expiry) - now;
  return Math.max(0, left - Math.min(NOTICE, left / 2));
}

class Session {
  constructor() {
    this.token = '';
    /** @type {WhoAmI | undefined} */
    this.me = undefined;
    /** @type {'' | 'soon' | 'now'} whether the next token is needed */
    this.ends = '';
    this.asked = 0;
    /** Counts the times that somebody has signed out: what was asked before does not sign in after. */
    this.left = 0;
    /** Whether a token that nobody has pasted is being tried. */
    this.tries = false;
    /** @type {unknown} why a token that nobody has pasted was not accepted */
    this.failure = undefined;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Takes what the address or this tab has, and asks the server whose it is. */
  async start() {
    authorize(
      () => this.token,
      (refused) => {
        // An answer to the token before says nothing of the one that has taken its place.
        if (this.me && refused === this.token) {
          this.end('now');
        }
      },
    );
    this.channel = new BroadcastChannel('platform-console');
    this.channel.onmessage = () => this.forget();
    addEventListener('hashchange', () => this.begin(this.takeFromAddress(this.isTaken())));
    const stored = sessionStorage.getItem(STORED) ?? '';
    const given = this.takeFromAddress(false);
    await this.begin(stored || given);
    if (stored && !this.isTaken()) {
      await this.begin(given); // the session of this tab is over, so nobody is signed in
    }
  }

  /**
   * Signs in with a token that nobody has pasted. One that is not accepted leads to the page for signing in, which says
   * why.
   *
   * @param {string} token empty for none
   */
  async begin(token) {
    if (!token || this.token || this.tries) {
      return;
    }
    this.failure = undefined;
    this.tries = true;
    try {
      await this.signIn(token);
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 401) {
        sessionStorage.removeItem(STORED);
      }
      this.failure = failure;
      this.tell();
    } finally {
      this.tries = false;
    }
  }

  /** Returns whether somebody is signed in, is about to be, or comes back once the server can be reached. */
  isTaken() {
    return this.token !== '' || this.tries || sessionStorage.getItem(STORED) !== null;
  }

  /**
   * Removes a token from the address and returns it if it may sign in, else an empty text.
   *
   * @param {boolean} signedIn
   */
  takeFromAddress(signedIn) {
    const token = tokenIn(location.hash);
    if (token === undefined) {
      return '';
    }
    history.replaceState(null, '', '#/');
    dispatchEvent(new HashChangeEvent('hashchange'));
    return acceptsTokenInAddress(location.hostname, signedIn) ? token : '';
  }

  /**
   * Signs in. While somebody is signed in, only another token of the same identity is taken: what is open was filled
   * in as that one.
   *
   * @param {string} token
   * @throws {ApiError} if the server does not accept it
   */
  async signIn(token) {
    if (!/^[!-~]+$/.test(token)) {
      throw new ApiError('A token is one word, without blanks and line breaks. Paste all of it.', 0);
    }
    const { left } = this;
    const answer = await exchange(WHO_AM_I, token);
    if (left !== this.left) {
      throw new ApiError('You have signed out meanwhile.', 0);
    }
    if (answer.status !== 200) {
      const message =
        answer.status === 401
          ? 'The server does not accept this token. It may have ended, or be one for another server.'
          : (answer.body?.message ?? `The server answered with status ${answer.status}.`);
      throw new ApiError(message, answer.status, answer.body, answer.requestId);
    }
    if (this.me && this.me.subject !== answer.body.subject) {
      throw new ApiError('This is the token of another identity. Sign out first.', 0);
    }
    this.failure = undefined;
    this.token = token;
    this.me = answer.body;
    this.ends = '';
    this.asked = Date.now();
    sessionStorage.setItem(STORED, token);
    this.awaitEnd();
    this.tell();
  }

  /**
   * Asks again what the identity may do, since that can change at any time.
   *
   * @param {number} age in milliseconds: a younger answer does
   */
  async refresh(age = 0) {
    if (Date.now() - this.asked < age) {
      return;
    }
    this.asked = Date.now();
    const answer = await exchange(WHO_AM_I, this.token);
    if (answer.status === 200 && this.me?.subject === answer.body.subject) {
      this.me = answer.body;
      this.tell();
    }
  }

  awaitEnd() {
    clearTimeout(this.timer);
    const expiry = this.me?.expiry ?? '';
    const wait = untilNotice(expiry, Date.now());
    if (wait > LONGEST_WAIT) {
      this.timer = setTimeout(() => this.awaitEnd(), LONGEST_WAIT);
      return;
    }
    this.timer = setTimeout(() => {
      this.end('soon');
      this.timer = setTimeout(() => this.end('now'), Math.max(0, Date.parse(expiry) - Date.now()));
    }, wait);
  }

  /** @param {'soon' | 'now'} when */
  end(when) {
    this.ends = when;
    this.tell();
  }

  /** Signs out in all tabs. */
  signOut() {
    this.channel?.postMessage('signed out');
    this.forget();
  }

  forget() {
    this.left++;
    clearTimeout(this.timer);
    sessionStorage.removeItem(STORED);
    this.token = '';
    this.me = undefined;
    this.ends = '';
    this.tell();
  }

  /**
   * Returns whether the identity may do something at a uid.
   *
   * @param {string} capability
   * @param {string} uid
   */
  may(capability, uid) {
    return holds(this.me, capability, uid);
  }

  /**
   * Calls back after each change. Returns what ends that.
   *
   * @param {() => void} listener
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell() {
    this.listeners.forEach((listener) => listener());
  }
}

/** The session of this tab. */
export const session = new Session();
