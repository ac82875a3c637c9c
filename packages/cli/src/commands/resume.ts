import { neededPackage } from '@loadout/command';
import type { Command } from '../arguments/command.js';
import type { resume } from '../arguments/run-definitions.js';
import { withHost } from '../packaged/command-host.js';
import { runAgent } from '../run/run-agent.js';

export const execute: Command<typeof resume> = async ({ positionals: [session = '', ...words], flags }, io) => {
  if (!flags.engine) return runAgent({ flags, words, resume: session }, io);
  const wanted = { needs: 'loadout resume --engine', load: () => import('@loadout/engine-restate') };
  const { resumeOnEngine } = await neededPackage('@loadout/engine-restate', wanted);
  return withHost(io, 'resume', (host) => resumeOnEngine({ session, words, flags }, host));
};
