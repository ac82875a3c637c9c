import type { CallRecord } from '../record/recorded-call.js';
import { judge, type RuleSet } from '../record/rule-set.js';
import { type Evidence, evidenceOf, modeAt, withRules } from './approvals.js';
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
  const chosen = choose(await candidatesOf(evidence), evidence);
  const allowed = withRules(
    set,
    chosen.map(({ rule }) => rule),
  );
  const denied = denyRules(record, allowed);
  const decided = withRules(
    allowed,
    denied.map(({ rule }) => rule),
  );
  const answering = [...withCalls(chosen, evidence).map((one) => ({ ...one, runs: runsOf(one, decided) })), ...denied];
  const questions = record.calls.filter(
    (one) => one.answer !== undefined && judge(one, set, modeAt(one, set))?.behavior === 'ask',
  );
  return {
    rules: [...mostUsed(answering), ...mostUsed(askRules(record, decided))],
    questions: questions.length,
    spared: new Set(answering.flatMap(({ calls }) => calls)).size,
  };
}

/** A command that runs what the agent may write unasked by the rules and the other proposals. */
function runsOf({ calls }: Proposal, set: RuleSet): Proposal['runs'] {
  for (const call of calls) {
    const found = writtenProgram(call, set);
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
  return [...wide, ...narrow.map(asCandidate)].filter((one) => refusedUse([one], evidence) === undefined);
}

const asCandidate = ({ text, rule }: ExactRule): Candidate => ({ rule, text, width: 'call', covers: [text] });

/** Chooses the widest rules that together allow nothing that was refused, and of those the rules that spare a question. */
function choose(candidates: readonly Candidate[], evidence: Evidence): readonly Candidate[] {
  const chosen = widest(candidates);
  const used = refusedUse(chosen, evidence);
  if (used !== undefined) {
    const [weakest] = chosen.filter(({ rule }) => used.has(rule)).sort((a, b) => a.covers.length - b.covers.length);
    return choose(
      candidates.filter((one) => one !== weakest),
      evidence,
    );
  }
  const needed = new Set(sparedBy(chosen, evidence).flatMap(({ rules }) => [...rules]));
  return chosen.filter(({ rule }) => needed.has(rule));
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
  const added = rules.map(({ rule }) => rule);
  for (const refusal of refusals) {
    const used = usedRules(refusal, { set, added });
    if (used !== undefined && used.size > 0) return used;
  }
  return undefined;
}

const sparedBy = (rules: readonly Candidate[], { approvals, set }: Evidence): readonly Used[] => {
  const added = rules.map(({ rule }) => rule);
  return approvals.flatMap(({ record }) => {
    const used = usedRules(record, { set, added });
    return used === undefined ? [] : [{ record, rules: used }];
  });
};

function withCalls(chosen: readonly Candidate[], evidence: Evidence): readonly Proposal[] {
  const added = chosen.map(({ rule }) => rule);
  const spared = sparedBy(chosen, evidence);
  const unapproved = evidence.others.filter(({ answer }) => answer === 'nobody');
  const also = unapproved.map((record) => ({ record, rules: usedRules(record, { set: evidence.set, added }) }));
  return chosen.map((one) => ({
    ...one,
    calls: spared.filter(({ rules }) => rules.has(one.rule)).map(({ record }) => record),
    also: also.filter(({ rules }) => rules?.has(one.rule)).map(({ record }) => record),
  }));
}
