import type { Plan } from '@loadout/core/run';
import { childEnvironment, stateDir } from '@loadout/runner';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';

/** Loads the MCP client, which a run of the configuration loads too. Throws PACKAGE_MISSING. */
export const loadMcpClient = (configDir: string, needs: string): Promise<typeof import('@loadout/mcp')> =>
  loadPackage('@loadout/mcp', {
    configDir,
    needs,
    names: ['connectOptions', 'diagnoseServer', 'fingerprintServers', 'pinnedTools'],
  });

/** The place in which the servers of a plan run. */
export const serverPlace = ({ workspace }: Plan, { env }: Pick<Io, 'env'>) => ({
  stateDir: stateDir(env),
  childEnv: childEnvironment(env, workspace),
});
