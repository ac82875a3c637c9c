import type { Access } from '../contract/permission.js';
import type { PermissionUpdate } from '../contract/permission-update.js';
import { reasonToAsk } from '../permit/always-asked.js';
import type { PermissionQuestion } from '../permit/asker.js';
import { isAgainstPlan } from '../permit/decide.js';
import type { PermissionDecision } from '../permit/decision.js';
import { runsLater } from '../permit/later-paths.js';
import { matchesAccess } from '../permit/match-rule.js';
import { type MatchedRules, openParts } from '../permit/match-rules.js';
import { parsePermissionRule, ruleText } from '../permit/parse-rule.js';
import { isInside } from '../permit/path-pattern.js';
import { proposeRules } from '../permit/propose-rules.js';

/** A call with its decision and the decision's inputs. */
export interface Decided {
  readonly decision: PermissionDecision;
  /** The call that was decided, with all that its rules say of it. */
  readonly matched: MatchedRules;
}

type PathAccess = Extract<Access, { path: string }>;

/** Makes the parts of a question that depend only on the call and the decision. Source: PERM-01, PERM-04. */
export function questionOf(
  decided: Decided,
): Pick<
  PermissionQuestion,
  'runs' | 'readOnly' | 'reason' | 'cause' | 'hookReason' | 'rule' | 'isOutside' | 'blockedPath' | 'suggestions'
> {
  const { decision, matched } = decided;
  const { call, layers } = matched;
  const blockedPath = blockedAccess(decided)?.path;
  const cause = causeOf(decided);
  const runs = call.accesses.flatMap((access) => (access.kind === 'run' ? (access.declared ?? []) : []));
  return {
    ...(runs.length === 0 ? {} : { runs }),
    readOnly: call.readOnly,
    reason: decision.reason,
    cause,
    ...(cause === 'hook' ? { hookReason: call.hook?.reason } : {}),
    suggestions: suggestionsFor(decided),
    ...(decision.rule === undefined ? {} : { rule: { text: ruleText(decision.rule), position: decision.rule.position } }),
    ...(blockedPath === undefined ? {} : { blockedPath, isOutside: !layers.roots.some((root) => isInside(blockedPath, root)) }),
  };
}

function causeOf({ decision, matched }: Decided): PermissionQuestion['cause'] {
  if (decision.rule?.behavior === 'ask') return 'rule';
  if (matched.call.hook?.behavior === 'ask') return 'hook';
  if (isAgainstPlan(matched)) return 'plan';
  return reasonToAsk(matched) === undefined ? 'mode' : 'safetyCheck';
}

/** The rules that would make a question needless, as part of a record of it. An ask rule or a hook asks again, whatever is allowed. */
export function sparedBy(decided: Decided): { readonly spared?: readonly string[] } {
  const rules = causeOf(decided) === 'mode' ? proposeRules(decided.matched).rules : [];
  return rules.length === 0 ? {} : { spared: rules };
}

/** The parts of a question that its record keeps. */
export const onRecord = (decided: Decided) => ({ ...sparedBy(decided), subject: decided.matched.call });

/** An ask rule, a hook, or an access that is always asked asks again the next time, whatever is allowed. */
function suggestionsFor(decided: Decided): readonly PermissionUpdate[] {
  const { matched } = decided;
  if (causeOf(decided) !== 'mode') return [];
  const rules = (sparedBy(decided).spared ?? []).map((text) => {
    const { tool, specifier } = parsePermissionRule(text, { behavior: 'allow', layer: 'session' });
    return { toolName: tool, ...(specifier === undefined ? {} : { ruleContent: specifier }) };
  });
  const { layers } = matched;
  const edits = { ...matched, layers: { ...layers, mode: 'acceptEdits' as const } };
  const inMode = layers.mode === 'default' && openParts(edits).length === 0;
  return [
    ...(inMode ? [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' } as const] : []),
    ...(rules.length === 0 ? [] : [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' } as const]),
  ];
}

function blockedAccess({ decision, matched }: Decided): PathAccess | undefined {
  const { call, layers } = matched;
  const paths = call.accesses.filter(isPath);
  const { rule } = decision;
  if (rule !== undefined) return paths.find((access) => matchesAccess(rule, access, call, layers));
  return (
    paths.find((access) => access.kind === 'write' && runsLater(access.path, access.below) === 'protected') ??
    openParts(matched).find((part): part is PathAccess => part !== 'the call itself' && isPath(part))
  );
}

const isPath = (access: Access): access is PathAccess => access.kind === 'read' || access.kind === 'write';
