/** Asks before something is deleted. */
import { sendIfUnchanged } from './api.js';
import { Component, Curl, Problem, act, createRef, html } from './ui.js';

/**
 * A dialog that deletes something once its name was typed.
 *
 * @extends {Component<{name: string, what: string, consequence?: string, request: import('./api.js').Request,
 *   close: () => void, done: () => void, reload: () => void}, {typed: string, busy: boolean, failure?: unknown}>}
 */
export class ConfirmDelete extends Component {
  state = { typed: '', busy: false, failure: /** @type {unknown} */ (undefined) };
  dialog = createRef();

  componentDidMount() {
    this.dialog.current.showModal();
  }

  /** @param {SubmitEvent} event */
  remove = async (event) => {
    event.preventDefault();
    const { name, request, done, reload } = this.props;
    if (this.state.typed === name) {
      await act(this, async () => {
        await sendIfUnchanged(request, 'Somebody has changed it meanwhile. Cancel to see it as it is now, or delete it all the same.', reload);
        done();
      });
    }
  };

  render() {
    const { name, what, consequence, request, close } = this.props;
    const { typed, busy, failure } = this.state;
    return html`<dialog ref=${this.dialog} aria-labelledby="confirm-title" onClose=${close}>
      <form class="form" onSubmit=${this.remove}>
        <h2 id="confirm-title">Delete ${what}</h2>
        ${failure !== undefined && html`<${Problem} failure=${failure} />`}
        <p>${consequence ?? 'This cannot be undone.'}</p>
        <div class="field">
          <label for="confirm-name">Type <code>${name}</code> to confirm</label>
          <input id="confirm-name" value=${typed} autocomplete="off" spellcheck=${false} onInput=${(/** @type {any} */ event) => this.setState({ typed: event.currentTarget.value })} />
        </div>
        <p class="actions">
          <button class="button danger" type="submit" aria-disabled=${typed !== name || busy}>${busy ? 'Deleting…' : 'Delete'}</button>
          <button class="button" type="button" onClick=${() => this.dialog.current.close()}>Cancel</button>
          <span class="fine"><${Curl} request=${request} of="of the deletion" /></span>
        </p>
      </form>
    </dialog>`;
  }
}
