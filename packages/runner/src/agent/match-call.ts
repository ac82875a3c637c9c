import { compileSchema } from '@loadout/core';
import { decide, type PermissionRule, parsePermissionRule, toolMatcher, withHome } from '@loadout/core/run';
import { layersOf } from '../permissions/run-permissions.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { knownTools } from '../tools/known-tools.js';
import { contextWithoutRun } from './explain-call.js';

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
  spec: AgentSpec,
  { tool: name, input: given }: { readonly tool: string; readonly input: unknown },
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
