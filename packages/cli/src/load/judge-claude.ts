import { judgeConfig, type TrustVerdict } from '@loadout/config';
import type { Io } from '../io.js';

/** A program that names no configuration brings its own, and what it names is its own word: only the files of the folder are judged. */
const OF_THE_PROGRAM = {
  providers: { anthropic: { use: '@loadout/model-anthropic' } },
  agents: { main: { tools: ['*'] } },
};

/** What acts of the files of Claude Code in a folder, as the engine of the Agent SDKs reads them. */
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
