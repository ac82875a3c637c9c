import { spawn } from 'node:child_process';
import type { Io } from '../io.js';
import { program } from '../program.js';

/** Starts the viewer of a session, which ends with this process. Returns what to say. */
export function startView(sessionId: string, { cwd, io }: { readonly cwd: string | undefined; readonly io: Io }): string {
  const [file = '', ...args] = [...program(), 'view', sessionId];
  const child = spawn(file, args, { cwd: cwd ?? io.cwd, env: io.env, stdio: 'ignore' });
  child.on('error', () => {});
  process.once('exit', () => child.kill());
  return 'The session opens in your browser, and goes on there.\n';
}

/** Runs a command of Loadout in a process of its own, and returns what it writes, without the declared secrets. */
export function runOther(
  words: readonly string[],
  { cwd, io }: { readonly cwd: string | undefined; readonly io: Io },
): Promise<{ readonly code: number; readonly text: string }> {
  const [file = '', ...args] = [...program(), ...words];
  const env = { ...io.env, NO_COLOR: '1' };
  const child = spawn(file, args, { cwd: cwd ?? io.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, text: io.redact?.(text) ?? text }));
  });
}
