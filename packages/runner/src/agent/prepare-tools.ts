import type { AnyTool } from '@loadout/core';
import { type AgentPlan, ruleOfTool, serverOf } from '@loadout/core/run';
import { poolFor } from '../plugins/mounts.js';
import type { AgentSpec, ToolWishes } from '../spec/agent-spec.js';
import { mayOffer, standsForServer, toolWith } from '../tools/find-tools.js';
import { readResult } from '../tools/read-result.js';
import { type AgentOptions, isBare, rulesInCode, type SpecParts } from './agent-options.js';

/** Builds the pool. A deny rule without a specifier also hides the tool from the model (CON-05). */
export function prepareTools({
  options,
  plan,
  agent,
  loader,
}: SpecParts): Pick<AgentSpec, 'pool' | 'poolWith' | 'poolFor' | 'disallowed' | 'mayOffer' | 'mayCome' | 'toolSources'> {
  const shown = loader.mounted.filter(({ mount }) => mount === (options.onlyMount ?? mount));
  const customTools = options.customTools ?? [];
  const wanted = (wishes: ToolWishes, mcpTools: readonly AnyTool[]) => {
    const parts = { customTools, mcpTools, ...withServers(wishes, mcpTools), wrapTool: options.wrapTool };
    const pool = poolFor(shown, { ...parts, extraTools: [] });
    if (pool.tools.length === 0 || toolWith(pool, 'reads-files') !== undefined) return pool;
    return poolFor(shown, { ...parts, extraTools: [readResult] });
  };
  const disallowed = [
    ...agent.disallowedTools,
    ...(options.disallowedTools ?? []).filter(isBare),
    ...bareDenials(options, agent),
  ];
  const own = { allowed: options.tools ?? agent.tools, disallowed };
  const pool = wanted(own, []);
  const toolSources = shown.flatMap(({ parts }) => parts.toolSource ?? []);
  const started = Object.keys(agent.subagents ?? {}).flatMap((name) => plan.agents[name] ?? []);
  return {
    pool,
    poolWith: (tools) => (tools.length === 0 ? pool : wanted(own, tools)),
    poolFor: wanted,
    disallowed,
    mayOffer: (prefix) =>
      mayOffer(prefix, own) ||
      started.some(({ tools, disallowedTools }) =>
        mayOffer(prefix, { allowed: tools, disallowed: [...disallowedTools, ...disallowed] }),
      ),
    mayCome: (name) => toolSources.some((source) => source.mayHave?.(name) ?? true),
    toolSources,
  };
}

/** A tool that stands for a whole server is offered to every agent that may see one of the server's tools. Source: G1. */
function withServers(wishes: ToolWishes, mcpTools: readonly AnyTool[]): ToolWishes {
  if (wishes.allowed === undefined || wishes.allowed.length === 0) return wishes;
  const places = mcpTools.flatMap((tool) => {
    const server = standsForServer(tool) ? serverOf(tool) : undefined;
    return server !== undefined && mayOffer(`${ruleOfTool(tool.name, server)}__`, wishes) ? [tool.name] : [];
  });
  return places.length === 0 ? wishes : { ...wishes, allowed: [...wishes.allowed, ...places] };
}

const bareDenials = (options: AgentOptions, agent: AgentPlan) =>
  [...(options.plan?.permissions.rules ?? []), ...agent.permissions.rules, ...rulesInCode(options)]
    .filter((rule) => rule.behavior === 'deny' && rule.specifier === undefined)
    .map((rule) => rule.tool);
