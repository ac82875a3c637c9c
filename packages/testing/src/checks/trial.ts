import type { Access, ToolContext } from '@loadout/core';
import { type PoolTool, refusalOf } from '@loadout/core/run';
import { readAccesses } from '@loadout/core/testing';
import { LIMIT_MS, withinLimit } from '../mount/call-limit.js';
import type { Services, TestContext } from '../test-context.js';
import { type Recording, type Watch, watch } from '../watch/watch.js';
import { processState, restoreProcess } from './process-state.js';
import type { ToolCases, ValidCase } from './tool-cases.js';

/** The conditions under which the cases of one tool run. */
export interface Trial {
  readonly services: Services | undefined;
  readonly sessionId?: string | undefined;
  /** Milliseconds within which each call ends. */
  readonly limitMs: number;
  /** Milliseconds within which what a call started ends after it. */
  readonly graceMs: number;
  /** The cases that once had no end, with the message: they are not called again. */
  readonly endless: Map<ValidCase, string>;
  /** The watch over all calls of a mounted plugin, whose dispose ends what they leave. Absent: each call leaves nothing. */
  readonly watch?: Watch | undefined;
}

const GRACE_MS = 5_000;

export const trialOf = ({ services, limitMs, abortGraceMs }: Partial<ToolCases>, more: Partial<Trial> = {}): Trial => ({
  services,
  limitMs: limitMs ?? LIMIT_MS,
  graceMs: abortGraceMs ?? GRACE_MS,
  endless: new Map(),
  ...more,
});

/** One run of a case. */
export interface Run {
  readonly tool: PoolTool;
  readonly context: TestContext;
  readonly recording: Recording;
  readonly limitMs: number;
}

/** Runs one function of the tool under the watch, within the limit. */
export const underWatch = <T>(
  { recording, limitMs }: Pick<Run, 'recording' | 'limitMs'>,
  phase: string,
  body: () => T | Promise<T>,
): Promise<T> => recording.during(phase, () => withinLimit({ ms: limitMs, what: phase }, body));

/** Calls a tool only for its answer and its files: under the watch, whose findings are those of the run before. */
export async function plainCall<T>({ watch: shared, limitMs }: Trial, body: () => T | Promise<T>): Promise<T> {
  const watching = shared ?? watch();
  const state = processState();
  try {
    return await underWatch({ recording: watching.record(limitMs), limitMs }, 'call', body);
  } finally {
    restoreProcess(state);
    if (shared === undefined) watching.end();
  }
}

/** The access of a call, all of which is permitted; an input that the tool refuses has none. */
export const accessOf = (
  { tool }: PoolTool,
  { input, context, trial }: { readonly input: unknown; readonly context: ToolContext; readonly trial: Trial },
): Promise<readonly Access[] | undefined> =>
  plainCall(trial, async () => {
    if (refusalOf(await tool.validateInput?.(input, context)) !== undefined) return undefined;
    return readAccesses(await tool.access?.(input, context));
  });

export async function failureOf(body: () => unknown): Promise<unknown> {
  try {
    await body();
    return undefined;
  } catch (error) {
    return error ?? new Error('a failure without a value');
  }
}
