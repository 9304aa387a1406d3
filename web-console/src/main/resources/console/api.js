/**
 * Calls the API of the server that serves this page, as any other client does: with a bearer token.
 *
 * @typedef {Record<string, string | number | boolean | string[] | undefined>} Query
 * @typedef {{method?: string, path: string, query?: Query, body?: any, file?: Blob, etag?: string, key?: string, trial?: boolean,
 *   progress?: (sent: number) => void}} Request `trial` stores nothing; `progress` hears which part of the file was sent, from 0 to 1
 * @typedef {{status: number, body: any, etag: string, requestId: string, headers: Headers}} Answer
 * @typedef {{field: string, description: string}} Violation
 */

/** An answer that is an error, or none at all: then the status is 0. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {any} [body] the error of the server
   * @param {string} [requestId] by which an operator finds it in the log
   */
  constructor(message, status, body, requestId = '') {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.body = body;
    const details = Array.isArray(body?.details) ? body.details : [];
    /** @type {string} a word for programs, such as GRANT_EXCEEDS_CALLER */
    this.reason = details.find((/** @type {any} */ each) => each.reason)?.reason ?? '';
    /** @type {Violation[]} what is wrong with which field */
    this.violations = details.flatMap((/** @type {any} */ each) => each.fieldViolations ?? []);
  }

  /**
   * Returns the same failure, told in words that fit to where it happened.
   *
   * @param {string} message
   */
  told(message) {
    return new ApiError(message, this.status, this.body, this.requestId);
  }
}

/** @type {() => string} */
let token = () => '';
/** @type {(refused: string) => void} */
let unauthenticated = () => {};

/**
 * Says where the token comes from, and who is told when the server does not accept it any more.
 *
 * @param {() => string} source
 * @param {(refused: string) => void} onUnauthenticated takes the token that was refused
 */
export function authorize(source, onUnauthenticated) {
  token = source;
  unauthenticated = onUnauthenticated;
}

/**
 * Returns a path with its query. Parameters without a value are left out.
 *
 * @param {Request} request
 */
export function address({ path, query = {} }) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== '') {
        parameters.append(name, String(each));
      }
    }
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Sends a request.
 *
 * @param {Request} request
 * @param {AbortSignal} [signal]
 * @param {string} [sent] a token for what must be done with it even after somebody has signed out
 * @returns {Promise<Answer>}
 * @throws {ApiError} if the answer is an error, or there is none
 */
export async function send(request, signal, sent = token()) {
  const answer = await exchange(request, sent, signal);
  if (answer.status >= 400) {
    if (answer.status === 401) {
      unauthenticated(sent);
    }
    const message = answer.body?.message || `The server answered with status ${answer.status}.`;
    throw new ApiError(message, answer.status, answer.body, answer.requestId);
  }
  return answer;
}

/**
 * Sends a request that is refused if somebody else has changed something meanwhile.
 *
 * @param {Request} request
 * @param {string} message what to say then
 * @param {() => void} reload shows anew what was changed
 */
export function sendIfUnchanged(request, message, reload) {
  return send(request).catch((/** @type {ApiError} */ failure) => {
    if (failure.status !== 412) {
      throw failure;
    }
    reload();
    throw failure.told(message);
  });
}

/**
 * Sends a request with a token of its own and returns its answer, whatever its status is.
 *
 * @param {Request} request
 * @param {string} bearer
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 * @throws {ApiError} if there is no answer
 */
export async function exchange(request, bearer, signal) {
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json', Authorization: `Bearer ${bearer}` };
  if (request.etag) {
    headers['If-Match'] = request.etag;
  }
  if (request.key) {
    headers['Idempotency-Key'] = request.key;
  }
  if (request.trial) {
    headers['Platform-Validate-Only'] = 'true';
  }
  if (request.body !== undefined || request.file) {
    headers['Content-Type'] = request.file ? 'application/octet-stream' : 'application/json';
  }
  let response;
  let text;
  try {
    response = request.progress
      ? await upload(request, headers)
      : await fetch(address(request), {
          method: request.method ?? 'GET',
          headers,
          body: request.file ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
          cache: 'no-store',
          credentials: 'omit',
          redirect: 'error',
          signal,
        });
    text = await response.text();
  } catch (failure) {
    if (signal?.aborted) {
      throw failure;
    }
    throw new ApiError('The server cannot be reached. Check the connection, and try again.', 0);
  }
  return {
    status: response.status,
    body: parsed(text, response.headers.get('Content-Type') ?? ''),
    etag: response.headers.get('ETag') ?? '',
    requestId: response.headers.get('X-Request-Id') ?? '',
    headers: response.headers,
  };
}

/**
 * Sends a file and tells how far it is, which fetch does not.
 *
 * @param {Request} request
 * @param {Record<string, string>} headers
 * @returns {Promise<Response>}
 */
function upload(request, headers) {
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open(request.method ?? 'POST', address(request));
    Object.entries(headers).forEach(([name, value]) => sent.setRequestHeader(name, value));
    sent.upload.onprogress = ({ loaded, total }) => request.progress?.(total ? loaded / total : 0);
    sent.onerror = reject;
    sent.onload = () => {
      const lines = sent.getAllResponseHeaders().trim().split('\r\n');
      const received = lines.map((line) => /** @type {[string, string]} */ ([line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
      resolve(new Response(sent.responseText, { status: sent.status, headers: received }));
    };
    sent.send(request.file);
  });
}

/**
 * @param {string} text
 * @param {string} type
 */
function parsed(text, type) {
  if (!text || !type.includes('json')) {
    return text;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text; // a proxy may have cut it off; what arrived is shown as it is
  }
}

/**
 * Returns a request as a command for a shell. It names the variable TOKEN, and never the token.
 *
 * @param {Request} request
 * @param {string} origin
 */
export function curl(request, origin) {
  const method = request.method ?? 'GET';
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + address(request))}`];
  parts.push('-H "Authorization: Bearer $TOKEN"');
  if (request.etag) {
    parts.push(`-H ${quoted(`If-Match: ${request.etag}`)}`);
  }
  if (request.body !== undefined) {
    parts.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(request.body))}`);
  }
  if (request.file) {
    parts.push(`-H 'Content-Type: application/octet-stream'`, '--data-binary @FILE');
  }
  return parts.join(' \\\n  ');
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a key by which the server recognises a request that is sent again. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
