import { askedOf } from '../ask/asked-of.js';
import { Person } from '../ask/person.js';
import type { Io } from '../io.js';
import type { Keyboard } from './keyboard.js';

/** The person at the keyboard of a chat, with every kind of question that they may be asked. */
export function personTyping(keyboard: Keyboard, io: Io) {
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
