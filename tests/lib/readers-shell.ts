import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root } from './loadout.js';

/** The shell of a reader, who types one line after the other. */
export interface ReadersShell {
  /** Returns what the line printed. Rejects if it fails. A line that serves goes on, until the shell is closed. */
  type(line: string): Promise<string>;
  /** Presses Ctrl+C for what still serves. Returns the exit codes. */
  close(): Promise<readonly (number | null)[]>;
}

/** The lines of a block, of which one that ends with a backslash goes on, without those that are comments. */
export const linesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));

/** The commands that serve until Ctrl+C, and say their address first. */
const SERVES = /(?:^|\s)(?:loadout|npx @loadout\/cli) (?:serve http|worker|dev\b|engine dev|view (?!.*--export))/;
const IS_READY = /https?:\/\/|Serving|Waiting for changes/;

/** The commands of a conversation on a terminal, which ends when the person leaves. */
const TALKS = /^loadout chat\b[^#]*/;

/** Programs that are at hand at a reader's machine, and not at the one of a test. They do nothing, successfully. */
const ELSEWHERE = ['apt-get', 'gcloud', 'ollama', 'lms', 'llama-server', 'vllm'];

interface Place {
  readonly cwd: string;
  /** A folder for what the shell itself keeps. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

export function readersShell({ cwd, home, env }: Place): ReadersShell {
  const state = join(home, 'shell-state');
  writeFileSync(state, '');
  const path = `${programs(join(home, 'shell-bin'))}:${process.env.PATH ?? ''}`;
  const serving: { readonly child: ChildProcess; readonly end: Promise<number | null> }[] = [];
  const keys = join(home, 'shell-keys');
  execFileSync('mkfifo', [keys]);
  /** The person leaves at once, and stays until then: at the end of its input, script presses Ctrl+D. */
  const talks = (line: string) => `exec 3<>${keys}; printf '/exit\\r' >&3; script -qec '${line}' /dev/null <&3`;
  const start = (line: string) => {
    const script = `set -o pipefail; . ${state}; ${line}\ncode=$?; { declare -px; printf 'cd %q\\n' "$PWD"; } >${state}; exit $code`;
    const child = spawn('bash', ['-c', script], {
      cwd,
      env: { ...env, PATH: path },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let shown = '';
    const end = new Promise<number | null>((resolve) => child.on('close', resolve));
    const sees = (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => {
            shown += text;
            if (pattern.test(shown)) resolve();
          });
        void end.then(() => resolve());
      });
    return { child, end, sees, shown: () => shown };
  };
  return {
    async type(line) {
      const [talk] = TALKS.exec(line) ?? [];
      const started = start(talk === undefined ? line : talks(talk.trim()));
      const ready = started.sees(IS_READY);
      if (SERVES.test(line)) serving.push(started);
      const code = await (SERVES.test(line) ? ready.then(() => started.child.exitCode ?? 0) : started.end);
      if (code !== 0) throw new Error(`${line}\nended with ${code}:\n${started.shown()}`);
      return started.shown();
    },
    close: () =>
      Promise.all(
        serving.splice(0).map(({ child, end }) => {
          if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGINT');
          return end;
        }),
      ),
  };
}

/** The programs of the shell: the built command, npm, npx, and those that no test has. */
function programs(folder: string): string {
  mkdirSync(folder);
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  write('loadout', `exec ${process.execPath} ${bin} "$@"`);
  write('npm', `exec ${process.execPath} ${join(root, 'tests/lib/readers-npm.mjs')} "$@"`);
  write('npx', `while [[ $1 == -* ]]; do shift; done\n[[ $1 == @loadout/cli ]] && shift && exec loadout "$@"\nexit 127`);
  for (const name of ELSEWHERE) write(name, 'exit 0');
  return folder;
}
