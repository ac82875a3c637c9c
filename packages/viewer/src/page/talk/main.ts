import { h, render } from 'preact';
import { keep, openedKey, sessionInAddress } from './access.js';
import { Api } from './api.js';
import { App } from './app.js';
import { SignIn } from './sign-in.js';
import { Talk } from './talk.js';

const place = document.body;

/** Shows the page with a key. A server that refuses it is asked with the token that the person enters. */
function show(key: string, session: string | undefined): void {
  const talk: Talk = new Talk(new Api(key), () => {
    if (!talk.state.isRefused) return render(h(App, { talk, state: talk.state }), place);
    const onToken = (token: string) => {
      keep(token);
      render(null, place);
      show(token, talk.state.session ?? session);
    };
    render(h(SignIn, { isWrong: key !== '', onToken }), place);
  });
  void talk.begin(session);
}

const session = sessionInAddress();
show(await openedKey().catch(() => ''), session);
