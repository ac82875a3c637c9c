import type * as ChatProgram from '@loadout/chat';
import type { Asks, ChatHost, Loaded } from '@loadout/chat';
import { printable, signalExitCode } from '@loadout/command';
import type { Continued } from '@loadout/command/chat';
import { continueAnew } from '../chat/continue-anew.js';
import type { Io } from '../io.js';
import { version } from '../version.js';
import { type ChatWish, checkLoads } from './chat-flags.js';
import { divertOutput } from './divert-output.js';
import { loadChat } from './load-chat.js';
import { onSignals } from './on-signals.js';
import { runOther, startView } from './run-other.js';

interface ProgramWish extends ChatWish {
  readonly program: typeof ChatProgram;
}

/** The chat as a program of the terminal, which belongs to it until it ends. */
export async function programChat({ name, flags, program }: ProgramWish, io: Io): Promise<number> {
  const stopped = new AbortController();
  // While the terminal is lent to a pager or an editor, it is not raw, and Ctrl+C is for that program.
  const interrupt = () => process.stdin.isRaw && stopped.abort();
  const signals = onSignals({ interrupt, stop: () => stopped.abort() });
  const loaded: { now?: Loaded } = {};
  const diverted: { to?: Asks } = {};
  const terminal = program.processTerminal({
    env: flags['no-color'] ? { ...io.env, NO_COLOR: '1', FORCE_COLOR: undefined } : io.env,
    write: (text) => {
      io.out(text);
      return !process.stdout.writableNeedDrain;
    },
  });
  const release = divertOutput((text) => diverted.to?.tell(text));
  const host: ChatHost = {
    terminal,
    version: version(),
    verbose: flags.verbose,
    stopped: stopped.signal,
    load: async (asks) => {
      diverted.to = asks;
      loaded.now = await loadChat({ name, flags }, { io, asks });
      return loaded.now;
    },
    command: (words) => runOther(words, { cwd: flags.cwd, io }),
    startView: (sessionId) => startView(sessionId, { cwd: flags.cwd, io }),
    checkReload: () => checkLoads(flags, { io, agent: loaded.now?.agent.name ?? '' }),
  };
  let [code, continued]: [number, Continued | undefined] = [0, undefined];
  try {
    const end = await program.runChat(host).finally(release);
    if (end.farewell !== undefined) io.tell(`${printable(end.farewell)}\n`);
    code = signals.exitCode() || end.exitCode;
    continued = end.continues;
  } finally {
    // A person who ended it by force waits for nothing.
    if (code !== signalExitCode('SIGINT')) await loaded.now?.agent.close();
    signals.release();
  }
  if (continued === undefined || code !== 0) return code;
  io.stdin.destroy?.();
  return continueAnew(continued, { io, agent: name, flags });
}
