import type { Access } from '@loadout/core';
import { coversRule, decide, type PermissionRule, partText } from '@loadout/core/run';
import { mayAllow } from '../record/may-allow.js';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { layersFor, type RuleSet } from '../record/rule-set.js';

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
  return rules.flatMap((rule, index): readonly ReviewedRule[] => {
    const by = rules.slice(0, index).find((one) => isTriedFirst(one, rule) && coversRule(one, rule));
    if (by !== undefined) return [{ rule, finding: 'shadowed', by }];
    const uses = firstUses(rule, calls, set);
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

/** Returns the uses of a rule: all of them, or one more than a few. */
function firstUses(rule: PermissionRule, calls: readonly RecordedCall[], set: RuleSet): ReadonlySet<string> {
  const uses = new Set<string>();
  for (const record of calls) {
    if (rule.behavior === 'allow' && !mayAllow(rule, record, set)) continue;
    for (const use of usesOf(rule, { record, set })) uses.add(use);
    if (uses.size > FEW) break;
  }
  return uses;
}

interface Use {
  readonly record: RecordedCall;
  readonly set: RuleSet;
}

/** The parts of a call that a rule matches. */
function usesOf(rule: PermissionRule, { record, set }: Use): readonly string[] {
  const layers = layersFor(record, set, 'default');
  if (layers === undefined || !layers.rules.some((one) => one.position === rule.position)) return [];
  const alone = { ...layers, rules: [rule], roots: [], sandboxed: undefined };
  const { call } = record;
  if (rule.specifier === undefined || call.accesses.length === 0)
    return decide({ ...call, readOnly: false, openWorld: true }, alone).rule === rule
      ? [call.accesses.map(partText).join(', ') || call.tool.name]
      : [];
  const matched = (part: Access) => decide({ ...call, accesses: [part], readOnly: false, openWorld: true }, alone).rule === rule;
  return call.accesses.filter(matched).map(partText);
}
