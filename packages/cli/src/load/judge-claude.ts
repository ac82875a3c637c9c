import { judgeConfig, type TrustVerdict } from '@loadout/config';
import type { Io } from '../io.js';

/**
 * A program without a configuration file brings its own options and vouches for them. Only the files of the folder are judged.
 */
const OF_THE_PROGRAM = {
  providers: { anthropic: { use: '@loadout/model-anthropic' } },
  agents: { main: { tools: ['*'] } },
};

/** The active parts of Claude Code's files in a folder, as the engine of the Agent SDKs reads them. */
export const judgeClaude = ({
  cwd,
  file,
  io,
}: {
  readonly cwd: string;
  readonly file: string;
  readonly io: Io;
}): Promise<TrustVerdict> =>
  judgeConfig({
    cwd,
    env: io.env,
    document: OF_THE_PROGRAM,
    claude: { sources: ['user', 'project', 'local'] },
    trust: { file },
  });
