import { spawn } from 'node:child_process';
import { END_SIGNALS, signalExitCode } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
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

/** Runs the user's own npm in `cwd`, without the scripts of packages, and shows its output. Throws NPM_FAILED and NPM_NO_PACKAGE. */
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
    // A signal ends npm, and then this command as after any failure of npm: what was begun is taken back first.
    let stopped: NodeJS.Signals | undefined;
    const stop = (signal: NodeJS.Signals) => {
      stopped ??= signal;
      child.kill(signal);
    };
    for (const signal of END_SIGNALS) process.on(signal, stop);
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', show);
    child.on('close', (code) => {
      for (const one of END_SIGNALS) process.off(one, stop);
      if (code === 0 && stopped === undefined) return resolve();
      const asked = /\bE404\b.*?\bGET (\S+)/s.exec(held)?.[1];
      if (asked !== undefined && stopped === undefined)
        return reject(errors.NPM_NO_PACKAGE({ wanted: words.at(-1) ?? '', asked }));
      host.screen.tell(held);
      return reject(
        errors.NPM_FAILED(
          { args, problem: stopped === undefined ? `its exit code is ${String(code)}` : `${stopped} ended it` },
          { cause: stopped },
        ),
      );
    });
  });
}

/** The exit code of work, or of the signal that ended its npm. */
export async function orSignal(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const signal = isLoadoutError(error) ? END_SIGNALS.find((one) => one === error.cause) : undefined;
    if (signal === undefined) throw error;
    return signalExitCode(signal);
  }
}
