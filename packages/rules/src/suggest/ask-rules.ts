import { onceForEach } from '../record/call-key.js';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { modeOf } from '../record/rule-set.js';
import { type Decided, judgeBy, modeAt } from './approvals.js';
import { namedCallRule } from './deny-rules.js';
import type { Proposal } from './proposal.js';

/** The number of answers of each kind after which they count as mixed. */
const EACH = 2;

/**
 * Proposes to keep asking about calls that people refused and that the rules, or the mode, let pass now, and about those that were
 * approved and refused again and again.
 */
export function askRules({ calls }: CallRecord, decided: Decided): readonly Proposal[] {
  const isOpen = openBy(decided);
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
    const open = rule === undefined ? [] : users.filter((one) => isOpen(one, isMixed));
    return rule === undefined || open.length === 0 ? [] : [{ rule, text, width: 'call', covers: [text], calls: open, also: [] }];
  });
}

/** Returns whether a refused call passes now, or is asked about only for want of a rule although its answers are mixed. */
function openBy(decided: Decided): (one: RecordedCall, isMixed: boolean) => boolean {
  const now = onceForEach((one) => judgeBy(one, decided, modeOf(one, decided.set))?.behavior === 'allow');
  const isUnruled = onceForEach((one) => {
    const then = judgeBy(one, decided, modeAt(one, decided.set));
    return then?.behavior === 'ask' && then.rule === undefined;
  });
  return (one, isMixed) => now(one) || (isMixed && isUnruled(one));
}
