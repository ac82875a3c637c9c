import type { ChatEnd, ChatHost } from '../chat-host.js';
import { Program } from './program.js';

/** Runs a chat on the terminal of the host, to its end. Rejects with the reason if it cannot start. `now`: the time, for tests. */
export async function runChat(host: ChatHost, { now = () => performance.now() } = {}): Promise<ChatEnd> {
  const program = new Program(host, now);
  program.open();
  return program.run();
}
