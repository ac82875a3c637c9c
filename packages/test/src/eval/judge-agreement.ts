import type { Plan } from '@loadout/core/run';
import type { AgentOptions } from '@loadout/runner';
import { type CaseRow, casesOf } from '../cases/cases-of.js';
import { errors } from '../errors.js';
import { judgeRun } from '../live/judge-run.js';
import { ownPath } from '../own-path.js';
import type { RecordedRun } from '../runs/recorded-run.js';
import type { LoadedTest } from '../tests/loaded-test.js';
import { kappa } from './numbers/kappa.js';

/** How well the judge of a score agrees with a person about the same answers. */
export interface JudgeAgreement {
  readonly score: string;
  /** The answers that both judged. */
  readonly labels: number;
  readonly equal: number;
  /** Absent: all answers are equal, which tells nothing. */
  readonly kappa?: number | undefined;
  /** The price of the judge's answers; `null` if the price is unknown. */
  readonly usd: number | null;
}

interface AgreementParts {
  readonly plan: Plan;
  readonly env: AgentOptions['env'];
  readonly signal: AbortSignal;
  readonly wrapModel: AgentOptions['wrapModel'];
  /** The folder of the configuration. */
  readonly folder: string;
}

/** Asks each judge with labels about the answers that a person labelled: lines with `prompt`, `text` and `pass`. Throws CASES_INVALID. */
export async function judgeAgreements(test: LoadedTest, parts: AgreementParts): Promise<readonly JudgeAgreement[]> {
  const found: JudgeAgreement[] = [];
  for (const [score, { judge }] of Object.entries(test.spec.score ?? {})) {
    if (judge?.labels === undefined) continue;
    const file = labelsFile(test, { score, path: judge.labels, folder: parts.folder });
    const answers: { judge: boolean; person: boolean }[] = [];
    let usd: number | null = 0;
    for (const { row, id } of casesOf({ file })) {
      if (parts.signal.aborted) break;
      const { text, prompt, pass } = labelOf(row, { file, id });
      const said = await judgeRun(runWith(text), judge, { ...parts, prompt });
      usd = usd === null || said.usd === null ? null : usd + said.usd;
      if (said.votes.some(({ verdict }) => verdict !== 'none')) answers.push({ judge: said.passed, person: pass });
    }
    const equal = answers.filter((one) => one.judge === one.person).length;
    found.push({ score, labels: answers.length, equal, kappa: kappa(answers), usd });
  }
  return found;
}

/** Reads all labels of an eval, so that a wrong one costs nothing. Throws CASES_INVALID, EVAL_FILE, TEST_PATH. */
export function checkLabels(test: LoadedTest, folder: string): void {
  for (const [score, { judge }] of Object.entries(test.spec.score ?? {})) {
    if (judge?.labels === undefined) continue;
    const file = labelsFile(test, { score, path: judge.labels, folder });
    for (const { row, id } of casesOf({ file })) labelOf(row, { file, id });
  }
}

const labelsFile = (
  test: LoadedTest,
  { score, path, folder }: { readonly score: string; readonly path: string; readonly folder: string },
): string => ownPath(test, ['score', score, 'judge', 'labels'], { path, folder });

interface Label {
  readonly prompt: string;
  readonly text: string;
  readonly pass: boolean;
}

function labelOf({ prompt = '', text, pass }: CaseRow, { file, id }: { readonly file: string; readonly id: string }): Label {
  const isYes = pass === true || pass === 'true';
  const isNo = pass === false || pass === 'false';
  if (typeof prompt === 'string' && typeof text === 'string' && (isYes || isNo)) return { prompt, text, pass: isYes };
  const problem = `the label ${id} has no text and pass, such as {"prompt": "Why?", "text": "Because.", "pass": true}`;
  throw errors.EVAL_FILE({ file, problem });
}

/** A run that consists of its last message. */
const runWith = (text: string): RecordedRun => ({
  outcome: 'done',
  text,
  usage: { turns: 1, toolCalls: 0, inputTokens: 0, outputTokens: 0, usd: null },
  calls: [],
  events: [],
});
