import { relative, sep } from 'node:path';
import type { LoadedTest } from '@loadout/config';
import { isLoadoutError, type Position } from '@loadout/core';
import type { PlacedFailure, RecordedRun, RunFailure, TestResult } from '@loadout/testing';
import { agentOfTest } from './agent-of-test.js';
import { cassetteModel } from './cassette-model.js';
import type { Gate } from './gate.js';
import { withHooksOf } from './hooks-of-test.js';
import { sessionsIn } from './kill/kill-job.js';
import type { Plans } from './plans.js';
import { playTable } from './play-table.js';
import { type Played, playRecorded } from './recorded.js';
import { scriptModel } from './script-model.js';
import { fillWorkspace, type TestFolder, type TestGround } from './test-ground.js';

export interface Room {
  readonly plans: Plans;
  readonly folder: TestFolder;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
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

interface Outcome {
  readonly failures: readonly TestFailure[];
  readonly run?: RecordedRun | undefined;
  readonly agent?: string | undefined;
  readonly decisions?: TestResult['decisions'];
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
  if (spec.skip !== undefined) return { ...about, status: 'skipped', skipped: spec.skip, durationMs: 0, failures: [] };
  const { failures, ...told } = await outcomeOf(test, room);
  const placed = failures.map((failure) => placedFailure(failure, { test, root: room.root }));
  const status = placed.length === 0 ? 'passed' : 'failed';
  return { ...about, status, durationMs: Date.now() - start, failures: placed, ...told };
}

export function kindOf({ permissions, live, model }: LoadedTest['spec']): TestResult['kind'] {
  if (permissions !== undefined) return 'permissions';
  if (live === true) return 'live';
  return model?.cassette === undefined ? 'script' : 'cassette';
}

async function outcomeOf(test: LoadedTest, room: Room): Promise<Outcome> {
  try {
    return test.spec.permissions === undefined ? await playOnce(test, room) : await table(test, room);
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

const modelFor = (test: LoadedTest, parts: { readonly agent: string; readonly ground: TestGround; readonly folder: string }) =>
  test.spec.model?.cassette === undefined ? scriptModel(test, parts) : cassetteModel(test, parts);

/** Compares a run with the expectations of its test. */
export async function failuresOf({ spec }: LoadedTest, { run, matchesRule }: Played): Promise<readonly TestFailure[]> {
  const { checkRun } = await import('@loadout/testing');
  const found = spec.expect === undefined ? [] : await checkRun(run, spec.expect, { matchesRule });
  return [
    ...scriptFailures(spec, run),
    ...found.map((failure) => ({ ...failure, path: [failure.of ?? 'expect', ...failure.path] })),
  ];
}

/** A model without an answer is a fault of the test, unless the test expects the error. */
function scriptFailures({ expect }: LoadedTest['spec'], { error }: RecordedRun): readonly TestFailure[] {
  if (error === undefined || !/^(?:SCRIPT|CASSETTE|TEST)_/.test(error.code) || expect?.error !== undefined) return [];
  return [{ path: ['model'], message: error.message, code: error.code, fix: error.fix }];
}

function placedFailure(
  { position, path, ...failure }: TestFailure,
  { test, root }: { readonly test: LoadedTest; readonly root: string },
): PlacedFailure {
  const at = position ?? (path.length === 0 ? test.position : test.at(path));
  return { ...failure, path, file: shownFile(at.file, root), line: at.line, column: at.column, frame: test.frame(at) };
}

export const shownFile = (file: string, root: string) => relative(root, file).split(sep).join('/');
