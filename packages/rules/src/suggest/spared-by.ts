import type { PermissionRule } from '@loadout/core/run';
import type { RecordedCall } from '../record/recorded-call.js';
import type { RuleIndex } from '../record/rule-index.js';
import { judge, type RuleSet } from '../record/rule-set.js';
import { modeAt, withRules } from './approvals.js';

/** A call that added rules let pass, with those among them that allow a part of it. */
export interface Used {
  readonly record: RecordedCall;
  readonly rules: ReadonlySet<PermissionRule>;
}

interface Added {
  readonly set: RuleSet;
  readonly added: RuleIndex;
}

/** Returns the added rules by which a call passes. `undefined`: it does not pass by any of them. */
export function usedRules(record: RecordedCall, { set, added }: Added): Used['rules'] | undefined {
  const near = added.near(record);
  if (near.length === 0) return undefined;
  const decision = judge(record, withRules(set, near), modeAt(record, set));
  if (decision?.behavior !== 'allow') return undefined;
  const own = new Set(near);
  return new Set(decision.trace.flatMap(({ rule }) => (rule !== undefined && own.has(rule) ? [rule] : [])));
}
