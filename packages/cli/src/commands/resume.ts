import type { resume } from '../arguments/definitions.js';
import { runAgent } from '../run/run-agent.js';
import type { Command } from './command.js';

export const execute: Command<typeof resume> = async ({ positionals: [session, ...words], flags }, io) =>
  runAgent({ flags, words, resume: session }, io);
