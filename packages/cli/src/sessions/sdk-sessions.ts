import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ownPackage } from '@loadout/command';
import type { SessionLine } from '@loadout/command/runs';
import type { Io } from '../io.js';

/** The sessions of this folder that the Agent SDKs' engine stores. Empty if the engine is not installed or stores none. */
export async function sdkSessions(workspace: string, { env }: Pick<Io, 'env'>): Promise<readonly SessionLine[]> {
  const home = env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude');
  if (!existsSync(join(home, 'projects'))) return [];
  const sdk = await ownPackage('@loadout/sdk', () => import('@loadout/sdk'));
  const found = (await sdk?.listSessions({ dir: workspace, includeWorktrees: false })) ?? [];
  return found.map(({ sessionId, summary, lastModified, fileSize = 0 }) => ({
    id: sessionId,
    modified: new Date(lastModified).toISOString(),
    agent: '',
    bytes: fileSize,
    state: 'agent-sdk',
    prompt: summary,
  }));
}
