/**
 * Lists: fifty at a time, with the total, filters and order, all of which stand in the address.
 *
 * @typedef {import('./router.js').Route} Route
 * @typedef {{label: string, cell: (item: any) => any, wide?: boolean, order?: string}} Column
 * @typedef {{name: string, label: string, choices?: [string, string][]}} Filter
 * @typedef {{path: string, key: string, title: string, columns: Column[], filters?: Filter[], empty?: any,
 *   order?: string, total?: string}} ListOf `order` where it is not that of the server; `total` where the server does not count
 */
import { send } from './api.js';
import { go, href } from './router.js';
import { Component, Curl, Load, announce, html } from './ui.js';

/** How many rows a page has. */
export const STEP = 50;

/**
 * Returns the request of a page.
 *
 * @param {ListOf} list
 * @param {import('./api.js').Query} scope which part of the hierarchy is listed
 * @param {Record<string, string>} query of the route
 */
export function pageRequest(list, scope, query) {
  const filters = Object.fromEntries((list.filters ?? []).map(({ name }) => [name, query[name]]));
  return {
    path: list.path,
    query: { ...scope, ...filters, order_by: query.order ?? list.order, page_size: STEP, skip: query.skip },
  };
}

/**
 * Says which rows are shown.
 *
 * @param {number} skipped
 * @param {number} rows
 * @param {string | undefined} total unknown where counting took too long
 * @param {boolean} more whether there is another page
 */
export function rangeText(skipped, rows, total, more = false) {
  const last = skipped + rows;
  const shown = rows === 0 ? '' : skipped === 0 && String(last) === total ? '' : `${skipped + 1} to ${last}`;
  const all = total ?? (more ? 'many' : undefined);
  return [shown, all && (shown ? `of ${all}` : all)].filter(Boolean).join(' ') || '0';
}

/**
 * A list of what is in a group, or anywhere.
 *
 * @extends {Component<{list: ListOf, scope: import('./api.js').Query, route: Route, stamp?: number}>}
 */
export class List extends Component {
  /** @param {Record<string, string | undefined>} changes */
  to(changes) {
    const { route } = this.props;
    return href(route.view, route.uid, { ...route.query, ...changes });
  }

  /** @param {SubmitEvent} event */
  filter = (event) => {
    event.preventDefault();
    const values = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const changes = Object.fromEntries(
      (this.props.list.filters ?? []).map(({ name }) => [name, String(values.get(name) ?? '').trim()]),
    );
    go(this.to({ ...changes, skip: undefined }));
  };

  render() {
    const { list, scope, route, stamp = 0 } = this.props;
    const request = pageRequest(list, scope, route.query);
    const filtered = (list.filters ?? []).some(({ name }) => route.query[name]);
    return html`<div class="list">
      ${list.filters && this.filters(list.filters, route.query, filtered)}
      <${Load}
        id=${JSON.stringify([request, stamp])}
        keep=${JSON.stringify([list.path, scope])}
        what=${list.title}
        load=${async (/** @type {AbortSignal} */ signal) => {
          const answer = await send(request, signal);
          const skipped = Number(route.query.skip ?? 0);
          const rows = answer.body[list.key];
          const more = skipped + rows.length < Number(list.total ?? 0) && rows.length > 0;
          const body = { skipped, totalCount: list.total, ...(more && { nextPageToken: 'more' }), ...answer.body };
          announce(`${list.title}: ${rangeText(body.skipped, body[list.key].length, body.totalCount, Boolean(body.nextPageToken))}`);
          return body;
        }}
        show=${(/** @type {any} */ body, /** @type {boolean} */ busy) => this.rows(body, busy, filtered)}
      />
      <p class="fine"><${Curl} request=${request} /></p>
    </div>`;
  }

  /**
   * @param {Filter[]} filters
   * @param {Record<string, string>} query
   * @param {boolean} filtered
   */
  filters(filters, query, filtered) {
    const none = Object.fromEntries(filters.map(({ name }) => [name, undefined]));
    return html`<form class="filters" role="search" onSubmit=${this.filter}>
      ${filters.map(
        ({ name, label, choices }) => html`<label key=${name}>
          <span>${label}</span>
          ${choices
            ? html`<select name=${name} value=${query[name] ?? ''} key=${query[name]}>
                <option value="">Any</option>
                ${choices.map(([value, text]) => html`<option value=${value} selected=${query[name] === value}>${text}</option>`)}
              </select>`
            : html`<input name=${name} type="search" autocomplete="off" spellcheck=${false} defaultValue=${query[name] ?? ''} key=${query[name]} />`}
        </label>`,
      )}
      <button class="button" type="submit">Filter</button>
      ${filtered && html`<a class="button quiet" href=${this.to({ ...none, skip: undefined })}>Show all</a>`}
    </form>`;
  }

  /**
   * @param {any} body
   * @param {boolean} busy
   * @param {boolean} filtered
   */
  rows(body, busy, filtered) {
    const { list, route } = this.props;
    const items = body[list.key];
    const skipped = Number(body.skipped);
    if (items.length === 0 && skipped === 0) {
      return html`<p class="empty">${filtered ? 'Nothing matches the filter exactly.' : (list.empty ?? `There are no ${list.title.toLowerCase()} here.`)}</p>`;
    }
    return html`<div class="table" role="region" aria-label=${list.title} tabindex="0">
        <table aria-busy=${busy}>
          <caption>${list.title} <span class="muted">${rangeText(skipped, items.length, body.totalCount, Boolean(body.nextPageToken))}</span></caption>
          <thead><tr>${list.columns.map((column) => this.header(column, route.query.order))}</tr></thead>
          <tbody>
            ${items.map(
              (/** @type {any} */ item) => html`<tr key=${item.uid ?? item.line}>
                ${list.columns.map(({ cell, wide }, index) =>
                  index === 0
                    ? html`<th scope="row">${cell(item)}</th>`
                    : html`<td class=${wide ? 'wide' : undefined}>${cell(item)}</td>`,
                )}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${this.pager(skipped, Boolean(body.nextPageToken))}`;
  }

  /**
   * @param {Column} column
   * @param {string | undefined} order
   */
  header({ label, wide, order: by }, order) {
    const style = wide ? 'wide' : undefined;
    if (!by) {
      return html`<th scope="col" class=${style}>${label}</th>`;
    }
    const up = order === by;
    const down = order === `${by} desc`;
    return html`<th scope="col" class=${style} aria-sort=${up ? 'ascending' : down ? 'descending' : undefined}>
      <a href=${this.to({ order: up ? `${by} desc` : down ? undefined : by, skip: undefined })}>
        ${label}<span aria-hidden="true">${up ? ' ↑' : down ? ' ↓' : ''}</span>
      </a>
    </th>`;
  }

  /**
   * @param {number} skipped
   * @param {boolean} more
   */
  pager(skipped, more) {
    if (skipped === 0 && !more) {
      return null;
    }
    const before = skipped > STEP ? String(skipped - STEP) : undefined;
    return html`<nav class="pager" aria-label="Pages of the list">
      ${skipped > 0 && html`<a class="button" href=${this.to({ skip: before })}>Previous ${STEP}</a>`}
      ${more && html`<a class="button" href=${this.to({ skip: String(skipped + STEP) })}>Next ${STEP}</a>`}
    </nav>`;
  }
}
