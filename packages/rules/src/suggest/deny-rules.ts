import { type PermissionRule, parsePermissionRule, ruleText } from '@loadout/core/run';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { judge, type RuleSet } from '../record/rule-set.js';
import { modeAt, withRules } from './approvals.js';
import { ENOUGH } from './candidate.js';
import type { Proposal } from './propose.js';

/** Proposes to deny a call that people refused again and again. A rule that would deny anything that ran is none. */
export function denyRules({ calls }: CallRecord, set: RuleSet): readonly Proposal[] {
  const refused = new Map<string, RecordedCall[]>();
  for (const one of calls) {
    const [text, ...more] = one.answer === 'denied' ? one.spared : [];
    if (text !== undefined && more.length === 0) refused.set(text, [...(refused.get(text) ?? []), one]);
  }
  return [...refused].flatMap(([text, users]): readonly Proposal[] => {
    const rule = users.length < ENOUGH ? undefined : denyRule(text);
    if (rule?.specifier === undefined) return [];
    const denies = (one: RecordedCall) => judge(one, withRules(set, [rule]), modeAt(one, set))?.rule === rule;
    if (calls.some((one) => (one.ran || one.answer === 'allowed') && denies(one))) return [];
    const spared = users.filter((one) => judge(one, set, modeAt(one, set))?.behavior === 'ask' && denies(one));
    return spared.length === 0 ? [] : [{ rule, text, width: 'call', covers: [text], calls: spared, also: [] }];
  });
}

function denyRule(text: string): PermissionRule | undefined {
  try {
    const rule = parsePermissionRule(text, { behavior: 'deny', layer: 'project' });
    return ruleText(rule) === text ? rule : undefined;
  } catch {
    return undefined;
  }
}
