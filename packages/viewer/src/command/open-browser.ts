import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CommandHost } from '@loadout/core/commands';
import { browserOpener, hasGroups, hasScreen } from '@loadout/node/platform';
import type { Viewer } from '../server/serve-recordings.js';

/** Whether a person is there who sees a browser: at a terminal, not in CI, and with a display. */
const seesBrowser = ({ isTerminal, env }: CommandHost): boolean =>
  isTerminal && hasScreen(env) && ['', 'false', '0'].includes(env.CI ?? '');

/** Tells a viewer's address, opens it if a person sees it, and closes the viewer at the signal. */
export async function shown(
  viewer: Viewer,
  { host, opens }: { readonly host: CommandHost; readonly opens: boolean },
): Promise<void> {
  const { signal } = host;
  host.out(`${viewer.url}\n`);
  if (opens && seesBrowser(host)) openBrowser(viewer.url, host);
  if (!signal.aborted) await once(signal, 'abort');
  await viewer.close();
}

/** Opens an address in the browser. A failure is no error, because the address was printed. */
function openBrowser(url: string, { env }: Pick<CommandHost, 'env'>): void {
  const [program = '', ...words] = browserOpener();
  const child = spawn(program, [...words, url], { env: { ...env }, stdio: 'ignore', detached: hasGroups() });
  child.on('error', () => {});
  child.unref();
}
