import { setFlagsFromString } from 'node:v8';
import type { ChatEnd, ChatHost } from '../chat-host.js';
import { Program } from './program.js';

/** Runs a chat on the terminal of the host, to its end. Rejects with the reason if it cannot start. `now`: the time, for tests. */
export async function runChat(host: ChatHost, { now = () => performance.now() } = {}): Promise<ChatEnd> {
  // A chat is open all day and mostly waits. V8 would let its space for new objects grow to 32 MB within some hundred turns.
  setFlagsFromString('--semi-space-growth-factor=1');
  const program = new Program(host, now);
  program.open();
  return program.run();
}
