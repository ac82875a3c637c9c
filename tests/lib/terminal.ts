import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bin } from './loadout.js';

export interface Terminal {
  /** Waits until the text behind the previous match contains a match. Returns the text up to there. */
  sees(pattern: RegExp): Promise<string>;
  type(keys: string): void;
  /** The user closes the window. */
  close(): void;
  readonly code: Promise<number | null>;
}

/** The command on a terminal of its own, where a chat is the plain one. `variables`: more of its environment. */
export const terminal = (args: readonly string[], cwd: string, variables: Readonly<Record<string, string>> = {}): Terminal =>
  terminalOf([bin, ...args], cwd, variables);

/** A program of Node, by its file and arguments, on a terminal of its own. */
export function terminalOf(words: readonly string[], cwd: string, variables: Readonly<Record<string, string>> = {}): Terminal {
  const home = join(cwd, '.home');
  mkdirSync(home, { recursive: true });
  // Without a shell that waits for the command, and would end by the signal of Ctrl+C itself.
  const command = `exec ${[process.execPath, ...words].map((word) => `'${word}'`).join(' ')}`;
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TERM: 'xterm',
    NO_COLOR: '1',
    SHELL: '/bin/sh',
    LOADOUT_PLAIN: '1',
    ...variables,
  };
  const child = spawn('bash', ['-c', 'exec script -qfec "$0" /dev/null', command], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  let seen = 0;
  let look = () => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    look();
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const sees = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      look = () => {
        const found = pattern.exec(shown.slice(seen));
        if (found === null) return;
        const text = shown.slice(seen, seen + found.index + found[0].length);
        seen += text.length;
        look = () => {};
        resolve(text);
      };
      void code.then(() => reject(new Error(`It ended before it showed ${pattern}:\n${shown}`)));
      look();
    });
  return { sees, type: (keys) => void child.stdin.write(keys), close: () => void child.kill('SIGKILL'), code };
}
