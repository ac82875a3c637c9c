import type { resume } from '../arguments/definitions.js';
import { resumeOnEngine } from '../run/resume-on-engine.js';
import { runAgent } from '../run/run-agent.js';
import type { Command } from './command.js';

export const execute: Command<typeof resume> = async ({ positionals: [session, ...words], flags }, io) =>
  flags.engine ? resumeOnEngine({ session: session ?? '', words, flags }, io) : runAgent({ flags, words, resume: session }, io);
