import type { LoadoutError } from '@loadout/core';
import { type PoolTool, toolMatcher } from '@loadout/core/run';
import { errors } from '../report/errors.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { knownTools } from '../tools/known-tools.js';

/** Returns the error about a tool that the agent's plugins offer and the agent does not have, if that is so (GAP-F4). */
export function leftOut(name: string, spec: AgentSpec): LoadoutError | undefined {
  const tool = spec.poolFor({ allowed: undefined, disallowed: [] }, knownTools(spec)).get(name);
  if (tool === undefined) return undefined;
  return errors.TOOL_LEFT_OUT({ name: tool.name, from: tool.origin.from, agent: spec.agent.name, ...reason(tool, spec) });
}

function reason(tool: PoolTool, { agent, disallowed }: AgentSpec): { readonly why: string; readonly fix: string } {
  const by = [...disallowed, ...agent.disallowedTools].find((entry) => toolMatcher(entry)(tool));
  if (by !== undefined)
    return { why: `"${by}" is denied or among disallowedTools`, fix: `Remove "${by}" from permissions.deny or disallowedTools.` };
  if (agent.tools.some((entry) => toolMatcher(entry)(tool)))
    return {
      why: 'it is withheld from this agent',
      fix: 'Offer it to the agent that starts this one, or in the options of the program.',
    };
  const tools = [...agent.tools, tool.name].join(', ');
  return { why: 'its list of tools leaves it out', fix: `Write under agents.${agent.name}: tools: [${tools}]` };
}
