import type { LoadedConfig } from '@loadout/config';
import type { Plan } from '@loadout/core/run';
import type { ServersNow } from '@loadout/lock';
import { stateDir } from '@loadout/node';
import { childEnvironment, resolvePlugin } from '@loadout/runner';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { onInterrupt } from '../signals.js';
import { serversOff } from './parts-off.js';

/** Loads the MCP client that a run of the configuration loads. Throws PACKAGE_MISSING. */
export async function loadMcpClient(configDir: string, needs: string): Promise<typeof import('@loadout/mcp')> {
  const use = '@loadout/mcp';
  const url = resolvePlugin(use, configDir);
  if (url === undefined) throw errors.PACKAGE_MISSING({ use, needs });
  return import(url);
}

/** The place in which the servers of a plan run. */
export const serverPlace = ({ workspace }: Plan, { env }: Pick<Io, 'env'>) => ({
  stateDir: stateDir(env),
  childEnv: childEnvironment(env, workspace),
});

interface AskedServers extends ServersNow {
  /** The reason why a server could not be asked, by key. Disabled and untrusted servers are not listed. */
  readonly problems: Readonly<Record<string, string>>;
  /** The exit code, if a person interrupted the command. Then not all servers were asked. */
  readonly interrupted?: number | undefined;
}

/** Starts the enabled servers, and takes the fingerprints of their tools. */
export async function askServers({ plan, trust }: LoadedConfig, { io, needs }: { io: Io; needs: string }): Promise<AskedServers> {
  const keys = Object.keys(plan.mcpServers ?? {});
  const isDisabled = (key: string) => plan.mcpServers?.[key]?.options.disabled === true;
  const wanted = keys.filter((key) => !isDisabled(key));
  const resting = [...serversOff({ trust }), ...keys.filter(isDisabled)];
  if (wanted.length === 0) return { fingerprints: {}, unasked: resting, problems: {} };
  const { connectOptions, fingerprintServers } = await loadMcpClient(plan.configDir, needs);
  const stopped = new AbortController();
  const interrupts = onInterrupt(io, () => stopped.abort());
  const options = { ...connectOptions(plan, { ...serverPlace(plan, io), keys: wanted }), signal: stopped.signal };
  const { fingerprints, problems } = await fingerprintServers(options).finally(() => interrupts.release());
  const unasked = [...resting, ...Object.keys(problems)];
  return { fingerprints, unasked, problems, interrupted: interrupts.exitCode };
}
