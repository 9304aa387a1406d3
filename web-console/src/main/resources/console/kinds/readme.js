/** The readme of a repo, which is shown as text: whoever wrote it is not trusted with HTML. */
import { send } from '../api.js';
import { Form } from '../form.js';
import { current, go, href } from '../router.js';
import { Action, Component, Curl, Load, announce, html } from '../ui.js';

/** @type {import('../form.js').Field[]} */
const FIELDS = [{ name: 'content', label: 'Readme', type: 'area', hint: 'Markdown of at most 64 KiB. It is shown as text.' }];

/** @extends {Component<{uid: string}, {stamp: number}>} */
export class Readme extends Component {
  state = { stamp: 0 };

  render() {
    const { uid } = this.props;
    const path = `/registry/v2/repos/${uid}/readme`;
    const at = href('repo', uid);
    return html`<section class="card" aria-labelledby="readme">
      <${Load}
        id=${`${uid} ${this.state.stamp}`}
        what="The readme"
        load=${(/** @type {AbortSignal} */ signal) => send({ path }, signal)}
        show=${(/** @type {import('../api.js').Answer} */ { body, etag }) =>
          current().query.do === 'readme'
            ? html`<h2 id="readme">Change the readme</h2>
                <${Form} fields=${FIELDS} item=${body} etag=${etag} group=${uid} needs=${['repo.update']} submit="Save" cancel=${at} reload=${() => send({ path })}
                  request=${(/** @type {import('../form.js').Change} */ { body, mask }) => ({ method: 'PATCH', path, query: { updateMask: mask }, body })}
                  saved=${() => {
                    announce('The readme was changed.');
                    this.setState({ stamp: this.state.stamp + 1 });
                    go(at, true);
                  }} />`
            : html`<div class="toolbar">
                  <h2 id="readme">Readme</h2>
                  <${Action} needs=${['repo.update']} at=${uid} to=${href('repo', uid, { do: 'readme' })}>Change<//>
                </div>
                ${body.content ? html`<pre class="readme">${body.content}</pre>` : html`<p class="muted">There is none yet.</p>`}
                <p class="fine"><${Curl} request=${{ path }} of="for the readme" /></p>`}
      />
    </section>`;
  }
}
