import { isLoadoutError } from '@loadout/core';
import { agentOfTest } from '../agent-of-test.js';
import { prepareRun } from '../prepare-run.js';
import { environmentOf, playRecorded } from '../recorded.js';
import type { Outcome, Room, TestFailure } from '../room.js';
import type { RecordedRun } from '../runs/recorded-run.js';
import type { Judgement, Repeats } from '../runs/test-report.js';
import type { LoadedTest } from '../tests/loaded-test.js';
import { passAll, passAny } from './chances.js';
import { judgeRun } from './judge-run.js';

interface Try {
  readonly run: RecordedRun;
  readonly failures: readonly TestFailure[];
  readonly usd: number | null;
  readonly judged?: Omit<Judgement, 'run'> | undefined;
}

/** Plays a test against the real model, as often as it says, and measures how often it passes. Skipped where no model can be used. */
export async function playLive(test: LoadedTest, room: Room): Promise<Outcome> {
  const { repeat = 1, budget } = test.spec;
  const tries: Try[] = [];
  const spent = () => tries.reduce((sum, { usd }) => sum + (usd ?? 0), 0);
  for (let index = 0; index < repeat && !room.signal.aborted; index++) {
    if (budget !== undefined && spent() >= budget.usd) break;
    try {
      tries.push(
        await room.processes.through(() => playTry(test, room, budget === undefined ? undefined : budget.usd - spent())),
      );
    } catch (error) {
      if (!isLoadoutError(error) || error.code !== 'MODEL_NONE') throw error;
      return { failures: [], skipped: error.message };
    }
  }
  return measured(test, tries);
}

async function playTry(test: LoadedTest, room: Room, usd: number | undefined): Promise<Try> {
  const { env, signal, listings } = room;
  const { ground, planned } = await prepareRun(test, room);
  const model = { isLive: true as const, standIns: [], unused: async () => [] };
  const own = planned.plan.agents[agentOfTest(test, planned.plan)]?.limits.usd;
  const limit = [own, usd].filter((one) => one !== undefined);
  const options = limit.length === 0 ? {} : { limits: { usd: Math.min(...limit) } };
  const { run, failures } = await playRecorded({ test, ground, planned, model, env, signal, listings, options });
  const { judge, prompt = '' } = test.spec;
  if (judge === undefined || failures.length > 0) return { run, failures, usd: run.usage.usd };
  const asked = { plan: planned.plan, env: environmentOf({ env, ground, test }), signal, prompt: [prompt].flat().join('\n') };
  const judged = await judgeRun(run, judge, asked);
  const detail = judged.votes.map(({ verdict, reason }) => `${verdict}: ${reason}`);
  const refused = { path: ['judge', 'rubric'], message: 'The judge finds that the rubric is not met', detail };
  const cost = judged.usd === null || run.usage.usd === null ? null : judged.usd + run.usage.usd;
  return { run, failures: judged.passed ? [] : [refused], usd: cost, judged };
}

/** Without `pass`, every run must pass. */
function measured({ spec }: LoadedTest, tries: readonly Try[]): Outcome {
  const runs = tries.length;
  const passed = tries.filter(({ failures }) => failures.length === 0).length;
  const { k = 1, at } = spec.pass ?? {};
  const usd = tries.some((one) => one.usd === null) ? null : tries.reduce((sum, one) => sum + (one.usd ?? 0), 0);
  const judgements = tries.flatMap(({ judged }, index) => (judged === undefined ? [] : [{ run: index + 1, ...judged }]));
  const repeats: Repeats = {
    runs,
    passed,
    k,
    passAll: passAll({ runs, passed, k }),
    passAny: passAny({ runs, passed, k }),
    usd,
    ...(judgements.length === 0 ? {} : { judgements }),
  };
  const last = tries.find(({ failures }) => failures.length > 0) ?? tries.at(-1);
  return {
    repeats,
    run: last?.run,
    failures: failuresIn(last, { repeats, at, before: budgetFailure(spec, runs) }),
  };
}

function budgetFailure({ repeat = 1, budget }: LoadedTest['spec'], runs: number): readonly TestFailure[] {
  if (runs === repeat || budget === undefined) return [];
  return [
    { path: ['budget', 'usd'], message: `The budget of ${budget.usd} US dollars was spent after ${runs} of ${repeat} runs` },
  ];
}

function passFailure({ runs, passed, k, passAll: chance }: Repeats, at: number | undefined): readonly TestFailure[] {
  if (at === undefined || chance >= at) return [];
  const message = `${passed} of ${runs} runs passed, so pass^${k} is ${chance.toFixed(2)}, expected at least ${at}`;
  return [{ path: ['pass', 'at'], message, expected: String(at), actual: chance.toFixed(2) }];
}

interface Measured {
  readonly repeats: Repeats;
  readonly at: number | undefined;
  readonly before: readonly TestFailure[];
}

/** The failures of a test, with those of one run that failed where they decide the test or explain a share that is too low. */
function failuresIn(last: Try | undefined, { repeats, at, before }: Measured): readonly TestFailure[] {
  const share = passFailure(repeats, at);
  const isTold = at === undefined || share.length > 0;
  return [...before, ...share, ...(isTold ? (last?.failures ?? []) : [])];
}
