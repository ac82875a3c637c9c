import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { judge, modeOf, type RuleSet } from '../record/rule-set.js';
import { modeAt } from './approvals.js';
import { namedCallRule } from './deny-rules.js';
import type { Proposal } from './proposal.js';

/** The number of answers of each kind after which they count as mixed. */
const EACH = 2;

/**
 * Proposes to keep asking about calls that people refused and that the rules, or the mode, let pass now, and about those that were
 * approved and refused again and again. The rules of the set decide as they are with the other proposals.
 */
export function askRules({ calls }: CallRecord, set: RuleSet): readonly Proposal[] {
  const refused = new Map<string, RecordedCall[]>();
  const approvals = new Map<string, number>();
  for (const one of calls) {
    const [text, ...more] = one.spared;
    if (text === undefined || more.length > 0) continue;
    if (one.answer === 'denied') refused.set(text, [...(refused.get(text) ?? []), one]);
    if (one.answer === 'allowed') approvals.set(text, (approvals.get(text) ?? 0) + 1);
  }
  return [...refused].flatMap(([text, users]): readonly Proposal[] => {
    const rule = namedCallRule(text, 'ask');
    const isMixed = users.length >= EACH && (approvals.get(text) ?? 0) >= EACH;
    const open = rule === undefined ? [] : users.filter((one) => isOpen(one, { set, isMixed }));
    return rule === undefined || open.length === 0 ? [] : [{ rule, text, width: 'call', covers: [text], calls: open, also: [] }];
  });
}

interface Doubt {
  readonly set: RuleSet;
  readonly isMixed: boolean;
}

/** Whether a refused call passes now, or is asked about only for want of a rule although its answers are mixed. */
function isOpen(one: RecordedCall, { set, isMixed }: Doubt): boolean {
  const now = judge(one, set, modeOf(one, set));
  if (now?.behavior === 'allow') return true;
  const then = judge(one, set, modeAt(one, set));
  return isMixed && then?.behavior === 'ask' && then.rule === undefined;
}
