import { problemOf } from '@loadout/command';
import { renderDiagnostics } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { commandOfTest } from './command-of-test.js';
import { playLive } from './live/play-live.js';
import { placedFailure, shownFile } from './placed-failure.js';
import { playOnce, recordOnce } from './play-once.js';
import { playTable } from './play-table.js';
import { prepareRun } from './prepare-run.js';
import { isRecorded } from './record-model.js';
import type { Outcome, Room } from './room.js';
import type { TestResult } from './runs/test-report.js';
import type { LoadedTest } from './tests/loaded-test.js';

/** Plays one test. Contract: never rejects for a failure of the test. */
export async function playTest(test: LoadedTest, room: Room): Promise<TestResult> {
  const start = Date.now();
  const about = { ...describe(test, room), start };
  const skipped = reasonToSkip(test, room);
  if (skipped !== undefined) return { ...about, status: 'skipped', skipped, durationMs: 0, failures: [] };
  const { failures, ...told } = await outcomeOf(test, room);
  const status = told.skipped !== undefined ? 'skipped' : failures.length === 0 ? 'passed' : 'failed';
  const placed = withNotices(failures, told.run).map((failure) => placedFailure(failure, { test, room }));
  return { ...about, ...told, status, durationMs: Date.now() - start, failures: placed };
}

/** The fields of a result that are known before the test is played. */
function describe(
  { name, file, position, spec }: LoadedTest,
  { root, profile: common }: Room,
): Omit<TestResult, 'status' | 'durationMs' | 'start' | 'failures'> {
  const { line, column } = position;
  const place = { file: shownFile(file, root), line, column };
  const profile = spec.profile ?? common;
  return { name, ...place, kind: kindOf(spec), tags: spec.tags ?? [], profile, again: commandOfTest({ name }) };
}

const reasonToSkip = ({ spec: { skip, live }, ofEval }: LoadedTest, room: Room): string | undefined =>
  skip ??
  (ofEval !== undefined ? 'is measured, by loadout eval' : undefined) ??
  (live === true && !room.live ? 'runs against the real model, with --live' : undefined);

function kindOf({ permissions, live, model }: LoadedTest['spec']): TestResult['kind'] {
  if (permissions !== undefined) return 'permissions';
  if (live === true) return 'live';
  return model?.cassette === undefined ? 'script' : 'cassette';
}

/** The problems of a configuration that cannot be read as the test wants it, or the beginning of the stack of a fault. */
async function detailOf(error: unknown, { root }: Room): Promise<readonly string[] | undefined> {
  if (!isLoadoutError(error)) return error instanceof Error ? (error.stack ?? '').split('\n').slice(1, 6) : undefined;
  if (!('problems' in error) || !Array.isArray(error.problems)) return undefined;
  return renderDiagnostics(error.problems, { cwd: root }).split('\n');
}

/** Puts the notices of the run under its first failure, which they may explain: a server that is late, a plugin that is left out. */
function withNotices(failures: Outcome['failures'], run: Outcome['run']): Outcome['failures'] {
  const [first, ...others] = failures;
  const notices = (run?.events ?? []).flatMap((event) => {
    const { type, message, level } = event as { readonly type?: unknown; readonly message?: unknown; readonly level?: unknown };
    return type === 'notice' && level !== 'info' && typeof message === 'string' ? [message] : [];
  });
  return first === undefined || notices.length === 0 ? failures : [{ ...first, notices: [...new Set(notices)] }, ...others];
}

async function outcomeOf(test: LoadedTest, room: Room): Promise<Outcome> {
  try {
    return await playAs(kindOf(test.spec), test, room);
  } catch (error) {
    // A fault ends its own test, and is told with the others.
    return { failures: [{ path: [], detail: await detailOf(error, room), ...problemOf(error) }] };
  }
}

async function playAs(kind: TestResult['kind'], test: LoadedTest, room: Room): Promise<Outcome> {
  if (kind === 'live') return playLive(test, room);
  if (kind === 'permissions') return playTable({ test, env: room.env, ...(await prepareRun(test, room)) });
  return isRecorded(test, { record: room.record, folder: room.configDir }) ? recordOnce(test, room) : playOnce(test, room);
}
