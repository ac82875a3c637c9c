import { type PermissionRule, parsePermissionRule, ruleText } from '@loadout/core/run';
import { distinctCalls, onceForEach } from '../record/call-key.js';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { judge } from '../record/rule-set.js';
import { isAbout, RulesAbout } from '../record/rules-about.js';
import { type Evidence, modeAt } from './approvals.js';
import { type Candidate, ENOUGH, widest } from './candidate.js';
import type { ExactRule } from './exact-rules.js';
import type { Proposal } from './proposal.js';
import { sharedRules } from './refused-calls.js';

/** The most rules that are proposed. */
const MOST = 50;

/**
 * Proposes to deny what people refused again and again: a call after three refusals, and a folder, a subcommand or a domain after three
 * different calls. A rule that would deny anything that ran is none.
 */
export function denyRules({ calls }: CallRecord, refused: readonly ExactRule[], evidence: Evidence): readonly Proposal[] {
  const often = refused.filter(({ approvals }) => approvals.length >= ENOUGH);
  const all = [
    ...sharedRules(refused),
    ...often.map(({ text, rule }) => ({ rule, text, width: 'call' as const, covers: [text] })),
  ];
  const named = all.flatMap((one): readonly Candidate[] => {
    const rule = namedRule(one.text, 'deny');
    return rule === undefined ? [] : [{ ...one, rule }];
  });
  const users = usersOf(refused, evidence);
  const most = named.toSorted((a, b) => users(b).length - users(a).length).slice(0, MOST);
  const harmful = harmfulOf(
    most.map(({ rule }) => rule),
    { ran: distinctCalls(calls.filter(({ ran }) => ran)), evidence },
  );
  return widest(named.filter((one) => most.includes(one) && !harmful.has(one.rule))).flatMap((one): readonly Proposal[] => {
    const asked = users(one);
    return asked.length === 0 ? [] : [{ ...one, calls: asked, also: [] }];
  });
}

/** The refused calls of a rule that the rules of now would ask about again. */
function usersOf(refused: readonly ExactRule[], { set }: Evidence): (one: Candidate) => readonly RecordedCall[] {
  const isAsked = onceForEach((one) => judge(one, set, modeAt(one, set))?.behavior === 'ask');
  const byText = new Map(refused.map(({ text, approvals }) => [text, approvals.map(({ record }) => record).filter(isAsked)]));
  return ({ covers }) => covers.flatMap((text) => byText.get(text) ?? []);
}

/** The rules that are about a call that ran. */
function harmfulOf(
  rules: readonly PermissionRule[],
  { ran, evidence: { set } }: { readonly ran: readonly RecordedCall[]; readonly evidence: Evidence },
): ReadonlySet<PermissionRule> {
  const harmful = new Set<PermissionRule>();
  const about = new RulesAbout(rules);
  for (const one of rules.length === 0 ? [] : ran)
    for (const rule of about.near(one)) if (!harmful.has(rule) && isAbout(rule, one, set)) harmful.add(rule);
  return harmful;
}

/** Reads the rule of refused calls. A rule about every call of a tool says more than its refusals do, and is none. */
export function namedRule(text: string, behavior: 'ask' | 'deny'): PermissionRule | undefined {
  try {
    const rule = parsePermissionRule(text, { behavior, layer: 'project' });
    return ruleText(rule) === text && rule.specifier !== undefined ? rule : undefined;
  } catch {
    return undefined;
  }
}
