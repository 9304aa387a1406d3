/**
 * Forms, made from the description of their fields.
 *
 * @typedef {{name: string, label: string, type?: string, hint?: string, required?: boolean, pattern?: string,
 *   choices?: [string, string][] | ((values: any) => [string, string][]), when?: (values: any, item: any) => boolean,
 *   only?: 'create' | 'change', multiple?: boolean, as?: Type, initial?: any, from?: string, show?: (item: any) => any, offered?: (group: string) => [string, string][],
 *   load?: (group: string) => {path: string, query: any, key: string},
 *   option?: (item: any) => [string, string], current?: (item: any) => any}} Field
 * @typedef {{body: any, mask?: string, whole: any}} Change what a form saves: what has changed, and all that it shows
 * @typedef {{read: (item: any, field: Field) => any, write: (body: any, value: any, field: Field) => void,
 *   paths: (field: Field, value: any) => string[], text: (value: any) => string}} Type
 */
import { ApiError, newKey, send } from './api.js';
import { Action, Component, Curl, Problem, announce, createRef, html, missingOf } from './ui.js';

/**
 * Returns what an object has at a path such as claimMatch.issuer.
 *
 * @param {any} object
 * @param {string} path
 */
export function valueAt(object, path) {
  return path.split('.').reduce((value, name) => value?.[name], object);
}

/**
 * Sets what an object has at a path.
 *
 * @param {any} object
 * @param {string} path
 * @param {any} value
 */
export function setAt(object, path, value) {
  const names = path.split('.');
  const last = /** @type {string} */ (names.pop());
  names.reduce((inner, name) => (inner[name] ??= {}), object)[last] = value;
}

/** @type {Type} */
const TEXT = {
  read: (item, { name, from = name, initial = '' }) => valueAt(item, from) ?? (item ? '' : initial),
  write: (body, value, { name }) => value !== '' && setAt(body, name, value),
  paths: ({ name }) => [name],
  text: (value) => value,
};

/**
 * Returns the lines of a text that say something.
 *
 * @param {string} value
 */
export const asLines = (value) => value.split('\n').map((line) => line.trim()).filter(Boolean);

/** @param {string} line such as key = value, where the value may have further equals signs */
function pair(line) {
  const [key, ...rest] = line.split('=');
  return [key.trim(), rest.join('=').trim()];
}

/**
 * How the values of fields are read from a resource, and written to it.
 *
 * @type {Record<string, Type>}
 */
export const TYPES = {
  text: TEXT,
  area: TEXT,
  secret: TEXT,
  choice: { ...TEXT, read: (item, { name, initial = '' }) => valueAt(item, name) ?? initial },
  reference: TEXT,
  /** Steers which other fields there are, and is not sent. */
  variant: { ...TEXT, read: (item, { initial, current }) => current?.(item) ?? initial, write: () => {}, paths: () => [] },
  check: {
    ...TEXT,
    read: (item, { name, initial = false }) => valueAt(item, name) ?? (item ? false : initial),
    write: (body, value, { name }) => setAt(body, name, value),
    text: (value) => (value ? 'yes' : 'no'),
  },
  lines: {
    ...TEXT,
    read: (item, { name }) => (valueAt(item, name) ?? []).join('\n'),
    write: (body, value, { name }) => asLines(value).length > 0 && setAt(body, name, asLines(value)),
  },
  pairs: {
    ...TEXT,
    read: (item, { name }) =>
      Object.entries(valueAt(item, name) ?? {}).map(([key, value]) => `${key} = ${value}`).join('\n'),
    write: (body, value, { name }) => asLines(value).length > 0 && setAt(body, name, Object.fromEntries(asLines(value).map(pair))),
  },
  /** Files, each with its name, its bytes in base64, and what it says if it is JSON. */
  file: { ...TEXT, read: () => [] },
  days: { ...TEXT, write: (body, value, { name }) => value !== '' && setAt(body, name, `${Number(value) * 86400}s`) },
  capabilities: {
    ...TEXT,
    read: (item, { name }) => [...(valueAt(item, name) ?? [])].sort(),
    write: (body, value, { name }) => setAt(body, name, value),
    text: (value) => value.join(', '),
  },
  /** A text that is either compared as it is, or a pattern: then it is another field. */
  match: {
    read: (item, { name, pattern = '' }) => {
      const form = valueAt(item, pattern);
      return { form: form !== undefined, text: form ?? valueAt(item, name) ?? '' };
    },
    write: (body, value, { name, pattern = '' }) => value.text !== '' && setAt(body, value.form ? pattern : name, value.text),
    paths: ({ name, pattern = '' }, value) => [value.form ? pattern : name],
    text: (value) => (value.text && value.form ? `pattern ${value.text}` : value.text),
  },
};

