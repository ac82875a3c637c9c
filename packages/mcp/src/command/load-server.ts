import { nearest } from '@loadout/core';
import type { CommandArgument, CommandHost, CommandPlan } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { connectOptions } from './connect-options.js';

export const serverArgument = { name: 'server', help: 'The key of the server in mcpServers.' } as const satisfies CommandArgument;

/** Loads the configuration with one server, which is on. Throws MCP_KEY_UNKNOWN, TRUST_NEEDED. */
export async function loadServer(
  key: string,
  { flags, host }: { readonly flags: Readonly<Record<string, unknown>>; readonly host: CommandHost },
) {
  const loaded = await host.load(flags);
  checkServer(loaded, key);
  const { plan, childEnv } = loaded;
  return {
    entry: plan.mcpServers?.[key]?.options ?? {},
    options: connectOptions(plan, { keys: [key], childEnv, stateDir: host.stateDir }),
  };
}

function checkServer({ plan, disabled, refuse }: CommandPlan, key: string): void {
  const off = disabled('mcpServers');
  const known = Object.keys(plan.mcpServers ?? {});
  if (known.includes(key)) return;
  if (off.includes(key)) refuse(`mcpServers.${key}`);
  const available = [...known, ...off].sort();
  throw errors.MCP_KEY_UNKNOWN({ key, nearest: nearest(key, available), available });
}
