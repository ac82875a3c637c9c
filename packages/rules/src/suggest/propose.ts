import type { PermissionRule } from '@loadout/core/run';
import { onceForEach } from '../record/call-key.js';
import { push } from '../record/push.js';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { RuleIndex } from '../record/rule-index.js';
import { judge, type RuleSet } from '../record/rule-set.js';
import { type Decided, type Evidence, evidenceOf, modeAt, withRules } from './approvals.js';
import { askRules } from './ask-rules.js';
import { type Candidate, ENOUGH, widest } from './candidate.js';
import { commandRules } from './command-rules.js';
import { denyRules } from './deny-rules.js';
import { domainRules } from './domain-rules.js';
import { type ExactRule, exactRules } from './exact-rules.js';
import { folderRules } from './folder-rules.js';
import type { Kind, Proposal, Proposals } from './proposal.js';
import { refusedRules } from './refused-calls.js';
import { turnedBy } from './turned-by.js';
import { writtenProgram } from './written-programs.js';

/** The number of approvals after which a rule for exactly one call is worth its line. */
const TWICE = 2;

interface Wish {
  /** The kinds of rules to propose. Default: all. A rule that needs one of another kind beside it is not proposed. */
  readonly kinds?: readonly Kind[] | undefined;
}

/**
 * Proposes the fewest rules that let pass what people approved again and again, and nothing that was refused: rules that answer, and
 * behind them rules that keep a question. What lies within an allowed folder and was refused is denied or asked about as a folder of its own.
 */
export async function propose(record: CallRecord, set: RuleSet, { kinds = KINDS }: Wish = {}): Promise<Proposals> {
  const evidence = evidenceOf(record, set);
  const [refused, approved] = [refusedRules(record, evidence), exactRules(evidence)];
  const alone = candidatesOf(approved, { ...evidence, within: [] });
  const denied = kinds.includes('deny') ? denyRules(record, refused, evidence) : [];
  const decided = { set: withRules(set, rulesOf(denied)), index: new RuleIndex([], set.workspace) };
  const asking = kinds.includes('ask') ? askRules({ record, refused, approved, decided, allowing: alone }) : [];
  const within = rulesOf([...denied, ...asking].filter(isWhole));
  const { chosen, spared } = choose(within.length === 0 ? alone : candidatesOf(approved, { ...evidence, within }), {
    ...evidence,
    within,
  });
  const allowing = kinds.includes('allow') ? chosen : [];
  const after = { set: withRules(set, rulesOf([...denied, ...asking])), index: indexOf(allowing, set) };
  const answering = [...withCalls(allowing, spared).map((one) => ({ ...one, runs: runsOf(one, after) })), ...denied];
  const also = turnedBy([...answering, ...asking], { calls: record.calls, before: set, after });
  const all = (rules: readonly Proposal[]) => mostUsed(rules.map((one) => ({ ...one, also: also.get(one.rule) ?? [] })));
  return {
    rules: [...all(answering), ...all(asking)],
    questions: record.calls.filter((one) => one.answer !== undefined && evidence.isAsked(one)).length,
    spared: new Set(answering.flatMap(({ calls }) => calls)).size,
  };
}

const KINDS: readonly Kind[] = ['deny', 'ask', 'allow'];

const rulesOf = (proposals: readonly Proposal[]) => proposals.map(({ rule }) => rule);

/** Whether a rule is about a whole folder, so that everything of its kind lies within. */
const isWhole = ({ width, rule }: Candidate): boolean => width === 'folder' && rule.specifier?.endsWith('/**') === true;

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

/** The record with rules for folders of their own within allowed ones. */
interface Bounded extends Evidence {
  readonly within: readonly PermissionRule[];
}

