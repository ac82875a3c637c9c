import type { PermissionRule } from '@loadout/core/run';
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
  /** The added rules that may be about the call. */
  readonly near: readonly PermissionRule[];
}

/** Returns the added rules by which a call passes. `undefined`: it does not pass by any of them. */
export function usedRules(record: RecordedCall, { set, near }: Added): Used['rules'] | undefined {
  if (near.length === 0) return undefined;
  const decision = judge(record, withRules(set, near), modeAt(record, set));
  if (decision?.behavior !== 'allow') return undefined;
  const own = new Set(near);
  return new Set(decision.trace.flatMap(({ rule }) => (rule !== undefined && own.has(rule) ? [rule] : [])));
}
