import type { ChatEnd, ChatHost } from '../chat-host.js';
import { Program } from './program.js';

/** Runs a chat on the terminal of the host, to its end. Rejects with the reason if it cannot start. */
export async function runChat(host: ChatHost): Promise<ChatEnd> {
  const program = new Program(host);
  program.open();
  return program.run();
}
