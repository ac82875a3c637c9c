import { h, render } from 'preact';
import { App } from './app.js';
import { embedded } from './data/embedded.js';
import { served } from './data/served.js';

/** Shows the data of this page, or those of its server. A failure is text on the page. */
async function main(): Promise<void> {
  const place = document.body;
  try {
    const data = document.getElementById('data')?.textContent;
    const loaded = data === undefined || data === null ? await served() : await embedded(data);
    render(h(App, loaded), place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    render(
      h('main', { class: 'failure', role: 'alert' }, h('h1', null, 'The recording cannot be shown'), h('p', null, reason)),
      place,
    );
  }
}

await main();
