import type { Plan } from '@loadout/core/run';
import { stateDir } from '@loadout/node';
import { childEnvironment, resolvePlugin } from '@loadout/runner';
import { errors } from '../errors.js';

/** Loads the MCP client that a run of the configuration loads. Throws PACKAGE_MISSING. */
export async function loadMcpClient(configDir: string, needs: string): Promise<typeof import('@loadout/mcp')> {
  const use = '@loadout/mcp';
  const url = resolvePlugin(use, configDir);
  if (url === undefined) throw errors.PACKAGE_MISSING({ use, needs });
  return import(url);
}

interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The place in which the servers of a plan run. */
export const serverPlace = ({ workspace }: Plan, { env }: Place) => ({
  stateDir: stateDir(env),
  childEnv: childEnvironment(env, workspace),
});
