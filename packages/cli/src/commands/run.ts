import type { Command } from '../arguments/definition.js';
import type { run } from '../arguments/run-definitions.js';
import { errors } from '../errors.js';
import { runAgent } from '../run/run-agent.js';

export const execute: Command<typeof run> = async ({ positionals, flags, beforeDashes }, io) => {
  if (flags.continue && flags.resume !== undefined) throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--continue', '--resume'] });
  return runAgent({ flags, words: positionals, beforeDashes, resume: flags.continue ? 'latest' : flags.resume }, io);
};
