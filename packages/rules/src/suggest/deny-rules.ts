import { type PermissionRule, parsePermissionRule, ruleText } from '@loadout/core/run';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { judge, type RuleSet } from '../record/rule-set.js';
import { modeAt, withRules } from './approvals.js';
import { ENOUGH } from './candidate.js';
import type { Proposal } from './proposal.js';

/** Proposes to deny calls that people refused again and again. A rule that would deny anything that ran is none. */
export function denyRules({ calls }: CallRecord, set: RuleSet): readonly Proposal[] {
  const refused = new Map<string, RecordedCall[]>();
  for (const one of calls) {
    const [text, ...more] = one.answer === 'denied' ? one.spared : [];
    if (text !== undefined && more.length === 0) refused.set(text, [...(refused.get(text) ?? []), one]);
  }
  const often = [...refused].flatMap(([text, users]) => {
    const rule = users.length < ENOUGH ? undefined : namedCallRule(text, 'deny');
    return rule === undefined ? [] : [{ text, rule, users }];
  });
  const harmless = harmlessOf(
    often.map(({ rule }) => rule),
    { ran: calls.filter(({ ran }) => ran), set },
  );
  return often.flatMap(({ text, rule, users }): readonly Proposal[] => {
    const asked = harmless.includes(rule) ? users.filter((one) => judge(one, set, modeAt(one, set))?.behavior === 'ask') : [];
    return asked.length === 0 ? [] : [{ rule, text, width: 'call', covers: [text], calls: asked, also: [] }];
  });
}

/** Leaves out each rule that would deny a call that ran. */
function harmlessOf(
  rules: readonly PermissionRule[],
  { ran, set }: { readonly ran: readonly RecordedCall[]; readonly set: RuleSet },
): readonly PermissionRule[] {
  const added = withRules(set, rules);
  const harmful = new Set(ran.map((one) => judge(one, added, modeAt(one, set))?.rule));
  const left = rules.filter((rule) => !harmful.has(rule));
  return left.length === rules.length ? left : harmlessOf(left, { ran, set });
}

/** Reads the rule of a refused call. A rule about every call of a tool says more than its refusals do, and is none. */
export function namedCallRule(text: string, behavior: 'ask' | 'deny'): PermissionRule | undefined {
  try {
    const rule = parsePermissionRule(text, { behavior, layer: 'project' });
    return ruleText(rule) === text && rule.specifier !== undefined ? rule : undefined;
  } catch {
    return undefined;
  }
}
