import { relative, sep } from 'node:path';
import type { LoadedTest } from '@loadout/config';
import { isLoadoutError, type Position } from '@loadout/core';
import type { PlacedFailure, RecordedRun, RunFailure, TestResult } from '@loadout/testing';
import { agentOfTest } from './agent-of-test.js';
import { cassetteModel } from './cassette-model.js';
import { failuresOf } from './failures-of.js';
import type { Gate } from './gate.js';
import { withHooksOf } from './hooks-of-test.js';
import { sessionsIn } from './kill/kill-job.js';
import type { Plans } from './plans.js';
import { playTable } from './play-table.js';
import { isRecorded, type RecordMode, recordModel } from './record-model.js';
import { playRecorded } from './recorded.js';
import { scriptModel } from './script-model.js';
import { fillWorkspace, type TestFolder, type TestGround } from './test-ground.js';

export interface Room {
  readonly plans: Plans;
  readonly folder: TestFolder;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Whether tests of the real model run. */
  readonly live: boolean;
  readonly record: RecordMode;
  /** Bounds the processes that run at once. */
  readonly processes: Gate;
  /** The folder of the configuration. */
  readonly configDir: string;
  /** The folder to which file names in results are relative. */
  readonly root: string;
}

type Path = readonly (string | number)[];

/** A failure with its path in the test. */
export interface TestFailure extends Omit<RunFailure, 'path'> {
  readonly path: Path;
  readonly code?: string | undefined;
  readonly fix?: string | undefined;
  /** The position, if it differs from that of the path. */
  readonly position?: Position | undefined;
}

export interface Outcome {
  readonly failures: readonly TestFailure[];
  readonly run?: RecordedRun | undefined;
  readonly agent?: string | undefined;
  readonly decisions?: TestResult['decisions'];
  readonly repeats?: TestResult['repeats'];
  /** The reason for which the test did not run. */
  readonly skipped?: string | undefined;
}

/** Plays one test. Contract: never rejects for a failure of the test. */
export async function playTest(test: LoadedTest, room: Room): Promise<TestResult> {
  const start = Date.now();
  const { spec, position } = test;
  const about = {
    name: test.name,
    file: shownFile(test.file, room.root),
    line: position.line,
    column: position.column,
    kind: kindOf(spec),
    tags: spec.tags ?? [],
    again: `loadout test ${JSON.stringify(test.name)}`,
    start,
  };
  const skipped = reasonToSkip(spec, room);
  if (skipped !== undefined) return { ...about, status: 'skipped', skipped, durationMs: 0, failures: [] };
  const { failures, ...told } = await outcomeOf(test, room);
  if (told.skipped !== undefined) return { ...about, ...told, status: 'skipped', durationMs: Date.now() - start, failures: [] };
  const placed = failures.map((failure) => placedFailure(failure, { test, root: room.root }));
  const status = placed.length === 0 ? 'passed' : 'failed';
  return { ...about, status, durationMs: Date.now() - start, failures: placed, ...told };
}

const reasonToSkip = ({ skip, live }: LoadedTest['spec'], room: Room): string | undefined =>
  skip ?? (live === true && !room.live ? 'runs against the real model, with --live' : undefined);

export function kindOf({ permissions, live, model }: LoadedTest['spec']): TestResult['kind'] {
  if (permissions !== undefined) return 'permissions';
  if (live === true) return 'live';
  return model?.cassette === undefined ? 'script' : 'cassette';
}

async function outcomeOf(test: LoadedTest, room: Room): Promise<Outcome> {
  try {
    if (test.spec.permissions !== undefined) return await table(test, room);
    if (test.spec.live === true) return await (await import('./live/play-live.js')).playLive(test, room);
    return isRecorded(test, { record: room.record, folder: room.configDir })
      ? await recordOnce(test, room)
      : await playOnce(test, room);
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    const { code, message, fix, position } = error;
    return { failures: [{ path: [], message, code, fix, position }] };
  }
}

async function table(test: LoadedTest, { folder, plans, env, configDir }: Room): Promise<Outcome> {
  const ground = folder.ground();
  await fillWorkspace(test, ground, configDir);
  return playTable({ test, ground, planned: await plans.forRun(test, ground), env });
}

async function playOnce(test: LoadedTest, room: Room): Promise<Outcome> {
  const { folder, plans, env, signal, configDir } = room;
  const ground = folder.ground();
  await fillWorkspace(test, ground, configDir);
  const read = await plans.forRun(test, ground);
  const planned = { ...read, plan: withHooksOf(test.spec, read.plan) };
  const agent = agentOfTest(test, planned.plan);
  const model = await modelFor(test, { agent, ground, folder: configDir });
  const lines: string[] = [];
  const options = test.spec.kill === undefined ? {} : { sessionStore: () => sessionsIn(ground, (more) => lines.push(...more)) };
  const played = await playRecorded({ test, ground, planned, model, env, signal, options });
  const failures = await failuresOf(test, played);
  if (failures.length > 0 || test.spec.kill === undefined) return { agent, run: played.run, failures };
  const { playKilled } = await import('./kill/play-killed.js');
  return { agent, run: played.run, failures: await playKilled(test, { run: played.run, ground, lines }, room) };
}

/** Records the cassette of a test, and compares the run as ever. */
async function recordOnce(test: LoadedTest, room: Room): Promise<Outcome> {
  const { folder, plans, env, signal, configDir } = room;
  const ground = folder.ground();
  await fillWorkspace(test, ground, configDir);
  const read = await plans.forRun(test, ground);
  const planned = { ...read, plan: withHooksOf(test.spec, read.plan) };
  const model = await recordModel(test, { ground, folder: configDir, secrets: planned.plan.secrets, env });
  const played = await playRecorded({ test, ground, planned, model, env, signal, options: { wrapModel: model.wrapModel } });
  model.finish(played.run);
  return { run: played.run, failures: await failuresOf(test, played) };
}

const modelFor = (test: LoadedTest, parts: { readonly agent: string; readonly ground: TestGround; readonly folder: string }) =>
  test.spec.model?.cassette === undefined ? scriptModel(test, parts) : cassetteModel(test, parts);

function placedFailure(
  { position, path, ...failure }: TestFailure,
  { test, root }: { readonly test: LoadedTest; readonly root: string },
): PlacedFailure {
  const at = position ?? (path.length === 0 ? test.position : test.at(path));
  return { ...failure, path, file: shownFile(at.file, root), line: at.line, column: at.column, frame: test.frame(at) };
}

export const shownFile = (file: string, root: string) => relative(root, file).split(sep).join('/');
