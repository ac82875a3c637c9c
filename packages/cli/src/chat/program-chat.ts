import type * as ChatProgram from '@loadout/chat';
import type { Asks, ChatHost, Loaded } from '@loadout/chat';
import { ownName, plain, signalExitCode } from '@loadout/command';
import type { Continued } from '@loadout/command/chat';
import type { TrustExtent, TrustVerdict } from '@loadout/config';
import { projectOf } from '../ask/asked-of.js';
import type { Io } from '../io.js';
import { version, program as words } from '../program.js';
import { trustText } from '../render/trust-text.js';
import { prepareAgent } from '../run/prepare-agent.js';
import { type ChatWish, checkLoads, loadedChat } from './chat-flags.js';
import { continueAnew } from './continue-anew.js';
import { onSignals } from './on-signals.js';

interface ProgramWish extends ChatWish {
  readonly program: typeof ChatProgram;
}

/** The chat as a program of the terminal, which belongs to it until it ends. */
export async function programChat({ name, flags, program }: ProgramWish, io: Io): Promise<number> {
  const stopped = new AbortController();
  // While the terminal is lent to a pager or an editor, it is not raw, and Ctrl+C is for that program.
  const interrupt = () => process.stdin.isRaw && stopped.abort();
  const signals = onSignals({ interrupt, stop: () => stopped.abort() });
  const redact = (text: string) => io.redact?.(text) ?? text;
  const loaded: { now?: Loaded } = {};
  const diverted: { to?: Asks } = {};
  const terminal = program.processTerminal({
    env: flags['no-color'] ? { ...io.env, NO_COLOR: '1', FORCE_COLOR: undefined } : io.env,
    write: (text) => {
      io.screen.out(text);
      return !process.stdout.writableNeedDrain;
    },
  });
  const release = program.divertOutput((text) => diverted.to?.tell(text));
  const host: ChatHost = {
    terminal,
    version: version(),
    called: ownName(io.env),
    verbose: flags.verbose,
    stopped: stopped.signal,
    load: async (asks) => {
      diverted.to = asks;
      loaded.now = await loadChat({ name, flags }, { io, asks });
      return loaded.now;
    },
    ...program.otherCommands({ program: words(), cwd: flags.cwd ?? io.cwd, env: io.env, redact }),
    checkReload: () => checkLoads(flags, { io, agent: loaded.now?.agent.name ?? '' }),
  };
  let [code, continued]: [number, Continued | undefined] = [0, undefined];
  try {
    const end = await program.runChat(host).finally(release);
    if (end.farewell !== undefined) io.tell(`${end.farewell}\n`);
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

/** Loads the configuration and prepares the agent, with every question on the screen of the program. */
async function loadChat(wish: ChatWish, { io, asks }: { readonly io: Io; readonly asks: Asks }): Promise<Loaded> {
  const askTrust = (verdict: TrustVerdict) => trustAnswer(verdict, { io, asks });
  const { plan, agent: name, choice, change } = await loadedChat(wish, { io, askTrust });
  const { ask, answer, elicit } = asks;
  const asked = { ask, answer, elicit };
  const agent = await prepareAgent({ flags: wish.flags, plan, agent: name, io, expandsMentions: true, asked });
  return { agent, choice, change, project: projectOf(plan.configFile, io), redact: (text) => io.redact?.(text) ?? text };
}

/** Asks how long to trust. Nothing but a clear yes is one. */
async function trustAnswer(
  verdict: TrustVerdict,
  { io, asks }: { readonly io: Io; readonly asks: Asks },
): Promise<TrustExtent | undefined> {
  const lines = trustText(verdict, { cwd: io.cwd, paint: plain }).trimEnd().split('\n');
  const key = await asks.confirm({
    lines,
    choices: [
      { key: 'y', text: 'trust this content' },
      { key: 'f', text: 'trust this folder from now on, including later changes' },
      { key: 'n', text: 'no' },
    ],
  });
  return key === 'y' ? 'content' : key === 'f' ? 'folder' : undefined;
}
