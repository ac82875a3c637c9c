import { distinctCalls, onceForEach } from '../record/call-key.js';
import type { CallRecord, RecordedCall } from '../record/recorded-call.js';
import { modeOf } from '../record/rule-set.js';
import { isAbout, RulesAbout } from '../record/rules-about.js';
import { type Decided, judgeBy, modeAt } from './approvals.js';
import { type Candidate, ENOUGH } from './candidate.js';
import { namedRule } from './deny-rules.js';
import type { ExactRule } from './exact-rules.js';
import type { Proposal } from './proposal.js';
import { sharedRules } from './refused-calls.js';

/** The number of answers of each kind after which they count as mixed. */
const EACH = 2;
/** The most rules for several calls that are looked at. */
const MOST = 50;

/** The record as rules that keep a question see it. */
export interface AskedRecord {
  readonly record: CallRecord;
  readonly refused: readonly ExactRule[];
  readonly approved: readonly ExactRule[];
  /** The rules of now, with those that deny what was refused. */
  readonly decided: Decided;
  /** The rules that would allow nothing that was refused. */
  readonly allowing: readonly Candidate[];
}

/**
 * Proposes to keep asking about calls that people refused and that the rules, or the mode, let pass now, and about those that were
 * approved and refused again and again. A rule for several calls takes away fewer spared questions than it has unsteady answers.
 */
export function askRules(asked: AskedRecord): readonly Proposal[] {
  const answers = answersOf(asked);
  const isOpen = openBy(asked.decided);
  const shared = sharedAsks(answers, { asked, isOpen });
  const covered = new Set(shared.flatMap(({ covers }) => covers));
  const single = [...answers].flatMap(([text, { denied, allowed }]): readonly Proposal[] => {
    const rule = covered.has(text) ? undefined : namedRule(text, 'ask');
    const isMixed = denied.length >= EACH && allowed >= EACH;
    const open = rule === undefined ? [] : denied.filter((one) => isOpen(one, isMixed));
    return rule === undefined || open.length === 0 ? [] : [{ rule, text, width: 'call', covers: [text], calls: open, also: [] }];
  });
  return [...shared, ...single];
}

interface Answers {
  readonly denied: readonly RecordedCall[];
  readonly allowed: number;
}

type ByText = ReadonlyMap<string, Answers>;

function answersOf({ refused, approved }: AskedRecord): ByText {
  const allowed = new Map(approved.map(({ text, approvals }) => [text, approvals.length]));
  const denied = new Map(refused.map(({ text, approvals }) => [text, approvals.map(({ record }) => record)]));
  const texts = new Set([...denied.keys(), ...allowed.keys()]);
  return new Map([...texts].map((text) => [text, { denied: denied.get(text) ?? [], allowed: allowed.get(text) ?? 0 }]));
}

type IsOpen = (one: RecordedCall, isMixed: boolean) => boolean;

/** Returns whether a refused call passes now, or is asked about only for want of a rule although its answers are mixed. */
function openBy(decided: Decided): IsOpen {
  const now = onceForEach((one) => judgeBy(one, decided, modeOf(one, decided.set))?.behavior === 'allow');
  const isUnruled = onceForEach((one) => {
    const then = judgeBy(one, decided, modeAt(one, decided.set));
    return then?.behavior === 'ask' && then.rule === undefined;
  });
  return (one, isMixed) => now(one) || (isMixed && isUnruled(one));
}

interface Sharing {
  readonly asked: AskedRecord;
  readonly isOpen: IsOpen;
}

/** Rules for folders, subcommands and domains. A narrow one stands, unless a wider one is about more of the same kind. */
function sharedAsks(answers: ByText, { asked, isOpen }: Sharing): readonly Proposal[] {
  const steady = steadyTexts(asked.allowing);
  let chosen: readonly Proposal[] = [];
  for (const one of askable(answers, asked).toReversed()) {
    const covers = new Set(one.covers);
    const inside = chosen.filter((inner) => inner.covers.every((text) => covers.has(text)));
    const before = new Set(inside.flatMap(({ covers }) => covers));
    const left = one.covers.filter((text) => !before.has(text));
    const isSame = left.length === 0 && inside.length === 1;
    if (!isSame && !isUnsteady(left, { answers, steady }) && !isRefused(one.covers, answers)) continue;
    const denied = one.covers.flatMap((text) => answers.get(text)?.denied ?? []);
    const open = denied.filter((call) => isOpen(call, !isRefused(one.covers, answers)));
    if (open.length < EACH) continue;
    chosen = [...chosen.filter((other) => !inside.includes(other)), { ...one, calls: open, also: [] }];
  }
  return chosen;
}

/** The rules for several calls that put no new question: nothing that they are about runs unasked. */
function askable(answers: ByText, { record: { calls }, refused, approved, decided }: AskedRecord): readonly Candidate[] {
  const texts = new Set(refused.map(({ text }) => text));
  const all = [...refused, ...approved.filter(({ text }) => !texts.has(text))];
  const deniedIn = ({ covers }: Candidate) => covers.reduce((sum, text) => sum + (answers.get(text)?.denied.length ?? 0), 0);
  const named = sharedRules(all).flatMap((one): readonly Candidate[] => {
    const rule = deniedIn(one) < EACH ? undefined : namedRule(one.text, 'ask');
    return rule === undefined ? [] : [{ ...one, rule }];
  });
  const most = named.toSorted((a, b) => deniedIn(b) - deniedIn(a)).slice(0, MOST);
  const about = new RulesAbout(most.map(({ rule }) => rule));
  const asking = new Set(about.rules);
  for (const one of most.length === 0 ? [] : distinctCalls(calls.filter(({ ran }) => ran)))
    for (const rule of about.near(one))
      if (
        asking.has(rule) &&
        isAbout(rule, one, decided.set) &&
        judgeBy(one, decided, modeAt(one, decided.set))?.behavior === 'allow'
      )
        asking.delete(rule);
  return named.filter((one) => most.includes(one) && asking.has(one.rule));
}

/** The exact rules that an allow rule would spare a question about. */
const steadyTexts = (allowing: readonly Candidate[]): ReadonlySet<string> => new Set(allowing.flatMap(({ covers }) => covers));

/** Whether people answered calls of a kind now with yes and now with no, and not each call always alike. */
function isUnsteady(
  texts: readonly string[],
  { answers, steady }: { readonly answers: ByText; readonly steady: ReadonlySet<string> },
): boolean {
  const all = texts.map((text) => ({ text, ...counts(answers.get(text)) }));
  const sum = (count: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + count(one), 0);
  if (all.length < ENOUGH || sum(({ denied }) => denied) < EACH || sum(({ allowed }) => allowed) < EACH) return false;
  const lost = sum(({ text, allowed }) => (steady.has(text) ? allowed : 0));
  return lost <= sum(({ denied, allowed }) => (denied > 0 && allowed > 0 ? denied + allowed : 0));
}

const counts = (found: Answers | undefined) => ({ denied: found?.denied.length ?? 0, allowed: found?.allowed ?? 0 });

/** Whether people refused several calls of a kind, and approved none. */
const isRefused = (texts: readonly string[], answers: ByText): boolean =>
  texts.length >= ENOUGH && texts.every((text) => counts(answers.get(text)).allowed === 0);
