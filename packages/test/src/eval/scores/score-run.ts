import { isLoadoutError } from '@loadout/core';
import type { CaseRow } from '../../cases/cases-of.js';
import { type JudgeParts, judgeRun } from '../../live/judge-run.js';
import { checkFiles } from '../../runs/check-files.js';
import type { MatchesRule } from '../../runs/expected-call.js';
import { textProblem } from '../../runs/match-text.js';
import type { RecordedRun } from '../../runs/recorded-run.js';
import type { TestSpec } from '../../tests/test-schema.js';
import { callsF1, callsOrder } from './calls-score.js';
import { judgePair } from './judge-pair.js';
import { type FoundScore, ownScore, type Scorer } from './own-score.js';
import { jsonIn, jsonShare, likeness } from './text-score.js';

export type ScoreSpec = NonNullable<TestSpec['score']>[string];

export interface ScoreParts {
  readonly judge: JudgeParts;
  readonly matchesRule: MatchesRule;
  readonly row: CaseRow;
  /** The function of a score with `use`. */
  scorer(use: string): Promise<Scorer>;
}

/** A score, and what it cost. */
export interface PaidScore extends FoundScore {
  readonly usd: number | null;
  /** A judge or a function gave no answer, so the run cannot be judged now. */
  readonly unjudged?: true | undefined;
}

const FREE = { usd: 0 };

/** Scores a run in one way. Throws SCORE_MODULE, and what a judge cannot start without. */
export async function scoreRun(run: RecordedRun, spec: ScoreSpec, parts: ScoreParts): Promise<PaidScore> {
  const { text, like, json, f1, order, files, judge, use } = spec;
  const compared = { calls: run.calls, matchesRule: parts.matchesRule };
  if (text !== undefined) return { score: Number(textProblem(run.text, text) === undefined), ...FREE };
  if (like !== undefined) return { score: likeness(run.text, like), ...FREE };
  if (json !== undefined) return { score: jsonShare(run.output ?? jsonIn(run.text), json), ...FREE };
  if (f1 !== undefined) return { score: await callsF1(f1, compared), ...FREE };
  if (order !== undefined) return { score: await callsOrder(order, compared), ...FREE };
  if (files !== undefined) return { score: sharedFiles(run, files), ...FREE };
  if (judge !== undefined) return judged(run, judge, parts.judge);
  const { prompt: input } = parts.judge;
  const scored = { input, output: run.output ?? run.text, expected: spec.expected, run, case: parts.row };
  const asking = { use: use ?? '', seconds: spec.seconds, signal: parts.judge.signal };
  return { ...(await ownScore(await parts.scorer(asking.use), scored, asking)), ...FREE };
}

function sharedFiles(run: RecordedRun, files: NonNullable<ScoreSpec['files']>): number {
  const all = Object.entries(files);
  const held = all.filter(([path, wanted]) => checkFiles(run, { [path]: wanted }).length === 0);
  return all.length === 0 ? 1 : held.length / all.length;
}

/** The share of votes that say yes. A judge without any answer has nothing to say. */
async function judged(run: RecordedRun, judge: NonNullable<ScoreSpec['judge']>, parts: JudgeParts): Promise<PaidScore> {
  try {
    if (judge.against !== undefined) return marked(await judgePair(run.text, { ...judge, against: judge.against }, parts));
    const { votes, usd } = await judgeRun(run, judge, parts);
    const said = votes.filter(({ verdict }) => verdict !== 'none');
    const yes = said.filter(({ verdict }) => verdict === 'pass').length;
    const reason = votes.map((vote) => vote.reason).join(' / ');
    return marked({ score: said.length === 0 ? null : yes / said.length, reason, usd });
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'MODEL_NONE') throw error;
    return marked({ score: null, reason: error.message, ...FREE });
  }
}

const marked = (score: PaidScore): PaidScore =>
  score.score === null ? { ...score, unjudged: true, reason: `the judge gave no answer: ${score.reason ?? ''}` } : score;
