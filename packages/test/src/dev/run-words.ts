import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { endTree } from '@loadout/node';
import { hasGroups } from '@loadout/node/platform';

interface Around {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the program with all that it started. */
  readonly signal: AbortSignal;
}

export interface WordsEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program may end its own runs in order. */
const PATIENCE = { termMs: 5_000 };
/** The rest of an output is read and dropped. */
const MOST_CHARS = 1_000_000;

/** Runs a program without a shell and without input. Rejects with the system's error if it cannot be started. */
export async function runWords([file = '', ...args]: readonly string[], { cwd, env, signal }: Around): Promise<WordsEnd> {
  const tag = randomUUID();
  const { LOADOUT_RUN: outer } = env;
  const tagged = { ...env, LOADOUT_RUN: outer === undefined ? tag : `${outer}:${tag}` };
  const child = spawn(file, args, {
    cwd,
    env: tagged,
    detached: hasGroups(),
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] = `${output[name]}${text}`.slice(0, MOST_CHARS);
    });
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= endTree({ pid: child.pid, tag }, PATIENCE);
  };
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    const [code] = (await closed) as [number | null];
    await ending;
    return { code, ...output };
  } finally {
    signal.removeEventListener('abort', end);
  }
}