/**
 * Reads a file, whose bytes count.
 *
 * @param {File} file
 */
async function contentOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let json;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    json = undefined; // the server tells what is wrong with it
  }
  return { name: file.name, content: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), json };
}

/** @param {Field} field */
export function typeOf(field) {
  return field.as ?? TYPES[field.type ?? 'text'];
}

/**
 * Returns the values of the fields of a resource; without one, those with which a form begins.
 *
 * @param {Field[]} fields
 * @param {any} [item]
 */
export function valuesOf(fields, item) {
  return Object.fromEntries(fields.map((field) => [field.name, typeOf(field).read(item, field)]));
}

/**
 * Returns the fields that a form has while it has these values.
 *
 * @param {Field[]} fields
 * @param {any} values
 * @param {any} [item] the resource that is changed
 */
export function shownFields(fields, values, item) {
  return fields.filter(
    ({ when, only }) => (!when || when(values, item)) && (!only || (only === 'change') === (item !== undefined)),
  );
}

/**
 * Returns the body of a request.
 *
 * @param {Field[]} fields those that are shown
 * @param {any} values
 */
export function bodyOf(fields, values) {
  const body = {};
  for (const field of fields) {
    typeOf(field).write(body, values[field.name], field);
  }
  return body;
}

/**
 * @param {any} one
 * @param {any} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the body and the mask that change what differs, and nothing else; undefined if nothing does. A field that was
 * not there before differs.
 *
 * @param {Field[]} fields those that are shown
 * @param {any} values
 * @param {any} before
 * @param {any} item the resource
 * @returns {{body: any, mask: string} | undefined}
 */
export function changeOf(fields, values, before, item) {
  const changed = fields.filter(
    (field) =>
      typeOf(field).paths(field, values[field.name]).length > 0 &&
      (!same(values[field.name], before[field.name]) || (field.when && !field.when(before, item))),
  );
  return changed.length === 0
    ? undefined
    : {
        body: bodyOf(changed, values),
        mask: changed.flatMap((field) => typeOf(field).paths(field, values[field.name])).join(','),
      };
}

/**
 * Joins what was typed with what somebody else has stored meanwhile: what was not touched becomes what is stored, and
 * what both have changed is told.
 *
 * @param {Field[]} fields
 * @param {any} values typed
 * @param {any} before what the form began with
 * @param {any} stored
 */
export function merge(fields, values, before, stored) {
  const touched = fields.filter(({ name }) => !same(values[name], before[name]));
  return {
    values: { ...stored, ...Object.fromEntries(touched.map(({ name }) => [name, values[name]])) },
    conflicts: touched.filter(({ name }) => !same(values[name], stored[name]) && !same(stored[name], before[name]))
      .map(({ name }) => name),
  };
}

/**
 * Returns the name of the field that a violation is about; undefined if the form does not show it.
 *
 * @param {Field[]} fields
 * @param {string} path such as capabilities[3]
 */