/** All rules that the record may carry, the widest first. */
function candidatesOf(exact: readonly ExactRule[], evidence: Bounded): readonly Candidate[] {
  const open = exact.filter(({ rule }) => !evidence.blind.has(rule.tool));
  const wide = [...folderRules(open), ...commandRules(open), ...domainRules(open), ...toolRules(open)];
  const narrow = exact.filter(({ rule, approvals }) => rule.specifier !== undefined && approvals.length >= TWICE);
  const all = [...wide, ...narrow.map(asCandidate)];
  const harmful = harmfulOf(all, evidence);
  return all.filter(({ rule }) => !harmful.has(rule));
}

/** The rules that let a refused call pass, each by itself. */
function harmfulOf(candidates: readonly Candidate[], { refusals, set, within }: Bounded): ReadonlySet<PermissionRule> {
  const index = indexOf(candidates, set);
  const bounds = new RuleIndex(within, set.workspace);
  const harmful = new Set<PermissionRule>();
  for (const refusal of refusals) {
    const stopping = bounds.near(refusal);
    for (const rule of index.near(refusal)) {
      if (harmful.has(rule)) continue;
      const used = usedRules(refusal, { set, near: [...stopping, rule] });
      if (used !== undefined && used.size > 0) harmful.add(rule);
    }
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
function choose(candidates: readonly Candidate[], evidence: Bounded): Chosen {
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

/** The rules that would let a refused call pass; `undefined` if none would. */
function refusedUse(rules: readonly Candidate[], { refusals, set, within }: Bounded): Used['rules'] | undefined {
  const index = new RuleIndex([...within, ...rules.map(({ rule }) => rule)], set.workspace);
  for (const refusal of refusals) {
    const used = usedRules(refusal, { set, near: index.near(refusal) });
    if (used !== undefined && used.size > 0) return used;
  }
  return undefined;
}

const sparedBy = (rules: readonly Candidate[], { approvals, set, within }: Bounded): readonly Used[] => {
  const index = new RuleIndex([...within, ...rules.map(({ rule }) => rule)], set.workspace);
  const usedFor = onceForEach((record) => usedRules(record, { set, near: index.near(record) }));
  return approvals.flatMap(({ record }) => {
    const used = usedFor(record);
    return used === undefined ? [] : [{ record, rules: used }];
  });
};

function withCalls(chosen: readonly Candidate[], spared: readonly Used[]): readonly Proposal[] {
  const calls = byRule(spared);
  return chosen.map((one) => ({ ...one, calls: calls.get(one.rule) ?? [], also: [] }));
}

function byRule(all: readonly Used[]): ReadonlyMap<PermissionRule, readonly RecordedCall[]> {
  const found = new Map<PermissionRule, RecordedCall[]>();
  for (const { record, rules } of all) for (const rule of rules) push(found, rule, record);
  return found;
}

/** A call that added rules let pass, with those among them that allow a part of it. */
interface Used {
  readonly record: RecordedCall;
  readonly rules: ReadonlySet<PermissionRule>;
}

interface Added {
  readonly set: RuleSet;
  /** The added rules that may be about the call. */
  readonly near: readonly PermissionRule[];
}

/** Returns the added rules by which a call passes. `undefined`: it does not pass by any of them. */
function usedRules(record: RecordedCall, { set, near }: Added): Used['rules'] | undefined {
  if (near.length === 0) return undefined;
  const decision = judge(record, withRules(set, near), modeAt(record, set));
  if (decision?.behavior !== 'allow') return undefined;
  const own = new Set(near);
  return new Set(decision.trace.flatMap(({ rule }) => (rule !== undefined && own.has(rule) ? [rule] : [])));
}

/** Proposes a rule for a tool whose calls name nothing that they touch, if calls with different inputs were approved. */
const toolRules = (exact: readonly ExactRule[]): readonly Candidate[] =>
  exact.flatMap(({ text, rule, approvals }): readonly Candidate[] => {
    if (rule.specifier !== undefined) return [];
    const inputs = new Set(approvals.map(({ record }) => JSON.stringify(record.call.input)));
    if (inputs.size < ENOUGH) return [];
    return [{ rule, text, width: 'tool', covers: [text], example: `any call of ${text}` }];
  });
