import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLoadoutError } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import type { AgentOptions } from '@loadout/runner';
import { agentOfTest } from '../agent-of-test.js';
import type { CaseRow } from '../cases/cases-of.js';
import { cassetteModel } from '../cassette-model.js';
import { type JudgeParts, judgeRun } from '../live/judge-run.js';
import { ownPath } from '../own-path.js';
import { type Prepared, prepareRun } from '../prepare-run.js';
import { environmentOf, playRecorded } from '../recorded.js';
import type { Room } from '../room.js';
import type { MatchesRule } from '../runs/expected-call.js';
import type { RecordedRun } from '../runs/recorded-run.js';
import { scriptModel, type TestModel } from '../script-model.js';
import type { TestGround } from '../test-ground.js';
import type { LoadedTest } from '../tests/loaded-test.js';
import { type EvalPlace, type EvalRun, keyOf } from './runs/eval-run.js';
import type { Scorer } from './scores/own-score.js';
import { type ScoreParts, scoreRun } from './scores/score-run.js';

type Variant = NonNullable<LoadedTest['spec']['variants']>[string];

export interface CellParts {
  readonly room: Room;
  readonly place: EvalPlace;
  readonly row: CaseRow;
  /** The variant as it is written, with the case filled in. */
  readonly variant: Variant | undefined;
  readonly wrapModel: NonNullable<AgentOptions['wrapModel']>;
  scorer(use: string): Promise<Scorer>;
  /** The folder of the file of results, where sessions are kept. */
  readonly dir: string;
  /** US dollars that this run may still cost. */
  readonly usd?: number | undefined;
}

/**
 * Plays one case with one variant once. The folders of the run are removed, and its session is kept. A failure of a provider is a result.
 * `undefined`: the command was interrupted. Throws what is wrong with the test, and every fault.
 */
export async function playCell(test: LoadedTest, parts: CellParts): Promise<EvalRun | undefined> {
  const { room, place } = parts;
  const start = Date.now();
  const prepared = await prepareRun(test, room);
  try {
    const cell = await playedCell(test, prepared, parts);
    if (room.signal.aborted) return undefined;
    const session = keepSession(prepared.ground, parts);
    return { type: 'run', ...place, ...cell, ms: Date.now() - start, ...(session === undefined ? {} : { session }) };
  } catch (error) {
    if (room.signal.aborted) return undefined;
    if (!isLoadoutError(error) || !error.code.startsWith('MODEL_') || error.code === 'MODEL_UNKNOWN') throw error;
    return { ...NOTHING, ...place, ms: Date.now() - start, why: [`${error.code}: ${error.message}`] };
  } finally {
    room.folder.release(prepared.ground);
  }
}

const NOTHING = { type: 'run', state: 'error', scores: {}, turns: 0, toolCalls: 0, tokens: 0, usd: 0, text: '' } as const;
/** The characters of the last message in a file of results. */
const MOST_TEXT = 2000;
const MOST_REASONS = 5;

type Cell = Omit<EvalRun, 'type' | keyof EvalPlace | 'ms' | 'session'>;

async function playedCell(test: LoadedTest, { ground, planned }: Prepared, parts: CellParts): Promise<Cell> {
  const { env, signal, listings, configDir } = parts.room;
  const plan = withInstructions(planned.plan, test, parts);
  const model = await modelOf(test, { agent: agentOfTest(test, plan), ground, folder: configDir });
  const prompt = [test.spec.prompt ?? ''].flat().join('\n');
  const judge = { plan, env: environmentOf({ env, ground, test }), signal, prompt, wrapModel: parts.wrapModel };
  const found: Scores = { usd: 0, scores: {}, reasons: {} };
  const whileOpen = async (run: RecordedRun, { matchesRule }: { readonly matchesRule: MatchesRule }) => {
    if (!isOfProvider(run))
      await score(run, found, { test, scoring: { judge, row: parts.row, scorer: parts.scorer, matchesRule } });
  };
  const options = model.isLive === true ? liveOptions(plan, test, parts) : {};
  const playing = { test, ground, planned: { ...planned, plan }, model, env, signal, listings, options, whileOpen };
  const { run, failures } = await playRecorded(playing);
  const why = failures.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return cellOf(run, {
    found,
    why: [...why, ...(why.length > 0 || isOfProvider(run) ? [] : await rubricFailures(run, found, { test, judge }))],
  });
}

interface Scoring {
  readonly test: LoadedTest;
  readonly scoring: ScoreParts;
}

