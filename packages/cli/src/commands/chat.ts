import { exitBySignal, signalExitCode } from '@loadout/command';
import { stateDir } from '@loadout/runner';
import type { chat } from '../arguments/chat-definition.js';
import { Chat } from '../chat/chat.js';
import { CheckedChange } from '../chat/checked-change.js';
import { type Continued, continueAnew } from '../chat/continue-anew.js';
import { Keyboard } from '../chat/keyboard.js';
import { personTyping } from '../chat/person-typing.js';
import { completions } from '../chat/slash-commands.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { checkRunFlags, prepareAgent } from '../run/prepare-agent.js';
import { resumedSession } from '../run/session-agent.js';
import { targetAgent } from '../run/target-agent.js';
import type { Command } from './command.js';

type ChatFlags = Parameters<Command<typeof chat>>[0]['flags'];

export const execute: Command<typeof chat> = async ({ positionals: [name], flags }, io) => {
  if (flags.continue && flags.resume !== undefined) throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--continue', '--resume'] });
  const resume = flags.continue ? 'latest' : flags.resume;
  checkRunFlags(flags, { resume });
  if (!io.isTerminal || io.stdin.isTTY !== true) throw errors.CHAT_NO_TERMINAL({});
  if (flags['no-color']) io.withoutColour();
  const since = Date.now();
  const loaded = await loadPlan(flags, { io, wish: { agent: name, asksTrust: true } });
  tellWarnings(loaded, io);
  const { plan } = loaded;
  const resumed = resume === undefined ? undefined : resumedSession(resume, { plan, env: io.env });
  const agentName = targetAgent(name, { plan, resumed });
  checkNeeds(loaded, agentName, { env: io.env, profile: flags.profile });
  const keyboard = new Keyboard(io, { complete: completions(Object.values(plan.skills ?? {})) });
  const { person, askedIn } = personTyping(keyboard, io);
  const open: { chat?: Chat } = {};
  const asked = askedIn(() => open.chat?.cwd ?? plan.workspace);
  const agent = await prepareAgent({ flags, plan, agent: agentName, io, asked });
  // Ends the wait for work before the first prompt, such as a slow server.
  const giveUp = (signal: NodeJS.Signals = 'SIGINT') => {
    keyboard.stop();
    exitBySignal(signal);
  };
  keyboard.onInterrupt = () => giveUp();
  const stop = (signal: NodeJS.Signals) => (open.chat === undefined ? giveUp(signal) : open.chat.stop());
  const signals = onSignals({ interrupt: () => keyboard.onInterrupt(), stop });
  keyboard.start();
  let [code, continued]: [number, Continued | undefined] = [0, undefined];
  try {
    const choice = { resume: resumed?.id, fork: flags.fork, name: flags.name };
    const checkReload = () => checkLoads(flags, { io, agent: agentName });
    const change = new CheckedChange({ config: plan.configFile, stateDir: stateDir(io.env), since });
    open.chat = await Chat.open({ io, agent, person, keyboard, verbose: flags.verbose, choice, checkReload, change });
    continued = await open.chat.run();
    code = signals.exitCode();
  } finally {
    keyboard.stop();
    await agent.close();
    signals.release();
  }
  if (continued === undefined || code !== 0) return code;
  keyboard.handOver();
  return continueAnew(continued, { io, agent: name, flags });
};

/** Throws CHAT_RELOAD for a chat that records, and the problems of a configuration that cannot be used. */
async function checkLoads(flags: ChatFlags, { io, agent }: { readonly io: Io; readonly agent: string }): Promise<void> {
  if (flags.record !== undefined) throw errors.CHAT_RELOAD({});
  await loadPlan(flags, { io, wish: { agent, tellsTrust: true } });
}

/** Registers the signals that come from elsewhere. Ctrl+C is a key here. */
function onSignals({ interrupt, stop }: { readonly interrupt: () => void; readonly stop: (signal: NodeJS.Signals) => void }) {
  let stoppedBy: NodeJS.Signals | undefined;
  const end = (signal: NodeJS.Signals) => {
    stoppedBy = signal;
    stop(signal);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', end).on('SIGHUP', end);
  return {
    exitCode: () => (stoppedBy === undefined ? 0 : signalExitCode(stoppedBy)),
    release() {
      process.off('SIGINT', interrupt).off('SIGTERM', end).off('SIGHUP', end);
    },
  };
}
