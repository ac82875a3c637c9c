import { spawn } from 'node:child_process';
import type { CommandHost } from '@loadout/core/commands';
import { browserOpener, hasGroups, hasScreen, thisSystem } from '@loadout/node/platform';

/** Whether a person is there who sees a browser: at a terminal, not in CI, and with a display. */
export function seesBrowser(
  { isTerminal, env }: Pick<CommandHost, 'isTerminal' | 'env'>,
  platform: string = thisSystem,
): boolean {
  return isTerminal && hasScreen(env, platform) && ['', 'false', '0'].includes(env.CI ?? '');
}

/** Opens an address in the browser. A failure is no error, because the address was printed. */
export function openBrowser(url: string, { env }: Pick<CommandHost, 'env'>): void {
  const [program = '', ...words] = browserOpener();
  const child = spawn(program, [...words, url], { env: { ...env }, stdio: 'ignore', detached: hasGroups() });
  child.on('error', () => {});
  child.unref();
}
