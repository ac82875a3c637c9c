import type { Command } from '../arguments/command.js';
import type { run } from '../arguments/run-definitions.js';
import { runAgent } from '../run/run-agent.js';

export const execute: Command<typeof run> = ({ positionals, flags, beforeDashes }, io) =>
  runAgent({ flags, words: positionals, beforeDashes, resume: flags.continue ? 'latest' : flags.resume }, io);
