import { spawn } from 'node:child_process';
import type { CommandHost } from '@loadout/core/commands';

/** The program that opens an address, by platform. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Whether a person is there who sees a browser: at a terminal, not in CI, and with a display. */
export function seesBrowser(
  { isTerminal, env }: Pick<CommandHost, 'isTerminal' | 'env'>,
  platform: string = process.platform,
): boolean {
  const hasDisplay = platform in OPENERS || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER);
  return isTerminal && hasDisplay && ['', 'false', '0'].includes(env.CI ?? '');
}

/** Opens an address in the browser. A failure is no error, because the address was printed. */
export function openBrowser(url: string, { env }: Pick<CommandHost, 'env'>): void {
  const [program = '', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, url], { env: { ...env }, stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
