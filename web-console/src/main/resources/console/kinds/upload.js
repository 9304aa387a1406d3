/** Makes an image known in a repo: its manifest, and what that refers to, are uploaded as they are. */
import { Form, TYPES } from '../form.js';
import { current, go, href } from '../router.js';
import { Action, Component, Copy, announce, html } from '../ui.js';

/**
 * Returns a file as the API takes it: its bytes, and the media type that it names or that its parts tell. A config has none.
 *
 * @param {{content: string, json: any}} file
 */
export function documentOf({ content, json }) {
  const is = (/** @type {string} */ what) => `application/vnd.oci.image.${what}.v1+json`;
  const parts = json?.manifests ? is('index') : json?.layers ? is('manifest') : undefined;
  return { mediaType: parts && (json.mediaType ?? parts), content };
}

/** The files in a form, of which the manifests and the configs are told apart by what they have. */
const FILES = { ...TYPES.file, text: (/** @type {any[]} */ files) => files.map(({ name }) => name).join(', ') };

/** @type {import('../form.js').Field[]} */
export const FIELDS = [
  {
    name: 'manifest',
    label: 'Index or manifest',
    type: 'file',
    required: true,
    hint: 'The file as it is in the registry: its bytes make the digest.',
    as: { ...FILES, write: (body, [file]) => file && (body.manifest = documentOf(file)) },
  },
  {
    name: 'children',
    label: 'Manifests and configs to which it refers',
    type: 'file',
    multiple: true,
    hint: 'All of them at once, or some now and others later.',
    as: {
      ...FILES,
      write: (body, files) => {
        const documents = files.map(documentOf);
        body.children = documents.filter((/** @type {any} */ { mediaType }) => mediaType);
        body.configs = documents.filter((/** @type {any} */ { mediaType }) => !mediaType);
      },
    },
  },
];

/** @extends {Component<{uid: string}, {image?: any}>} */
export class ImageUpload extends Component {
  state = { image: /** @type {any} */ (undefined) };

  render() {
    const { uid } = this.props;
    const { image } = this.state;
    const needs = ['manifest.create'];
    const at = href('repo', uid);
    return html`<section class="card" aria-labelledby="upload">
      <div class="toolbar">
        <h2 id="upload">Images</h2>
        ${current().query.do !== 'upload' && html`<${Action} needs=${needs} at=${uid} to=${href('repo', uid, { do: 'upload' })}>Upload an image<//>`}
      </div>
      ${current().query.do === 'upload' &&
      html`<${Form} fields=${FIELDS} group=${uid} needs=${needs} submit="Upload" cancel=${at}
        request=${(/** @type {import('../form.js').Change} */ { body }) => ({ method: 'POST', path: `/registry/images/${uid}`, body })}
        saved=${(/** @type {import('../api.js').Answer} */ { body }) => {
          announce('The image is known now.');
          this.setState({ image: body });
          go(at, true);
        }} />`}
      ${image && html`<${Uploaded} image=${image} />`}
    </section>`;
  }
}

/** @param {{image: any}} props */
function Uploaded({ image: { digest, architectures = [], missingChildren = [], missingConfigs = [] } }) {
  const missing = [...missingChildren, ...missingConfigs];
  return html`<div class="done">
    <p>The image is known now: <code>${digest}</code> <${Copy} quiet text=${digest} label="Copy" of="digest" /></p>
    ${architectures.length > 0 && html`<p>For ${architectures.join(', ')}.</p>`}
    ${missing.length > 0 && html`<p>It refers to what was not uploaded yet:</p><ul>${missing.map((each) => html`<li key=${each}><code>${each}</code></li>`)}</ul>`}
  </div>`;
}
