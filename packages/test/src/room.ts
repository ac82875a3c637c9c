import type { Position } from '@loadout/core';
import type { Gate } from './gate.js';
import type { Listings } from './listings.js';
import type { Plans } from './plans.js';
import type { RecordMode } from './record-model.js';
import type { RecordedRun } from './runs/recorded-run.js';
import type { RunFailure } from './runs/run-expectations.js';
import type { TestResult } from './runs/test-report.js';
import type { TestFolder } from './test-ground.js';

/** Everything that the tests of one command share. */
export interface Room {
  readonly plans: Plans;
  readonly folder: TestFolder;
  readonly listings: Listings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** The profile of tests that name none. */
  readonly profile?: string | undefined;
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

/** A failure with its path in the test. */
export interface TestFailure extends Omit<RunFailure, 'path'> {
  readonly path: readonly (string | number)[];
  readonly code?: string | undefined;
  /** The notices of the run. */
  readonly notices?: readonly string[] | undefined;
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
