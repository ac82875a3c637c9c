import { exitBySignal } from '@loadout/command';
import { type Continued, completions } from '@loadout/command/chat';
import { askedOf } from '../ask/asked-of.js';
import { Person } from '../ask/person.js';
import type { Io } from '../io.js';
import { prepareAgent } from '../run/prepare-agent.js';
import { Chat } from './chat.js';
import { type ChatWish, checkLoads, loadedChat } from './chat-flags.js';
import { continueAnew } from './continue-anew.js';
import { Keyboard } from './keyboard.js';
import { onSignals } from './on-signals.js';

/** The chat with lines that are typed: for screen readers, simple terminals, and where the terminal program is not installed. */
export async function plainChat(wish: ChatWish, io: Io): Promise<number> {
  const { flags } = wish;
  const { plan, agent: agentName, choice, change } = await loadedChat(wish, { io });
  const keyboard = new Keyboard(io, { complete: completions(Object.values(plan.skills ?? {})) });
  const { person, askedIn } = personTyping(keyboard, io);
  const open: { chat?: Chat } = {};
  const asked = askedIn(plan.configFile, () => open.chat?.cwd ?? plan.workspace);
  const agent = await prepareAgent({ flags, plan, agent: agentName, io, expandsMentions: true, asked });
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
    const checkReload = () => checkLoads(flags, { io, agent: agentName });
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
  return continueAnew(continued, { io, agent: wish.name, flags });
}

/** The person at the keyboard of a chat, with every kind of question that they may be asked. */
function personTyping(keyboard: Keyboard, io: Io) {
  const person = new Person(io, {
    ask: async (prompt, signal) => {
      const typed = await keyboard.line({ prompt, signal, isPrompt: false });
      if (typed.kind === 'interrupt') keyboard.onInterrupt();
      return typed.kind === 'line' ? typed.text : undefined;
    },
  });
  return {
    person,
    askedIn: (configFile: string | undefined, cwd: () => string) => askedOf(person, { io, cwd, configFile }),
  };
}
