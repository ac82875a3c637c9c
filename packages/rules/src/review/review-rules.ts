import type { Access } from '@loadout/core';
import { coversRule, type PermissionRule, partText } from '@loadout/core/run';
import { distinctCalls } from '../record/call-key.js';
import { mayAllow } from '../record/may-allow.js';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { layersFor, type RuleSet } from '../record/rule-set.js';
import { isAbout, RulesAbout } from '../record/rules-about.js';

/** A rule of the configuration, with what the record says against it. */
export interface ReviewedRule {
  readonly rule: PermissionRule;
  /** `unused`: it matched no recorded call. `shadowed`: another rule decides all that it is about. `wide`: it allows more than was used. */
  readonly finding: 'unused' | 'shadowed' | 'wide';
  /** The rule that shadows it. */
  readonly by?: PermissionRule | undefined;
  /** The parts of calls that it was used for. */
  readonly uses?: readonly string[] | undefined;
}

/** The most different uses of a rule that is called wide. */
const FEW = 2;

/** Reviews the rules that stand in a file: of every agent, each once. */
export function reviewRules({ calls }: CallRecord, set: RuleSet): readonly ReviewedRule[] {
  const rules = writtenRules(set);
  const all = firstUses(rules, distinctCalls(calls), set);
  return rules.flatMap((rule, index): readonly ReviewedRule[] => {
    const by = rules.slice(0, index).find((one) => isTriedFirst(one, rule) && coversRule(one, rule));
    if (by !== undefined) return [{ rule, finding: 'shadowed', by }];
    const uses = all.get(rule) ?? new Set();
    if (uses.size === 0) return [{ rule, finding: 'unused' }];
    return isOpen(rule) && uses.size <= FEW ? [{ rule, finding: 'wide', uses: [...uses] }] : [];
  });
}

const ORDER = ['deny', 'ask', 'allow'] as const;

/** The rules with a place in a file, in the order in which they are tried. */
function writtenRules(set: RuleSet): readonly PermissionRule[] {
  const all = [...set.rules, ...Object.values(set.agents).flatMap(({ rules }) => rules)].filter(
    ({ position }) => position !== undefined,
  );
  const byPlace = new Map(all.map((rule) => [JSON.stringify([rule.behavior, rule.position]), rule]));
  return ORDER.flatMap((behavior) => [...byPlace.values()].filter((rule) => rule.behavior === behavior));
}

/** Whether a rule holds wherever another one does: a rule of one agent says nothing of those of all. */
const isTriedFirst = (first: PermissionRule, rule: PermissionRule): boolean =>
  first.layer === rule.layer || first.layer !== 'agent';

const isOpen = ({ behavior, specifier }: PermissionRule): boolean =>
  behavior === 'allow' && (specifier === undefined || /[*?]/.test(specifier));

/** Returns the uses of each rule: all of them, or one more than a few. */
function firstUses(
  rules: readonly PermissionRule[],
  calls: readonly RecordedCall[],
  set: RuleSet,
): ReadonlyMap<PermissionRule, ReadonlySet<string>> {
  const found = new Map(rules.map((rule) => [rule, new Set<string>()]));
  const restricting = new RulesAbout(rules.filter(({ behavior }) => behavior !== 'allow'));
  const allowing = rules.filter(({ behavior }) => behavior === 'allow');
  const isOpen = (rule: PermissionRule) => (found.get(rule)?.size ?? 0) <= FEW;
  for (const record of calls) {
    const near = [...restricting.near(record), ...allowing.filter((rule) => isOpen(rule) && mayAllow(rule, record, set))].filter(
      isOpen,
    );
    if (near.length === 0) continue;
    const own = ownPlaces(record, set);
    for (const rule of near)
      if (own?.has(JSON.stringify(rule.position))) for (const use of usesOf(rule, { record, set })) found.get(rule)?.add(use);
  }
  return found;
}

const places = new WeakMap<RuleSet, Map<string, ReadonlySet<string>>>();

/** The places of the rules that decide about the calls of an agent. */
function ownPlaces(record: RecordedCall, set: RuleSet): ReadonlySet<string> | undefined {
  const known = places.get(set) ?? new Map<string, ReadonlySet<string>>();
  places.set(set, known);
  const key = JSON.stringify(record.agents);
  const found =
    known.get(key) ?? new Set(layersFor(record, set, 'default')?.rules.map(({ position }) => JSON.stringify(position)));
  known.set(key, found);
  return found;
}

interface Use {
  readonly record: RecordedCall;
  readonly set: RuleSet;
}

/** The parts of a call that a rule matches. */
function usesOf(rule: PermissionRule, { record, set }: Use): readonly string[] {
  const { call } = record;
  if (rule.specifier === undefined || call.accesses.length === 0)
    return isAbout(rule, { ...record, call: { ...call, readOnly: false, openWorld: true } }, set)
      ? [call.accesses.map(partText).join(', ') || call.tool.name]
      : [];
  const matched = (part: Access) =>
    isAbout(rule, { ...record, call: { ...call, accesses: [part], readOnly: false, openWorld: true } }, set);
  return call.accesses.filter(matched).map(partText);
}
