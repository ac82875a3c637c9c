import { compileSchema, errors as coreErrors, isLoadoutError, type LoadoutError, nearest, type ToolContext } from '@loadout/core';
import {
  decide,
  decideParts,
  type PartDecision,
  type PermissionDecision,
  type PermissionLayers,
  type PermissionRule,
  type PoolTool,
  parsePermissionRule,
  previewToolCall,
  RestrictionStack,
  toolMatcher,
  withHome,
} from '@loadout/core/run';
import { systemClock } from '@loadout/node';
import { type Agent, type AgentSpec, childEnvironment, knownTools, layersOf } from '@loadout/runner';
import { errors } from './errors.js';

/** A call that is not made. */
export interface NamedCall {
  readonly tool: string;
  readonly input: unknown;
}

export interface ExplainedCall extends PermissionDecision {
  /** The decision about each part alone. */
  readonly parts: readonly PartDecision[];
}

/** Asks the rules about a call that is not made, as a run would ask them, without hooks. Throws the error that would refuse the call. */
export const explainCall = (agent: Agent, call: NamedCall): Promise<ExplainedCall> => explainedBy(seenBefore(agent), call);

/** The agent as a run finds it, with the tools that its sources know without being opened. */
export const seenBefore = ({ spec, pool }: Agent): AgentSpec => ({ ...spec, pool });

/** Decides with other rules than those of the agent, if they are given. */
export async function explainedBy(
  spec: AgentSpec,
  { tool, input, layers }: NamedCall & { readonly layers?: PermissionLayers },
): Promise<ExplainedCall> {
  const context = contextWithoutRun(spec);
  const asked = layers ?? layersOf(spec, context.artifactDir);
  const { decision, call } = await previewToolCall(
    { id: context.toolUseId, name: tool, input },
    {
      pool: spec.pool,
      restrictions: new RestrictionStack(),
      permissions: () => asked,
      contextFor: () => context,
      signal: context.signal,
      clock: systemClock,
      emit: () => {},
    },
  ).catch((error: unknown) => {
    if (isLoadoutError(error) && error.code === 'TOOL_INPUT_INVALID')
      throw errors.CALL_INPUT({ name: tool, problem: error.message }, { cause: error });
    throw isLoadoutError(error) && error.code === 'TOOL_UNKNOWN' ? notHad(tool, spec) : error;
  });
  return { ...decision, parts: decideParts(call, asked) };
}

export function contextWithoutRun(spec: AgentSpec): ToolContext {
  return {
    cwd: spec.roots[0],
    roots: spec.roots,
    toolUseId: 'explain',
    sessionId: 'explain',
    agentId: 'main',
    signal: new AbortController().signal,
    env: childEnvironment(spec.env, spec.roots[0]),
    artifactDir: '/nonexistent',
    get: (service) => {
      throw coreErrors.SERVICE_MISSING({ service: service.key });
    },
    find: () => undefined,
    permitted: [],
    mayRead: () => true,
    progress: () => {},
    emit: () => {},
  };
}

/**
 * Returns the error about a tool that the agent does not have. Its plugins may offer it (GAP-F4), and a misspelt name may mean a tool
 * that the agent does not have either.
 */
export function notHad(name: string, spec: AgentSpec): LoadoutError {
  const offered = spec.poolFor({ allowed: undefined, disallowed: [] }, knownTools(spec));
  const tool = offered.get(name);
  const near = nearest(
    name,
    offered.tools.map((one) => one.name),
  );
  if (tool === undefined)
    return coreErrors.TOOL_UNKNOWN({ name, nearest: near, available: spec.pool.tools.map((one) => one.name) });
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

export interface MatchedRule {
  /** The text of a permission rule, such as `Bash(git push:*)`. */
  readonly rule: string;
  /** `deny`: a part of the call is enough. `allow`: the rule must cover each command of the call. */
  readonly as: 'allow' | 'deny';
}

/**
 * Returns whether a rule matches a call of any tool that is mounted, whatever the other rules, the mode and the hooks decide. A
 * tool that is unknown before a run is matched by its name. Throws RULE_INVALID, and the error of a tool that cannot tell what the
 * call touches.
 */
export async function matchesCall(
  { spec }: Pick<Agent, 'spec'>,
  { tool: name, input: given }: NamedCall,
  { rule: text, as }: MatchedRule,
): Promise<boolean> {
  const rule = parsePermissionRule(text, { behavior: as, layer: 'session' });
  const tool = spec.poolFor({ allowed: undefined, disallowed: [] }, knownTools(spec)).get(name);
  const matchesName = toolMatcher(rule.tool)(tool ?? { name, aliases: [] });
  if (tool === undefined || rule.specifier === undefined) return matchesName && rule.specifier === undefined;
  const parsed = await compileSchema(tool.input, tool.name).parse(given);
  if (!parsed.ok) return false;
  const context = contextWithoutRun(spec);
  const input = withHome(parsed.value, { tool: tool.tool, context });
  const call = { tool, input, readOnly: tool.isReadOnly(input), openWorld: true };
  // A tool that cannot tell what a call touches throws here: no answer is better than a wrong one.
  const accesses = (await tool.tool.access?.(input, context)) ?? [];
  const behavior = as === 'allow' && accesses.some(({ kind }) => kind === 'run') ? 'allow' : 'deny';
  return decide({ ...call, accesses }, onlyRule({ ...rule, behavior }, spec)).behavior === behavior;
}

function onlyRule(rule: PermissionRule, spec: AgentSpec) {
  const { workspace, home, roots, artifactDir } = layersOf(spec, '/nonexistent');
  return { workspace, home, roots, artifactDir, mode: 'default' as const, rules: [rule] };
}
