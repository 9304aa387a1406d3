/** What is known of an image: its architectures, and the size for each. */
import { ApiError, send } from '../api.js';
import { Component, Curl, Load, Problem, html } from '../ui.js';

/**
 * Returns a number of bytes as people read it.
 *
 * @param {string | number} bytes
 */
export function sizeText(bytes) {
  const number = Number(bytes);
  const power = number < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(number) / 3));
  return `${(number / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${['B', 'kB', 'MB', 'GB', 'TB'][power]}`;
}

/** @extends {Component<{repo: string, digest: string}, {}>} */
export class Image extends Component {
  /** @returns {import('../api.js').Request} */
  get request() {
    return { path: `/registry/v2/repos/${this.props.repo}/digests/${this.props.digest}/architectures` };
  }

  load = async (/** @type {AbortSignal} */ signal) => {
    try {
      const { body } = await send(this.request, signal);
      return body.architectures ?? [];
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 404) {
        return undefined; // a tag may name an image that was not uploaded
      }
      throw failure;
    }
  };

  render() {
    const { repo, digest } = this.props;
    return html`<section class="card" aria-labelledby="image">
      <h2 id="image">Image</h2>
      <${Load}
        id=${digest}
        what="The image"
        load=${async (/** @type {AbortSignal} */ signal) => ({ names: await this.load(signal) })}
        show=${(/** @type {{names?: string[]}} */ { names }) =>
          names
            ? html`<ul class="chips">${names.map((name) => html`<${Architecture} key=${name} path="/registry/v2/repos/${repo}/digests/${digest}/size" name=${name} />`)}</ul>`
            : html`<p class="muted">Nothing is known of this image: its manifest was not uploaded.</p>`}
      />
      <p class="fine"><${Curl} request=${this.request} of="for the image" /></p>
    </section>`;
  }
}

/** @extends {Component<{path: string, name: string}, {text: string, failure?: unknown}>} */
class Architecture extends Component {
  state = { text: '', failure: /** @type {unknown} */ (undefined) };

  measure = async () => {
    try {
      const { body } = await send({ path: this.props.path, query: { architecture: this.props.name } });
      this.setState({ text: sizeText(body.size ?? 0), failure: undefined });
    } catch (failure) {
      this.setState({ failure });
    }
  };

  render() {
    const { name } = this.props;
    const { text, failure } = this.state;
    return html`<li><code>${name}</code> ${failure !== undefined ? html`<${Problem} failure=${failure} again=${this.measure} />` : text || html`<button type="button" class="link" onClick=${this.measure}>Size<span class="hidden"> for ${name}</span></button>`}</li>`;
  }
}
