/** Signing in, and going on when a token ends. */
import { session } from '../session.js';
import { Component, Problem, createRef, html, timeText, titled } from '../ui.js';

/** @extends {Component<{submit: string}, {token: string, busy: boolean, failure?: unknown}>} */
class TokenForm extends Component {
  state = { token: '', busy: false, failure: session.failure };
  input = createRef();

  /** @param {SubmitEvent} event */
  signIn = async (event) => {
    event.preventDefault();
    if (this.state.busy) {
      return;
    }
    this.setState({ busy: true, failure: undefined });
    try {
      await session.signIn(this.state.token.trim());
    } catch (failure) {
      this.setState({ busy: false, failure }, () => this.input.current?.focus());
    }
  };

  render() {
    const { token, busy, failure } = this.state;
    return html`<form class="form" onSubmit=${this.signIn}>
      ${failure !== undefined && html`<${Problem} failure=${failure} />`}
      <div class="field">
        <label for="token">Access token</label>
        <input id="token" type="password" ref=${this.input} value=${token} autocomplete="off" spellcheck=${false} onInput=${(/** @type {any} */ event) => this.setState({ token: event.currentTarget.value })} />
      </div>
      <p class="actions"><button class="button primary" type="submit" aria-disabled=${busy}>${busy ? 'Signing in…' : this.props.submit}</button></p>
    </form>`;
  }
}

/** The page of who is not signed in. */
export class SignIn extends Component {
  componentDidMount() {
    titled('Sign in');
  }

  render() {
    return html`<div class="signin">
      <h1><span class="mark" aria-hidden="true"></span>Platform console</h1>
      <p>Paste an access token of this server. It stays in this tab, and is gone when you close it or sign out.</p>
      <${TokenForm} submit="Sign in" />
      <details>
        <summary>Where do I get a token?</summary>
        <p>The quick start writes one to the file <code>data/bootstrap-token</code>, which is renewed at each start.</p>
        <p>Elsewhere, a token of your issuer is exchanged for one: <code>POST /sts/exchange</code>, as the walkthrough shows.</p>
      </details>
    </div>`;
  }
}

/** Asks for the next token, beside what is open. */
export function Renew() {
  const ended = session.ends === 'now';
  return html`<section class="renew" aria-labelledby="renew-title">
    <div role="alert">
      <h2 id="renew-title">${ended ? 'Your token has ended' : `Your token ends at ${timeText(session.me?.expiry)}`}</h2>
      <p>Paste the next one of the same identity to go on. What you have filled in stays as it is.</p>
    </div>
    <${TokenForm} submit="Go on" />
  </section>`;
}