export function fieldOf(fields, path) {
  const plain = path.replace(/\[.*$/, '');
  const names = (/** @type {Field} */ field) => [field.name, field.pattern ?? field.name];
  return (
    fields.find((field) => names(field).includes(plain)) ?? fields.find((field) => plain.startsWith(`${field.name}.`))
  )?.name;
}

/**
 * A form that creates a resource or changes it.
 *
 * @extends {Component<{fields: Field[], item?: any, etag?: string, group: string, needs?: string[], submit: string, cancel: string,
 *   reload?: () => Promise<import('./api.js').Answer>, note?: any,
 *   request: (change: Change) => import('./api.js').Request, saved: (answer: import('./api.js').Answer) => unknown}, any>}
 */
export class Form extends Component {
  /** @param {any} props */
  constructor(props) {
    super(props);
    const before = valuesOf(props.fields, props.item);
    /** @type {any} */
    this.state = { values: before, before, etag: props.etag ?? '', violations: {}, stored: {}, busy: false, key: newKey() };
    this.top = createRef();
    this.element = createRef();
  }

  componentDidMount() {
    addEventListener('beforeunload', this.keep);
    this.element.current?.querySelector('input, select, textarea')?.focus();
  }

  componentWillUnmount() {
    removeEventListener('beforeunload', this.keep);
  }

  /** @param {BeforeUnloadEvent} event */
  keep = (event) => {
    if (!same(this.state.values, this.state.before)) {
      event.preventDefault();
    }
  };

  /**
   * @param {string} name
   * @param {any} value
   */
  set = (name, value) =>
    // Another request needs another key.
    this.setState((/** @type {any} */ { values }) => ({ values: { ...values, [name]: value }, key: newKey() }));

  fields() {
    return shownFields(this.props.fields, this.state.values, this.props.item);
  }

  /**
   * Returns the request that saves values.
   *
   * @param {any} values
   * @param {{body: any}} [unchanged] what to send if they change nothing; without it there is no request then
   */
  request(values, unchanged) {
    const fields = this.fields();
    const { before, etag, key } = this.state;
    const { item, request } = this.props;
    const whole = bodyOf(fields, values);
    const change = item ? (changeOf(fields, values, before, item) ?? unchanged) : { body: whole };
    return change && { ...request({ ...change, whole }), etag, key };
  }

  /** Returns the request for a shell, whose history is no place for what is secret. */
  command = () => {
    const secrets = this.fields().filter(({ name, type }) => type === 'secret' && this.state.values[name]);
    return this.request({ ...this.state.values, ...Object.fromEntries(secrets.map(({ name }) => [name, 'SECRET'])) }, { body: {} });
  };

  /** @param {SubmitEvent} event */
  submit = async (event) => {
    event.preventDefault();
    if (this.state.busy || missingOf(this.props.needs ?? [], this.props.group).length > 0) {
      return;
    }
    const fields = this.fields();
    const request = this.request(this.state.values);
    if (!request) {
      this.setState({ failure: new ApiError('Nothing has changed yet.', 0), violations: {} }, this.show);
      return;
    }
    this.setState({ busy: true, failure: undefined, violations: {} });
    try {
      await this.props.saved(await send(request));
    } catch (failure) {
      await this.fail(failure, fields);
    }
  };

  /**
   * @param {unknown} failure
   * @param {Field[]} fields
   */
  async fail(failure, fields) {
    if (failure instanceof ApiError && failure.status === 412 && this.props.reload) {
      await this.reload(fields, failure);
      return;
    }
    /** @type {Record<string, string>} */
    const violations = {};
    for (const { field, description } of failure instanceof ApiError ? failure.violations : []) {
      const name = fieldOf(fields, field);
      if (name) {
        violations[name] = violations[name] ? `${violations[name]}; ${description}` : description;
      }
    }
    this.setState({ busy: false, failure, violations }, this.show);
  }

  /**
   * @param {Field[]} fields
   * @param {ApiError} refusal of what was sent
   */
  async reload(fields, refusal) {
    try {
      const answer = await /** @type {() => Promise<any>} */ (this.props.reload)();
      const stored = valuesOf(this.props.fields, answer.body);
      const { values, conflicts } = merge(fields, this.state.values, this.state.before, stored);
      const failure = refusal.told(
        conflicts.length > 0
          ? 'Somebody else has changed this meanwhile. Where both of you changed the same, the stored value is shown below yours. Save again to store yours.'
          : 'Somebody else has changed this meanwhile. Their changes are in the form now, beside yours. Save again to store both.',
      );
      this.setState(
        { busy: false, failure, values, before: stored, etag: answer.etag, stored: Object.fromEntries(conflicts.map((name) => [name, stored[name]])) },
        this.show,
      );
    } catch (failure) {
      this.setState({ busy: false, failure }, this.show);
    }
  }

  /** Leads to what is wrong first. */
  show = () => {
    const invalid = this.element.current?.querySelector('[aria-invalid=true]');
    (invalid ?? this.top.current)?.focus();
    announce('Not saved.');
  };

  render() {
    const { group, needs, submit, cancel, note } = this.props;
    const { failure, violations, stored, values, busy } = this.state;
    const fields = this.fields();
    return html`<form class="form" ref=${this.element} onSubmit=${this.submit} novalidate>
      <div ref=${this.top} tabindex="-1">${failure && html`<${Problem} failure=${failure} />`}</div>
      ${note}
      ${fields.map(
        (field) => html`<${Control}
          key=${field.name}
          field=${field}
          value=${values[field.name]}
          values=${values}
          group=${group}
          violation=${violations[field.name]}
          stored=${stored[field.name] === undefined ? undefined : typeOf(field).text(stored[field.name]) || 'nothing'}
          set=${this.set}
        />`,
      )}
      <p class="actions">
        <${Action} kind="primary" needs=${needs} at=${group} busy=${busy}>${busy ? 'Saving…' : submit}<//>
        <a class="button" href=${cancel}>Cancel</a>
        <span class="fine"><${Curl} request=${this.command} of="of what is filled in" /></span>
      </p>
    </form>`;
  }
}

/**
 * @param {{field: Field, value: any, values: any, group: string, violation?: string, stored?: string,
 *   set: (name: string, value: any) => void}} props
 */
function Control({ field, value, values, group, violation, stored, set }) {
  const id = `field-${field.name.replaceAll('.', '-')}`;
  const notes = [field.hint && `${id}-hint`, violation && `${id}-violation`, stored && `${id}-stored`].filter(Boolean);
  const common = {
    id,
    name: field.name,
    required: field.required,
    'aria-invalid': violation ? 'true' : undefined,
    'aria-describedby': notes.join(' ') || undefined,
  };
  /** @param {any} event */
  const typed = (event) => set(field.name, event.currentTarget.value);
  const type = field.type ?? 'text';
  if (type === 'none') {
    return null;
  }
  const Own = type === 'capabilities' ? Capabilities : undefined;
  const area = () => html`<textarea ...${common} rows="3" value=${value} onInput=${typed} spellcheck=${type === 'area' || type === 'note'}></textarea>`;
  const choice = () => html`<${Choice} common=${common} value=${value} choices=${choicesOf(field, values)} set=${typed} />`;
  const body = {
    text: () => html`<input ...${common} value=${value} onInput=${typed} autocomplete="off" spellcheck=${false} />`,
    secret: () => html`<input ...${common} type="password" value=${value} onInput=${typed} autocomplete="new-password" />`,
    days: () => html`<input ...${common} type="number" min="1" max="365" value=${value} onInput=${typed} />`,
    ...{ area, note: area, lines: area, pairs: area, choice, variant: choice },
    file: () => html`<input ...${common} type="file" multiple=${field.multiple} onChange=${async (/** @type {any} */ event) => set(field.name, await Promise.all([...event.currentTarget.files].map(contentOf)))} />`,
    reference: () => html`<${Reference} common=${common} field=${field} group=${group} value=${value} set=${(/** @type {string} */ to) => set(field.name, to)} />`,
    match: () => html`<span class="match">
      <select aria-label="How ${field.label} is compared" onChange=${(/** @type {any} */ event) => set(field.name, { ...value, form: event.currentTarget.value === 'pattern' })}>
        <option value="exact" selected=${!value.form}>is exactly</option>
        <option value="pattern" selected=${value.form}>matches the pattern</option>
      </select>
      <input ...${common} value=${value.text} onInput=${(/** @type {any} */ event) => set(field.name, { ...value, text: event.currentTarget.value })} autocomplete="off" spellcheck=${false} />
    </span>`,
  };
  const parts = html`
    ${field.hint && html`<p class="hint" id="${id}-hint">${field.hint}</p>`}
    ${violation && html`<p class="violation" id="${id}-violation">${violation}</p>`}
    ${stored && html`<p class="stored" id="${id}-stored">Stored now: <q>${stored}</q></p>`}
  `;
  if (type === 'check') {
    return html`<div class="field check">
      <input ...${common} type="checkbox" checked=${value} onChange=${(/** @type {any} */ event) => set(field.name, event.currentTarget.checked)} />
      <label for=${id}>${field.label}</label>
      ${parts}
    </div>`;
  }
  if (Own) {
    return html`<${Own} field=${field} value=${value} common=${common} parts=${parts} set=${(/** @type {any} */ to) => set(field.name, to)} group=${group} />`;
  }
  return html`<div class="field">
    <label for=${id}>${field.label}${!field.required && type !== 'variant' && html` <span class="muted">optional</span>`}</label>
    ${/** @type {any} */ (body)[type]()}
    ${parts}
  </div>`;
}

/**
 * @param {Field} field
 * @param {any} values
 */
function choicesOf({ choices = [] }, values) {
  return typeof choices === 'function' ? choices(values) : choices;
}

/** @param {{common: any, value: string, choices: [string, string][], set: (event: any) => void}} props */
function Choice({ common, value, choices, set }) {
  return html`<select ...${common} onChange=${set}>
    ${choices.map(([each, text]) => html`<option key=${each} value=${each} selected=${each === value}>${text}</option>`)}
  </select>`;
}

/**
 * Chooses another resource: one of those that are listed first, or any by its uid.
 *
 * @extends {Component<{common: any, field: Field, group: string, value: string, set: (uid: string) => void}, any>}
 */
class Reference extends Component {
  state = { options: /** @type {[string, string][]} */ ([]), typed: false };

  async componentDidMount() {
    const { field, group } = this.props;
    const { load, option } = /** @type {Required<Field>} */ (field);
    const { path, query, key } = load(group);
    try {
      const { body } = await send({ path, query: { ...query, page_size: 100 } });
      const options = body[key].map(option);
      const { value } = this.props; // somebody may have typed one meanwhile
      this.setState({ options, typed: this.state.typed || (Boolean(value) && !options.some((/** @type {any} */ [uid]) => uid === value)) });
    } catch {
      this.setState({ typed: true }); // who may not list them can still name one
    }
  }

  choose = () => {
    if (!this.state.options.some(([uid]) => uid === this.props.value)) {
      this.props.set(''); // the list shows none, so none must be sent
    }
    this.setState({ typed: false });
  };

  render() {
    const { common, value, set } = this.props;
    const { options, typed } = this.state;
    if (typed) {
      return html`<input ...${common} value=${value} placeholder="uid" onInput=${(/** @type {any} */ event) => set(event.currentTarget.value.trim())} autocomplete="off" spellcheck=${false} />
        ${options.length > 0 && html`<button type="button" class="link" onClick=${this.choose}>Choose from the list</button>`}`;
    }
    return html`<select ...${common} onChange=${(/** @type {any} */ event) => set(event.currentTarget.value)}>
        <option value="" selected=${!value}>Choose…</option>
        ${options.map(([uid, text]) => html`<option key=${uid} value=${uid} selected=${uid === value}>${text}</option>`)}
      </select>
      <button type="button" class="link" onClick=${() => this.setState({ typed: true })}>Name another one by its uid</button>`;
  }
}

/**
 * Chooses capabilities. Only those that one holds can be granted, so there are no others to choose.
 *
 * @extends {Component<{field: Field, value: string[], common: any, parts: any, group: string, set: (names: string[]) => void}, any>}
 */
class Capabilities extends Component {
  state = { words: '' };

  /**
   * @param {string} name
   * @param {boolean} on
   */
  toggle(name, on) {
    const { value, set } = this.props;
    set((on ? [...value, name] : value.filter((each) => each !== name)).sort());
  }

  render() {
    const { field, value, common, parts } = this.props;
    const known = field.offered?.(this.props.group) ?? [];
    const all = [...known, ...value.filter((each) => !known.some(([name]) => name === each)).map((each) => [each, each])];
    const shown = all.filter(([, text]) => text.includes(this.state.words.trim()));
    return html`<fieldset class="field" aria-describedby=${common['aria-describedby']}>
      <legend>${field.label} <span class="muted">${value.length} chosen</span></legend>
      ${parts}
      <label class="hidden" for="${common.id}-words">Narrow the list of capabilities</label>
      <input id="${common.id}-words" type="search" placeholder="Narrow the list, such as groups" aria-invalid=${common['aria-invalid']} value=${this.state.words} onInput=${(/** @type {any} */ event) => this.setState({ words: event.currentTarget.value })} />
      <div class="choices">
        ${shown.map(
          ([name, text]) => html`<label key=${name}>
            <input type="checkbox" checked=${value.includes(name)} onChange=${(/** @type {any} */ event) => this.toggle(name, event.currentTarget.checked)} />
            <span>${text}</span>
          </label>`,
        )}
      </div>
    </fieldset>`;
  }
}
