import type { Access } from '@loadout/core';
import { type PermissionRule, ruleText } from '@loadout/core/run';
import { push } from '../record/push.js';
import { type Approval, allowedParts, allowRule, type Evidence } from './approvals.js';

/** An exact rule, with the approvals that it takes part in. */
export interface ExactRule {
  readonly text: string;
  readonly rule: PermissionRule;
  readonly approvals: readonly Approval[];
  /** The part of a call that the rule names. Absent for a rule about a whole tool. */
  readonly part: Access | undefined;
}

/** The exact rules of all approvals. A rule that is not about a part of its call, as it is on record, is left out with its approvals. */
export function exactRules({ approvals, set }: Evidence): readonly ExactRule[] {
  const byText = new Map<string, Approval[]>();
  for (const approval of approvals) for (const text of approval.exact) push(byText, text, approval);
  return [...byText].flatMap(([text, users]): readonly ExactRule[] => {
    const rule = readRule(text);
    const [first] = users;
    if (rule === undefined || first === undefined) return [];
    const part = rule.specifier === undefined ? undefined : allowedParts(rule, first.record, set)[0];
    return rule.specifier !== undefined && part === undefined ? [] : [{ text, rule, approvals: users, part }];
  });
}

/** Reads a rule of a record. A text that does not mean what it says, as of another version, is no rule. */
function readRule(text: string): PermissionRule | undefined {
  try {
    const rule = allowRule(text);
    return ruleText(rule) === text ? rule : undefined;
  } catch {
    return undefined;
  }
}
