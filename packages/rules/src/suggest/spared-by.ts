import type { PermissionRule } from '@loadout/core/run';
import { mayAllow } from '../record/may-allow.js';
import type { RecordedCall } from '../record/recorded-call.js';
import { judge, type RuleSet } from '../record/rule-set.js';
import { modeAt, withRules } from './approvals.js';

/** A call that added rules let pass, with those among them that allow a part of it. */
export interface Used {
  readonly record: RecordedCall;
  readonly rules: ReadonlySet<PermissionRule>;
}

interface Added {
  readonly set: RuleSet;
  readonly added: readonly PermissionRule[];
}

/** Returns the added rules by which a call passes. `undefined`: it does not pass by any of them. */
export function usedRules(record: RecordedCall, { set, added }: Added): Used['rules'] | undefined {
  if (!added.some((rule) => mayAllow(rule, record, set))) return undefined;
  const decision = judge(record, withRules(set, added), modeAt(record, set));
  if (decision?.behavior !== 'allow') return undefined;
  const own = new Set(added);
  return new Set(decision.trace.flatMap(({ rule }) => (rule !== undefined && own.has(rule) ? [rule] : [])));
}
