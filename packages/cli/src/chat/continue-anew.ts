import { spawn } from 'node:child_process';
import { signalExitCode } from '@loadout/command';
import type { Continued } from '@loadout/command/chat';
import type { Io } from '../io.js';
import { program } from '../program.js';

interface Anew {
  readonly io: Io;
  readonly agent: string | undefined;
  readonly flags: Readonly<Record<string, unknown>>;
}

/** Names the process that starts one chat after another, so that only its own child hands the conversation back. */
const OUTER = 'LOADOUT_CHAT_OUTER';

/** The flags that choose a session. */
const OF_A_SESSION = ['resume', 'continue', 'fork'];

/**
 * Continues a chat in a process of its own, which reads all files and loads all code again. The first process stays, and starts the
 * next one after each further request. Returns the exit code of the last one.
 */
export async function continueAnew(continued: Continued, { io, agent, flags }: Anew): Promise<number> {
  if (io.env[OUTER] === String(process.ppid) && process.send !== undefined) {
    await new Promise((resolve) => process.send?.(continued, resolve));
    return 0;
  }
  const words = ['chat', ...(agent === undefined ? [] : [agent]), ...wordsOf(flags)];
  for (let { sessionId } = continued; ; ) {
    const { code, next } = await chatOnce([...words, ...(sessionId === undefined ? [] : [`--resume=${sessionId}`])]);
    if (next === undefined) return code;
    sessionId = next.sessionId;
  }
}

const wordsOf = (flags: Anew['flags']): readonly string[] =>
  Object.entries(flags)
    .filter(([name]) => !OF_A_SESSION.includes(name))
    .flatMap(([name, value]) => {
      if (value === true) return [`--${name}`];
      return [value].flat().flatMap((one) => (typeof one === 'string' ? [`--${name}=${one}`] : []));
    });

/** Runs one chat on the terminal of this process, to its end. */
function chatOnce(words: readonly string[]): Promise<{ readonly code: number; readonly next?: Continued | undefined }> {
  const [file = '', ...args] = [...program(), ...words];
  const env = { ...process.env, [OUTER]: String(process.pid) };
  const child = spawn(file, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  // Ctrl+C reaches the child by itself.
  const ignore = () => {};
  process.on('SIGINT', ignore).on('SIGTERM', pass).on('SIGHUP', pass);
  let next: Continued | undefined;
  child.on('message', (message: Continued) => {
    next = message;
  });
  return new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? signalExitCode(signal ?? 'SIGKILL')));
  })
    .then((code) => ({ code, next }))
    .finally(() => process.off('SIGINT', ignore).off('SIGTERM', pass).off('SIGHUP', pass));
}
