import { spawn } from 'node:child_process';
import type { CommandHost } from '@loadout/core/commands';
import { programStart } from '@loadout/node/platform';
import { searchPath } from '@loadout/runner';
import { errors } from '../errors.js';

interface Running {
  readonly cwd: string;
  readonly host: Pick<CommandHost, 'env' | 'screen'>;
  /** Shows the output only if npm fails. */
  readonly isQuiet?: boolean | undefined;
}

/** Runs the user's own npm in `cwd`, without the scripts of packages, and shows its output. Throws NPM_FAILED. */
export function runNpm(words: readonly string[], { cwd, host, isQuiet = false }: Running): Promise<void> {
  const args = [...words, '--ignore-scripts', '--no-audit', '--no-fund'];
  let held = '';
  const show = (text: string) => {
    if (isQuiet) held += text;
    else host.screen.tell(text);
  };
  return new Promise((resolve, reject) => {
    const env = { ...host.env, PATH: searchPath(host.env.PATH ?? '', cwd).machine };
    const start = programStart('npm', args, { env });
    const child = spawn(start.file, start.args, {
      ...start.options,
      detached: false,
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.on('error', (cause) => reject(errors.NPM_FAILED({ args, problem: cause.message }, { cause })));
    // If no file descriptor is left, the process has no streams, and its error event follows.
    if (child.pid === undefined) return;
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', show);
    child.on('close', (code) => {
      if (code === 0) return resolve();
      host.screen.tell(held);
      return reject(errors.NPM_FAILED({ args, problem: `its exit code is ${String(code)}` }));
    });
  });
}
