import { readCall } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
import { type PermissionDecision, type PermissionRule, ruleText, type ToolPool, toolMatcher } from '@loadout/core/run';
import { explainCall, explainedSubagent } from '@loadout/explain';
import { type Agent, knownTools } from '@loadout/runner';
import type { TestPlan } from './plans.js';
import { callText } from './runs/expected-call.js';
import type { PermissionRow } from './tests/test-schema.js';

/** The decision about the call of one row. */
export interface DecidedRow {
  readonly agent: string;
  /** The call as the row writes it. */
  readonly shown: string;
  readonly tool: string;
  readonly behavior: PermissionDecision['behavior'];
  readonly reason: string;
  /** The names of what decided: the path of the rule and its text, `mode`, or `tools` for a tool that the agent does not have. */
  readonly by: readonly string[];
  readonly rule?: string | undefined;
  /** The steps of the decision on one line. */
  readonly steps: string;
}

interface Deciding {
  readonly agent: Agent;
  /** The name of the agent that makes the call, which `agent` may have started. */
  readonly name: string;
  readonly planned: TestPlan;
}

/** Decides the call of a row. Throws TOOL_UNKNOWN for a tool that no plugin has, SUBAGENT_UNKNOWN, TOOL_INPUT_INVALID. */
export async function decideRow(row: PermissionRow, { agent, name, planned }: Deciding): Promise<DecidedRow> {
  const subagent = row.via === undefined ? undefined : explainedSubagent(agent, name);
  const all = agent.spec.poolFor({ allowed: undefined, disallowed: [] }, knownTools(agent.spec));
  const { tool, input } = callOf(row, all);
  const about = {
    agent: name,
    tool: all.get(tool)?.name ?? tool,
    shown: typeof row.call === 'string' ? row.call : callText({ tool, input, state: 'done' }),
  };
  try {
    const { behavior, reason, rule, trace } = await (subagent?.explain({ tool, input }) ?? explainCall(agent, { tool, input }));
    const steps = trace.map(({ what, outcome }) => `${what}: ${outcome}`).join(' · ');
    return { ...about, behavior, reason, steps, ...namesOf(rule, planned) };
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'TOOL_LEFT_OUT') throw error;
    return { ...about, behavior: 'deny', ...withoutTool({ agent, name, planned }, about.tool) };
  }
}

/** A rule without a specifier removes the tool, so no call of it is decided. */
function withoutTool({ agent, name, planned }: Deciding, tool: string): Pick<DecidedRow, 'reason' | 'steps' | 'by' | 'rule'> {
  const own = agent.spec.plan.agents[name]?.permissions.rules ?? [];
  const rule = [...agent.spec.permissions.rules, ...own].find(
    (one) => one.behavior === 'deny' && one.specifier === undefined && toolMatcher(one.tool)({ name: tool, aliases: [] }),
  );
  const names = rule === undefined ? { by: ['tools'] } : namesOf(rule, planned);
  return { ...names, reason: `${name} has no tool ${tool}.`, steps: `tools: no ${tool}` };
}

function namesOf(rule: PermissionRule | undefined, { pathOf }: TestPlan): Pick<DecidedRow, 'by' | 'rule'> {
  if (rule === undefined) return { by: ['mode'] };
  const path = rule.position === undefined ? undefined : pathOf(rule.position);
  return { by: path === undefined ? [ruleText(rule)] : [path, ruleText(rule)], rule: path };
}

function callOf({ call }: PermissionRow, pool: ToolPool) {
  if (typeof call === 'string') return readCall(call, pool);
  const [tool = '', input = {}] = Object.entries(call)[0] ?? [];
  return { tool, input };
}
