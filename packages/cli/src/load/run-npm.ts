import { spawn } from 'node:child_process';
import { errors } from '../errors.js';
import type { Io } from '../io.js';

/** Runs the user's own npm in `cwd`, without the scripts of packages, and shows its output. Throws NPM_FAILED. */
export function runNpm(words: readonly string[], { cwd, io }: { readonly cwd: string; readonly io: Io }): Promise<void> {
  const args = [...words, '--ignore-scripts', '--no-audit', '--no-fund'];
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd, env: { ...io.env }, stdio: ['ignore', 'pipe', 'pipe'] });
    child.on('error', (cause) => reject(errors.NPM_FAILED({ args, problem: cause.message }, { cause })));
    // If no file descriptor is left, the process has no streams, and its error event follows.
    if (child.pid === undefined) return;
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => io.tell(text));
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(errors.NPM_FAILED({ args, problem: `its exit code is ${String(code)}` })),
    );
  });
}
