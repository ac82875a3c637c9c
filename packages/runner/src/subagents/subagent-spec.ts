import type { AnyTool, SubagentRequest } from '@loadout/core';
import { type AgentPlan, type PoolTool, ruleOfTool, serverOf, type ToolPool } from '@loadout/core/run';
import type { RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import { defined } from '../model/choose-model.js';
import type { Rules } from '../permissions/permissions.js';
import { errors } from '../report/errors.js';
import type { Toolbox } from '../skills/toolbox.js';
import type { AgentSpec, ChosenModel } from '../spec/agent-spec.js';
import { readResult } from '../tools/read-result.js';
import type { SubagentDefinition } from './subagent-definition.js';

/**
 * Builds the specification of a subagent: its own plan, within the limits of the agent that starts it. Source: AGENT-02,
 * AGENT-07.
 */
export async function subagentSpec(
  parent: Pick<RunContext, 'spec'> & Pick<Rules, 'restrictions'> & Pick<Asking, 'model'> & Pick<Toolbox, 'tools'>,
  definition: SubagentDefinition,
  request: SubagentRequest,
): Promise<{ readonly spec: AgentSpec; readonly notices: readonly string[] }> {
  const { agent } = definition;
  const { spec } = parent;
  const pool = await poolWithServers(parent, definition, request);
  if (pool.tools.length === 0 && agent.tools.length > 0)
    throw errors.SUBAGENT_TOOLLESS({ type: agent.name, tools: definition.roles ?? agent.tools });
  const { maxTurns } = request;
  const whyMissing = parent.tools.whyMissingBelow();
  return {
    notices: withheldStarters(parent, definition).map(
      ({ name }) =>
        `${agent.name} lists ${name}, but agents may start agents only ${spec.limits.subagentDepth ?? 1} deep: it goes without.`,
    ),
    spec: {
      ...spec,
      agent,
      depth: spec.depth + 1,
      name: agent.name,
      model: await modelOf(parent, definition, request),
      pool,
      poolWith: () => pool,
      toolSources: [],
      whyMissing: (name) => whyMissing(name) ?? spec.whyMissing?.(name),
      disallowed: [...spec.disallowed, ...agent.disallowedTools],
      hooks: await spec.withHooks([...agent.hooks, ...(request.skill?.hooks ?? [])]),
      withHooks: (plans) => spec.withHooks([...agent.hooks, ...plans]),
      sandbox: spec.sandbox ?? agent.sandbox,
      roots: request.cwd === undefined ? spec.roots : [request.cwd],
      limits: {
        ...agent.limits,
        subagents: least(spec.limits.subagents, agent.limits.subagents),
        subagentDepth: least(spec.limits.subagentDepth, agent.limits.subagentDepth),
        turns: least(maxTurns, agent.limits.turns),
      },
      output: undefined,
    },
  };
}

/** Returns the pool of a subagent, for which servers that wait for their first use are started now. Source: G1. */
async function poolWithServers(
  parent: Parameters<typeof subagentPool>[0] & Pick<Toolbox, 'tools'>,
  ...[definition, request]: [SubagentDefinition, SubagentRequest]
): Promise<ToolPool> {
  const pool = subagentPool(parent, definition, request);
  return (await parent.tools.startServers(pool)) ? subagentPool(parent, definition, request) : pool;
}

const mayStartAgents = ({ depth, limits }: AgentSpec) => depth + 1 < (limits.subagentDepth ?? 1);

/** Whether the agent's list names a tool that starts agents. A pattern that covers all tools does not count. Source: AGENT-04. */
const wants = ({ tools, subagents }: AgentPlan, { name, aliases }: PoolTool) =>
  subagents !== undefined || [name, ...aliases].some((one) => tools.includes(one));

/** The tools that start agents, which the agent wants and is too deep for. */
function withheldStarters(
  { spec, tools }: Parameters<typeof subagentPool>[0],
  { agent }: SubagentDefinition,
): readonly PoolTool[] {
  if (mayStartAgents(spec)) return [];
  const own = spec.poolFor(
    { allowed: agent.tools, disallowed: [...spec.disallowed, ...agent.disallowedTools] },
    tools.fromSources,
  );
  return own.tools.filter((tool) => tool.role === 'starts-agents' && wants(agent, tool));
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  const given = [a, b].filter((limit) => limit !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}

/**
 * Returns the pool of a subagent. A declared agent has the tools of its own list; any other agent gets only tools that its parent
 * sees now. Tools removed from the parent are removed from both.
 */
export function subagentPool(
  parent: Pick<RunContext, 'spec'> &
    Pick<Rules, 'restrictions'> & { readonly tools: Pick<Toolbox['tools'], 'pool' | 'fromSources'> },
  { agent, edge, roles }: SubagentDefinition,
  request: Pick<SubagentRequest, 'tools' | 'mcpServers'>,
): ToolPool {
  const { spec, tools, restrictions } = parent;
  const named = new Set(agent.tools);
  const mayStart = mayStartAgents(spec);
  const disallowed = [...spec.disallowed, ...agent.disallowedTools];
  const servers = request.mcpServers ?? agent.mcpServers;
  const ofServers =
    servers === undefined ? tools.fromSources : tools.fromSources.filter((tool) => servers.some((key) => isOfServer(tool, key)));
  const own = spec.poolFor({ allowed: agent.tools, disallowed }, ofServers);
  const seen = edge === undefined ? restrictions.visible(tools.pool) : undefined;
  const wanted = request.tools === undefined ? undefined : new Set(request.tools);
  const names = own.tools
    .filter((tool) => seen === undefined || seen.get(tool.name)?.tool === tool.tool || tool.name === readResult.name)
    .filter((tool) => wanted?.has(tool.name) ?? true)
    .filter((tool) => !tool.forParentOnly || named.has(tool.name))
    .filter((tool) => tool.role !== 'starts-agents' || (mayStart && wants(agent, tool)))
    .filter(({ role }) => roles === undefined || (role !== undefined && roles.includes(role)))
    .map((tool) => tool.name);
  return names.length === own.tools.length ? own : spec.poolFor({ allowed: names, disallowed }, ofServers);
}

/** Accepts a server's key as written in the configuration or as it appears in the names of its tools. */
const isOfServer = (tool: AnyTool, key: string) => {
  const server = serverOf(tool);
  return server !== undefined && ruleOfTool(tool.name, server) === ruleOfTool(tool.name, key);
};

async function modelOf(
  { spec, model }: Pick<RunContext, 'spec'> & Pick<Asking, 'model'>,
  { agent }: SubagentDefinition,
  request: SubagentRequest,
): Promise<ChosenModel> {
  const name = request.model ?? agent.models[0] ?? spec.subagentModel;
  const chosen = name === undefined || name === 'inherit' ? model.current : await spec.modelFor(name);
  if (spec.limits.usd !== undefined && chosen.plan.price === undefined)
    throw errors.LIMIT_UNPRICED({ model: chosen.plan.id }, { position: chosen.plan.position });
  return { ...chosen, plan: { ...chosen.plan, ...defined(agent.model) } };
}
