import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SessionRecord } from '@loadout/sessions';
import { prepareRun } from '../prepare-run.js';
import type { Room, TestFailure } from '../room.js';
import type { TestGround } from '../test-ground.js';
import type { LoadedTest } from '../tests/loaded-test.js';
import type { Reference } from './compare-ends.js';
import { compareEnds } from './compare-ends.js';
import { type KillJob, type KillResult, sessionsIn } from './kill-job.js';
import { type StepLabels, stepLabels } from './step-labels.js';

/** The program of one process, as it is built: also the tests of this package start it. */
const PLAY = createRequire(import.meta.url).resolve('@loadout/test/play');

/**
 * Kills the run after each record of its sessions, or after those that the test names, and resumes it in another process. Returns the
 * differences from the run that nobody killed.
 */
export async function playKilled(test: LoadedTest, reference: Reference, room: Room): Promise<readonly TestFailure[]> {
  const labels = stepLabels(reference.lines);
  const { at = 'every-step' } = test.spec.kill ?? {};
  const wanted = at === 'every-step' ? reference.lines.map((_, index) => index + 1) : at;
  // A tool works before the record of its end, so the process is killed on both sides of its work.
  const steps = wanted.flatMap((step) =>
    labels.endsAfter(step)
      ? [
          { step, isLate: false },
          { step, isLate: true },
        ]
      : [{ step, isLate: false }],
  );
  const tooHigh = wanted.find((step) => step > reference.lines.length);
  if (tooHigh !== undefined)
    return [
      {
        path: ['kill', 'at'],
        message: `The run writes ${reference.lines.length} records, so it cannot be killed after record ${tooHigh}`,
      },
    ];
  const found = await Promise.all(
    steps.map((moment) =>
      room.processes.through(() =>
        room.signal.aborted ? Promise.resolve([]) : playStep(test, { ...moment, reference, room, labels }),
      ),
    ),
  );
  return found.flat();
}

interface Step {
  readonly step: number;
  /** Whether the process is killed right before the next record. */
  readonly isLate: boolean;
  readonly reference: Reference;
  readonly room: Room;
  readonly labels: StepLabels;
}

async function playStep(test: LoadedTest, { step, isLate, reference, room, labels }: Step): Promise<readonly TestFailure[]> {
  const job = await jobFor(test, room);
  const { ground } = job;
  const killed = await runJob({ ...job, killAt: step, isLate }, room.signal);
  const where = `Killed ${isLate ? 'long ' : ''}after record ${step} of ${reference.lines.length} (${labels.nameOf(step)})`;
  const say = (message: string): TestFailure => ({ path: ['kill', 'at'], message: `${where}: ${message}` });
  if (killed.signal !== 'SIGKILL' && killed.result === undefined) return [say(`the run failed before: ${killed.said}`)];
  const resumed = killed.signal === 'SIGKILL' ? await resume(job, room.signal) : killed;
  if (room.signal.aborted) return [];
  if (resumed.result === undefined) return [say(`the resumed run failed: ${resumed.said}`)];
  const records = sessionRecords(ground);
  return compareEnds({ reference, run: resumed.result.run, ground, records, open: labels.openAt(step) }).map((difference) => ({
    ...say(difference.message),
    expected: difference.expected,
    actual: difference.actual,
  }));
}

async function jobFor(test: LoadedTest, room: Room): Promise<KillJob> {
  const { ground, planned } = await prepareRun(test, room);
  const { name, file, spec } = test;
  const result = join(ground.state, 'result.json');
  return { test: { name, file, spec }, ground, plan: planned.plan, paths: planned.paths, folder: room.configDir, result };
}

/** A process that was killed before its session had the prompt has lost nothing: the prompt is given again. */
function resume(job: KillJob, signal: AbortSignal): Promise<Ended> {
  const store = sessionsIn(job.ground);
  const [place] = store.list();
  if (place === undefined) return runJob(job, signal);
  const isAsked = store.read(place).some(({ t }) => t === 'asked' || t === 'message');
  return runJob({ ...job, resume: place.id, asksAgain: !isAsked }, signal);
}

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly result?: KillResult | undefined;
  /** The end of what the process wrote. */
  readonly said: string;
}

function runJob(job: KillJob, signal: AbortSignal): Promise<Ended> {
  const file = join(job.ground.state, `job-${job.killAt ?? 'resume'}.json`);
  writeFileSync(file, JSON.stringify(job));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PLAY, file], { stdio: ['ignore', 'pipe', 'pipe'] });
    const stop = () => child.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-2000);
      });
    child.once('error', reject);
    child.once('close', (code, by) => {
      signal.removeEventListener('abort', stop);
      const result = existsSync(job.result) ? (JSON.parse(readFileSync(job.result, 'utf8')) as KillResult) : undefined;
      resolve({ signal: by, result, said: said.trim() || `it exited with ${code ?? by}` });
    });
  });
}

/** The records of the sessions of a run, those of subagents included. */
function sessionRecords(ground: TestGround): readonly SessionRecord[] {
  const visit = (store: ReturnType<typeof sessionsIn>): readonly SessionRecord[] =>
    store.list().flatMap((place) => [...store.read(place), ...visit(store.under(place))]);
  return visit(sessionsIn(ground));
}
