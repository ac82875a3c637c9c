import type { PermissionMode } from '@loadout/core';
import { decide, type PermissionRule, parsePermissionRule } from '@loadout/core/run';
import { distinctCalls, onceForEach } from '../record/call-key.js';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import type { RuleIndex } from '../record/rule-index.js';
import { judge, layersFor, modeOf, type RuleSet } from '../record/rule-set.js';

/** A call that a person allowed, and that the rules would ask about again. */
export interface Approval {
  readonly record: RecordedCall;
  /** The rules that together make the question needless, each exactly as wide as the call. */
  readonly exact: readonly string[];
}

/** The part of a record that decides which rules are proposed. */
export interface Evidence {
  readonly set: RuleSet;
  readonly approvals: readonly Approval[];
  /** The different calls that a person or a rule denied. */
  readonly refusals: readonly RecordedCall[];
  /** The tools of refused calls that no rule can be held against: nothing wider than a call is proposed for them. */
  readonly blind: ReadonlySet<string>;
  /** Whether the rules would ask about an answered call again. */
  readonly isAsked: (call: RecordedCall) => boolean;
}

/** Rules of a configuration with proposals, of which thousands may allow and few decide about a call. */
export interface Decided {
  readonly set: RuleSet;
  readonly index: RuleIndex;
}

/** Decides a call by the rules and the proposals. */
export const judgeBy = (record: RecordedCall, { set, index }: Decided, mode?: PermissionMode) =>
  judge(record, withRules(set, index.near(record)), mode);

export function evidenceOf(record: CallRecord, set: RuleSet): Evidence {
  const refusals = distinctCalls(record.calls.filter(({ refused }) => refused));
  const answered = record.calls.filter(({ answer }) => answer !== undefined);
  const asks = onceForEach((call) => judge(call, set, modeAt(call, set))?.behavior === 'ask');
  const asked = new Set(answered.filter(asks));
  const approvals = record.calls.flatMap((call): readonly Approval[] => {
    if (call.answer !== 'allowed' || call.spared.length === 0) return [];
    return asked.has(call) ? [{ record: call, exact: call.spared }] : [];
  });
  const blind = new Set(record.unclear.filter(({ refused }) => refused).map(({ tool }) => ruleName(tool)));
  return { set, approvals, refusals, blind, isAsked: (call) => asked.has(call) };
}

/** The name that rules about what a tool touches have: one for all tools that read files, and one for all that change them. */
const ruleName = (tool: string): string => {
  if (/^(?:Write|MultiEdit|NotebookEdit)$/.test(tool)) return 'Edit';
  return /^(?:Glob|Grep|LS)$/.test(tool) ? 'Read' : tool;
};

/** The mode in which a call was decided: a person may have chosen it for the session. */
export const modeAt = (record: RecordedCall, set: RuleSet) => record.mode ?? modeOf(record, set);

export const allowRule = (text: string): PermissionRule => parsePermissionRule(text, { behavior: 'allow', layer: 'project' });

/** Returns the rules with more rules for every agent. */
export const withRules = (set: RuleSet, more: readonly PermissionRule[]): RuleSet => ({ ...set, rules: [...set.rules, ...more] });

/** The accesses of a call that a rule allows by itself. */
export function allowedParts(rule: PermissionRule, record: RecordedCall, set: RuleSet): RecordedCall['call']['accesses'] {
  const layers = layersFor(record, set, 'default');
  if (layers === undefined) return [];
  const alone = { ...layers, rules: [rule], roots: [], sandboxed: undefined };
  return record.call.accesses.filter((part) => {
    const call = { ...record.call, accesses: [part], readOnly: false, openWorld: true };
    return decide(call, alone).rule === rule;
  });
}
