import type { Access } from '../contract/permission.js';
import type { PermissionUpdate } from '../contract/permission-update.js';
import { openParts } from '../permit/allow-parts.js';
import { reasonToAsk } from '../permit/always-asked.js';
import type { PermissionQuestion } from '../permit/asker.js';
import { isAgainstPlan } from '../permit/decide.js';
import type { DecidedCall, PermissionLayers } from '../permit/decided-call.js';
import type { PermissionDecision } from '../permit/decision.js';
import { runsLater } from '../permit/later-paths.js';
import { matchesAccess } from '../permit/match-rule.js';
import { parsePermissionRule, ruleText } from '../permit/parse-rule.js';
import { isInside } from '../permit/path-pattern.js';
import { proposeRules } from '../permit/propose-rules.js';

/** A call with its decision and the decision's inputs. */
export interface Decided {
  readonly decision: PermissionDecision;
  /** The accesses that the decision is about. */
  readonly accesses: readonly Access[];
  readonly asked: DecidedCall;
  readonly layers: PermissionLayers;
}

type Asked = { readonly decision: PermissionDecision; readonly layers: PermissionLayers };
type PathAccess = Extract<Access, { path: string }>;

/** Makes the parts of a question that depend only on the call and the decision. Source: PERM-01, PERM-04. */
export function questionOf(
  call: DecidedCall,
  { decision, layers }: Asked,
): Pick<PermissionQuestion, 'readOnly' | 'reason' | 'cause' | 'rule' | 'isOutside' | 'blockedPath' | 'suggestions'> {
  const blockedPath = blockedAccess(call, { decision, layers })?.path;
  return {
    readOnly: call.readOnly,
    reason: decision.reason,
    cause: causeOf(call, { decision, layers }),
    suggestions: suggestionsFor(call, { decision, layers }),
    ...(decision.rule === undefined ? {} : { rule: { text: ruleText(decision.rule), position: decision.rule.position } }),
    ...(blockedPath === undefined ? {} : { blockedPath, isOutside: !layers.roots.some((root) => isInside(blockedPath, root)) }),
  };
}

function causeOf(call: DecidedCall, { decision, layers }: Asked): PermissionQuestion['cause'] {
  if (decision.rule?.behavior === 'ask') return 'rule';
  if (call.hook?.behavior === 'ask') return 'hook';
  if (isAgainstPlan(call, layers)) return 'plan';
  return reasonToAsk(call, layers) === undefined ? 'mode' : 'safetyCheck';
}

/** An ask rule, a hook, or an access that is always asked asks again the next time, whatever is allowed. */
function suggestionsFor(call: DecidedCall, { decision, layers }: Asked): readonly PermissionUpdate[] {
  const asksAgain =
    isAgainstPlan(call, layers) ||
    decision.rule?.behavior === 'ask' ||
    call.hook?.behavior === 'ask' ||
    reasonToAsk(call, layers) !== undefined;
  if (asksAgain) return [];
  const rules = proposeRules(call, layers).rules.map((text) => {
    const { tool, specifier } = parsePermissionRule(text, { behavior: 'allow', layer: 'session' });
    return { toolName: tool, ...(specifier === undefined ? {} : { ruleContent: specifier }) };
  });
  const inMode = openParts(call, { ...layers, mode: 'acceptEdits' }, []).length === 0 && layers.mode === 'default';
  return [
    ...(inMode ? [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' } as const] : []),
    ...(rules.length === 0 ? [] : [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' } as const]),
  ];
}

function blockedAccess(call: DecidedCall, { decision, layers }: Asked): PathAccess | undefined {
  const paths = call.accesses.filter(isPath);
  const { rule } = decision;
  if (rule !== undefined) return paths.find((access) => matchesAccess(rule, access, call, layers));
  return (
    paths.find((access) => access.kind === 'write' && runsLater(access.path, access.below) === 'protected') ??
    openParts(call, layers, []).find((part): part is PathAccess => part !== 'the call itself' && isPath(part))
  );
}

const isPath = (access: Access): access is PathAccess => access.kind === 'read' || access.kind === 'write';