/** Scores a run in each way of its test. */
async function score(run: RecordedRun, found: Scores, { test, scoring }: Scoring): Promise<void> {
  for (const [name, spec] of Object.entries(test.spec.score ?? {})) {
    const { score: number, reason, usd, unjudged } = await scoreRun(run, spec, scoring);
    found.scores[name] = number;
    if (unjudged) found.unjudged = `${name}: ${reason}`;
    if (reason !== undefined) found.reasons[name] = reason.slice(0, MOST_TEXT);
    found.usd = sum(found.usd, usd);
  }
}

/** Asks the judge of the test, whose no is a failure. */
async function rubricFailures(
  run: RecordedRun,
  found: Scores,
  { test, judge }: { readonly test: LoadedTest; readonly judge: JudgeParts },
): Promise<readonly string[]> {
  if (test.spec.judge === undefined) return [];
  const { passed, votes, usd } = await judgeRun(run, test.spec.judge, judge);
  found.usd = sum(found.usd, usd);
  const reasons = votes.map(({ reason }) => `judge: ${reason}`);
  if (votes.every(({ verdict }) => verdict === 'none')) found.unjudged = `the judge gave no answer: ${reasons.join(' / ')}`;
  return passed ? [] : reasons;
}

interface Scores {
  usd: number | null;
  /** Why the run cannot be judged now. */
  unjudged?: string;
  readonly scores: Record<string, number | null>;
  readonly reasons: Record<string, string>;
}

const sum = (one: number | null, other: number | null): number | null => (one === null || other === null ? null : one + other);

/** Whether the model could not be used, which says nothing about the agent. */
const isOfProvider = ({ outcome }: RecordedRun): boolean => outcome === 'model';

function cellOf(run: RecordedRun, { found, why }: { readonly found: Scores; readonly why: readonly string[] }): Cell {
  const { turns, toolCalls, inputTokens, outputTokens } = run.usage;
  const notRun = isOfProvider(run) ? `${run.error?.code ?? 'MODEL'}: ${run.error?.message ?? 'no answer'}` : found.unjudged;
  const said = (notRun === undefined ? why : [notRun]).slice(0, MOST_REASONS);
  return {
    state: notRun !== undefined ? 'error' : why.length === 0 ? 'passed' : 'failed',
    scores: found.scores,
    ...(Object.keys(found.reasons).length === 0 ? {} : { reasons: found.reasons }),
    turns,
    toolCalls,
    tokens: inputTokens + outputTokens,
    usd: sum(run.usage.usd, found.usd),
    text: run.text.slice(0, MOST_TEXT),
    ...(said.length === 0 ? {} : { why: said }),
  };
}

/** The answers that stand in the test, or the model itself. */
async function modelOf(
  test: LoadedTest,
  parts: { readonly agent: string; readonly ground: TestGround; readonly folder: string },
): Promise<TestModel> {
  const { model } = test.spec;
  if (model === undefined) return { isLive: true, standIns: [], unused: async () => [] };
  return model.cassette === undefined ? scriptModel(test, parts) : cassetteModel(test, parts);
}

function liveOptions(plan: Plan, test: LoadedTest, { variant, wrapModel, usd }: CellParts): Partial<AgentOptions> {
  const own = plan.agents[agentOfTest(test, plan)]?.limits.usd;
  const limits = [own, usd].filter((one) => one !== undefined);
  return {
    wrapModel,
    ...(typeof variant?.model === 'string' ? { modelId: variant.model } : {}),
    ...(limits.length === 0 ? {} : { limits: { usd: Math.min(...limits) } }),
  };
}

/** The plan whose agent has the instructions of the variant. */
function withInstructions(plan: Plan, test: LoadedTest, { variant, place, room }: CellParts): Plan {
  const said = variant?.instructions;
  const name = agentOfTest(test, plan);
  const agent = plan.agents[name];
  if (said === undefined || agent === undefined) return plan;
  const at = ['variants', place.variant, 'instructions', 'file'];
  const instructions =
    typeof said === 'string' ? said : readFileSync(ownPath(test, at, { path: said.file, folder: room.configDir }), 'utf8');
  return { ...plan, agents: { ...plan.agents, [name]: { ...agent, instructions } } };
}

/** Copies the session of a run beside the file of results. Returns its name there. */
function keepSession({ state }: TestGround, { dir, place }: CellParts): string | undefined {
  const sessions = join(state, 'sessions');
  const [found] = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[^/\\]+[/\\][^/\\]+\.jsonl$/.test(name),
  );
  if (found === undefined) return undefined;
  const name = join('sessions', `${createHash('sha256').update(keyOf(place)).digest('hex').slice(0, 16)}.jsonl`);
  mkdirSync(join(dir, 'sessions'), { recursive: true, mode: 0o700 });
  copyFileSync(join(sessions, found), join(dir, name));
  return name;
}
