import type { Plan } from '@loadout/core/run';
import { readLock } from './lock-file.js';

/** Returns the plan with the locked fingerprints of each server. A server that the lock does not name is not restricted. */
export function withApprovedTools(plan: Plan): Plan {
  if (Object.keys(plan.mcpServers ?? {}).length === 0) return plan;
  const locked = readLock({ configDir: plan.configDir, configFile: plan.configFile ?? '' })?.mcp ?? {};
  const servers = Object.entries(plan.mcpServers ?? {}).map(([key, server]) =>
    Object.hasOwn(locked, key) ? [key, { ...server, approved: locked[key] }] : [key, server],
  );
  return { ...plan, mcpServers: Object.fromEntries(servers) };
}
