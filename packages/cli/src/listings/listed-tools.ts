import type { Position } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { withAgent } from '@loadout/runner';
import type { Io } from '../io.js';
import { knownServers, poolWithServers } from '../load/known-servers.js';
import type { Listed, Loaded } from './listed.js';

/** The tools of all agents and of pinned servers, each with the agents that see it. Loads the plugins and starts no server. */
export async function listedTools(loaded: Loaded, io: Io): Promise<readonly Listed[]> {
  const { plan } = loaded;
  const found = new Map<string, { readonly readOnly: boolean; readonly from: string; readonly agents: string[] }>();
  for (const agent of Object.keys(plan.agents))
    await withAgent(plan, {
      agent,
      env: io.env,
      use: async (ready) => {
        const pool = poolWithServers(ready, await knownServers(loaded, { agent, io }));
        for (const { name, annotations, origin } of pool.tools) {
          const tool = found.get(name) ?? { readOnly: annotations.readOnlyHint, from: origin.from, agents: [] };
          tool.agents.push(agent);
          found.set(name, tool);
        }
      },
    });
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { readOnly, from, agents }]) => ({
      name,
      cells: [readOnly ? 'read-only' : 'may change', agents.join(', '), from],
      fields: { readOnly, from, agents },
      position: positionOf(from, plan),
    }));
}

/** The place of a tool is the mount of its plugin. */
const positionOf = (from: string, plan: Plan): Position | undefined =>
  plan.plugins.find(({ mount }) => from.endsWith(`(plugins.${mount})`))?.position;
