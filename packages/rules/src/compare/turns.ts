import type { PermissionMode } from '@loadout/core';
import { onceForEach } from '../record/call-key.js';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { type Judgement, judge, modeOf, type RuleSet } from '../record/rule-set.js';

export interface Versions {
  readonly before: RuleSet;
  readonly after: RuleSet;
}

/** A call that the rules after a change decide otherwise. */
export interface Turn {
  readonly record: RecordedCall;
  readonly before: Judgement;
  readonly after: Judgement;
  /** Whether the call was denied, by the rules before or by a person, and would be allowed. */
  readonly widens: boolean;
}

export interface Turns {
  readonly turns: readonly Turn[];
  /** The number of calls that both versions decided. */
  readonly judged: number;
  /** The numbers of the calls that could not be decided, by the reason. */
  readonly unjudged: Readonly<Record<string, number>>;
}

/** Decides every recorded call by both versions of the rules. */
export function turnsOf({ calls, unclear }: CallRecord, versions: Versions): Turns {
  const turns: Turn[] = [];
  const unjudged: Record<string, number> = {};
  const miss = (why: string) => {
    unjudged[why] = (unjudged[why] ?? 0) + 1;
  };
  for (const { why } of unclear) miss(why);
  const decided = onceForEach((record) => bothOf(record, versions));
  for (const record of calls) {
    const { before, after } = decided(record);
    if (before === undefined || after === undefined) miss('its agent is not in both versions');
    else if (before.behavior !== after.behavior) turns.push({ record, before, after, widens: widens(record, { before, after }) });
  }
  return { turns, judged: calls.length - (unjudged['its agent is not in both versions'] ?? 0), unjudged };
}

interface Both<Decision> {
  readonly before: Decision;
  readonly after: Decision;
}

const bothOf = (record: RecordedCall, { before, after }: Versions): Both<Judgement | undefined> => ({
  before: judge(record, before, modeFor(record, before, before)),
  after: judge(record, after, modeFor(record, before, after)),
});

/** The mode that a person chose for the session, or else that of the version. */
function modeFor(record: RecordedCall, before: RuleSet, version: RuleSet): PermissionMode {
  const isChosen = record.mode !== undefined && record.mode !== modeOf(record, before);
  return isChosen ? (record.mode ?? 'default') : modeOf(record, version);
}

const widens = ({ refused }: RecordedCall, { before, after }: Both<Judgement>): boolean =>
  after.behavior === 'allow' && (before.behavior === 'deny' || (refused && before.behavior !== 'allow'));
