import type { PermissionRule } from '@loadout/core/run';
import { onceForEach } from '../record/call-key.js';
import { push } from '../record/push.js';
import type { RecordedCall } from '../record/recorded-call.js';
import { judge, type RuleSet } from '../record/rule-set.js';
import { type Decided, judgeBy, modeAt } from './approvals.js';
import type { Proposal } from './proposal.js';

interface Versions {
  readonly calls: readonly RecordedCall[];
  readonly before: RuleSet;
  readonly after: Decided;
}

/** The recorded calls that no evidence is about and whose decision turns, by the proposed rules that turn it. */
export function turnedBy(
  proposals: readonly Proposal[],
  { calls, before, after }: Versions,
): ReadonlyMap<PermissionRule, readonly RecordedCall[]> {
  const rules = new Set(proposals.map(({ rule }) => rule));
  const known = new Set(proposals.flatMap((one) => one.calls));
  const turning = onceForEach((record): readonly PermissionRule[] => {
    const decision = judgeBy(record, after, modeAt(record, before));
    const own = (decision?.trace ?? []).flatMap(({ rule }) => (rule !== undefined && rules.has(rule) ? [rule] : []));
    if (own.length === 0) return [];
    return judge(record, before, modeAt(record, before))?.behavior === decision?.behavior ? [] : [...new Set(own)];
  });
  const found = new Map<PermissionRule, RecordedCall[]>();
  for (const record of rules.size === 0 ? [] : calls)
    if (!known.has(record)) for (const rule of turning(record)) push(found, rule, record);
  return found;
}
