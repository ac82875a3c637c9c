import type { PermissionRule } from '@loadout/core/run';
import { onceForEach } from '../record/call-key.js';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { RuleIndex } from '../record/rule-index.js';
import type { RuleSet } from '../record/rule-set.js';
import { type Decided, type Evidence, evidenceOf, withRules } from './approvals.js';
import { askRules } from './ask-rules.js';
import type { Candidate } from './candidate.js';
import { commandRules } from './command-rules.js';
import { denyRules } from './deny-rules.js';
import { domainRules } from './domain-rules.js';
import { type ExactRule, exactRules } from './exact-rules.js';
import { folderRules } from './folder-rules.js';
import type { Proposal, Proposals } from './proposal.js';
import { type Used, usedRules } from './spared-by.js';
import { toolRules } from './tool-rules.js';
import { writtenProgram } from './written-programs.js';

/** The number of approvals after which a rule for exactly one call is worth its line. */
const TWICE = 2;

/**
 * Proposes the fewest rules that let pass what people approved again and again, and nothing that was refused: rules that answer, and
 * behind them rules that keep a question.
 */
export async function propose(record: CallRecord, set: RuleSet): Promise<Proposals> {
  const evidence = evidenceOf(record, set);
  const { chosen, spared } = choose(await candidatesOf(evidence), evidence);
  const index = indexOf(chosen, set);
  const denied = denyRules(record, { set, index });
  const denying = withRules(
    set,
    denied.map(({ rule }) => rule),
  );
  const decided = { set: denying, index };
  const answering = [...withCalls(chosen, spared, evidence).map((one) => ({ ...one, runs: runsOf(one, decided) })), ...denied];
  return {
    rules: [...mostUsed(answering), ...mostUsed(askRules(record, decided))],
    questions: record.calls.filter((one) => one.answer !== undefined && evidence.isAsked(one)).length,
    spared: new Set(answering.flatMap(({ calls }) => calls)).size,
  };
}

const indexOf = (candidates: readonly Candidate[], { workspace }: RuleSet): RuleIndex =>
  new RuleIndex(
    candidates.map(({ rule }) => rule),
    workspace,
  );

/** The number of calls of a rule that are looked at for a program. */
const MOST_LOOKED_AT = 20;

/** A command that runs what the agent may write unasked by the rules and the other proposals. */
function runsOf({ rule, calls }: Proposal, decided: Decided): Proposal['runs'] {
  if (rule.tool !== 'Bash') return undefined;
  for (const call of calls.slice(0, MOST_LOOKED_AT)) {
    const found = writtenProgram(call, decided);
    if (found !== undefined) return found;
  }
  return undefined;
}

const mostUsed = (rules: readonly Proposal[]): readonly Proposal[] => rules.toSorted((a, b) => b.calls.length - a.calls.length);

/** All rules that the record may carry, the widest first. */
async function candidatesOf(evidence: Evidence): Promise<readonly Candidate[]> {
  const exact = exactRules(evidence);
  const open = exact.filter(({ rule }) => !evidence.blind.has(rule.tool));
  const wide = [...folderRules(open), ...(await commandRules(open)), ...domainRules(open), ...toolRules(open)];
  const narrow = exact.filter(({ rule, approvals }) => rule.specifier !== undefined && approvals.length >= TWICE);
  const all = [...wide, ...narrow.map(asCandidate)];
  const harmful = harmfulOf(all, evidence);
  return all.filter(({ rule }) => !harmful.has(rule));
}

/** The rules that let a refused call pass, each by itself. */
function harmfulOf(candidates: readonly Candidate[], { refusals, set }: Evidence): ReadonlySet<PermissionRule> {
  const index = indexOf(candidates, set);
  const harmful = new Set<PermissionRule>();
  for (const refusal of refusals)
    for (const rule of index.near(refusal)) {
      if (harmful.has(rule)) continue;
      const used = usedRules(refusal, { set, added: new RuleIndex([rule], set.workspace) });
      if (used !== undefined && used.size > 0) harmful.add(rule);
    }
  return harmful;
}

const asCandidate = ({ text, rule }: ExactRule): Candidate => ({ rule, text, width: 'call', covers: [text] });

interface Chosen {
  readonly chosen: readonly Candidate[];
  /** The questions that these rules answer. */
  readonly spared: readonly Used[];
}

/** Chooses the widest rules that together allow nothing that was refused, and of those the rules that spare a question. */
function choose(candidates: readonly Candidate[], evidence: Evidence): Chosen {
  let left = candidates;
  for (;;) {
    const chosen = widest(left);
    const used = refusedUse(chosen, evidence);
    if (used === undefined) {
      const spared = sparedBy(chosen, evidence);
      const needed = new Set(spared.flatMap(({ rules }) => [...rules]));
      return { chosen: chosen.filter(({ rule }) => needed.has(rule)), spared };
    }
    const [weakest] = chosen.filter(({ rule }) => used.has(rule)).sort((a, b) => a.covers.length - b.covers.length);
    left = left.filter((one) => one !== weakest);
  }
}

/** Leaves out a rule whose calls a wider one covers. */
function widest(candidates: readonly Candidate[]): readonly Candidate[] {
  const covered = new Set<string>();
  return candidates.filter(({ covers }) => {
    if (covers.every((text) => covered.has(text))) return false;
    for (const text of covers) covered.add(text);
    return true;
  });
}

/** The rules that would let a refused call pass; `undefined` if none would. */
function refusedUse(rules: readonly Candidate[], { refusals, set }: Evidence): Used['rules'] | undefined {
  const added = indexOf(rules, set);
  for (const refusal of refusals) {
    const used = usedRules(refusal, { set, added });
    if (used !== undefined && used.size > 0) return used;
  }
  return undefined;
}

const sparedBy = (rules: readonly Candidate[], { approvals, set }: Evidence): readonly Used[] => {
  const added = indexOf(rules, set);
  const usedFor = onceForEach((record) => usedRules(record, { set, added }));
  return approvals.flatMap(({ record }) => {
    const used = usedFor(record);
    return used === undefined ? [] : [{ record, rules: used }];
  });
};

function withCalls(chosen: readonly Candidate[], spared: readonly Used[], { set, others }: Evidence): readonly Proposal[] {
  const added = indexOf(chosen, set);
  const unapproved = others.filter(({ answer }) => answer === 'nobody');
  const also = unapproved.flatMap((record) => {
    const rules = usedRules(record, { set, added });
    return rules === undefined ? [] : [{ record, rules }];
  });
  const [calls, more] = [byRule(spared), byRule(also)];
  return chosen.map((one) => ({ ...one, calls: calls.get(one.rule) ?? [], also: more.get(one.rule) ?? [] }));
}

function byRule(all: readonly Used[]): ReadonlyMap<PermissionRule, readonly RecordedCall[]> {
  const found = new Map<PermissionRule, RecordedCall[]>();
  for (const { record, rules } of all)
    for (const rule of rules) {
      const calls = found.get(rule) ?? [];
      calls.push(record);
      found.set(rule, calls);
    }
  return found;
}
