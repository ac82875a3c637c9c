import { dirname } from 'node:path';
import type { Access } from '@loadout/core';
import { type PoolTool, refusalOf, type SessionEvent } from '@loadout/core/run';
import { readAccesses } from '@loadout/core/testing';
import { toDetails } from '../call-tool.js';
import { isEndless } from '../mount/call-limit.js';
import type { Seen } from '../watch/seen.js';
import { watch } from '../watch/watch.js';
import { prepare, type ValidCase } from './tool-cases.js';
import { failureOf, type Run, type Trial, underWatch } from './trial.js';
import { type Called, watchedCall } from './watched-call.js';

/** The outcome of one run of a valid case. Each check looks at its own part. */
export interface Outcome extends Called {
  /** Why the tool was not called. */
  readonly refusal?: string | undefined;
  /** The function of the tool that had no end, as a sentence. The other parts are then empty. */
  readonly endless?: string | undefined;
  readonly mutated?: string | undefined;
  readonly readOnly: boolean;
  readonly concurrencySafe: boolean;
  /** The access that the tool declared, all of it permitted. */
  readonly permitted: readonly Access[];
  /** A flag or `access` that failed on this input. */
  readonly flagProblem?: string | undefined;
  /** Everything that the functions of the tool did beside their answers. */
  readonly seen: readonly Seen[];
  /** The thing that still ran after the call. */
  readonly left?: string | undefined;
  readonly progressed: readonly string[];
  readonly emitted: readonly SessionEvent[];
  /** The folder of the case, and the folder of its large results. */
  readonly dir: string;
  readonly artifactDir: string;
  readonly assertion?: unknown;
}

/** Runs a case under the watch, in a folder of its own. */
export async function runCase(tool: PoolTool, { one, trial }: { one: ValidCase; trial: Trial }): Promise<Outcome> {
  const known = trial.endless.get(one);
  if (known !== undefined) return { ...NOTHING, endless: known };
  const { context, input } = await prepare(one, trial);
  const watching = trial.watch ?? watch();
  const recording = watching.record(trial.limitMs);
  const run: Run = { tool, context, recording, limitMs: trial.limitMs };
  let outcome: Outcome = NOTHING;
  try {
    outcome = { ...(await judged(run, { one, input })), seen: recording.seen };
  } catch (error) {
    if (!isEndless(error)) throw error;
    trial.endless.set(one, error.message);
    outcome = { ...NOTHING, endless: error.message };
    context.abort();
  } finally {
    await context.dispose();
  }
  if (trial.watch !== undefined) return outcome;
  const isLeft = outcome.endless === undefined && outcome.refusal === undefined;
  const left = isLeft ? await watching.left({ graceMs: trial.graceMs, folder: dirname(context.dir) }) : undefined;
  watching.end();
  return { ...outcome, left };
}

const NOTHING: Outcome = {
  result: { toolUseId: '', content: '', typedContent: [], isError: false },
  readOnly: false,
  concurrencySafe: false,
  permitted: [],
  changed: [],
  seen: [],
  used: [],
  progressed: [],
  emitted: [],
  dir: '',
  artifactDir: '',
};

async function judged(run: Run, { one, input }: { one: ValidCase; input: unknown }): Promise<Outcome> {
  const { tool, context } = run;
  const given = JSON.stringify(input);
  const parsed = await tool.input.parse(input);
  if (!parsed.ok) return { ...NOTHING, refusal: toDetails(parsed.issues) };
  const before = JSON.stringify(parsed.value);
  const flags = await readFlags(run, parsed.value);
  const refusal = await underWatch(run, 'validateInput', async () =>
    refusalOf(await tool.tool.validateInput?.(parsed.value, context)),
  );
  if (refusal !== undefined) return { ...NOTHING, refusal };
  const called = await watchedCall(run, { input: parsed.value, permitted: flags.permitted });
  const after = JSON.stringify(parsed.value);
  const { dir, artifactDir, progressed, emitted } = context;
  return {
    ...NOTHING,
    ...flags,
    ...called,
    ...{ dir, artifactDir, progressed, emitted },
    mutated: JSON.stringify(input) !== given || after !== before ? `it had ${before} and has now ${after}` : undefined,
    assertion: await failureOf(() => one.result?.(called.result, context)),
  };
}

/** A run asks more than once what a call touches, and decides on the last answer. */
async function accessTwice(run: Run, input: unknown): Promise<readonly Access[]> {
  const ask = () => underWatch(run, 'access', async () => readAccesses(await run.tool.tool.access?.(input, run.context)));
  const [first, second] = [await ask(), await ask()];
  if (JSON.stringify(first) !== JSON.stringify(second))
    throw new RangeError(`access names ${JSON.stringify(first)}, and ${JSON.stringify(second)} when it is asked again`);
  return first;
}

type Flags = Pick<Outcome, 'readOnly' | 'concurrencySafe' | 'flagProblem' | 'permitted'>;

async function readFlags(run: Run, input: unknown): Promise<Flags> {
  const { tool } = run;
  const { isReadOnly, isConcurrencySafe } = tool.tool;
  let permitted: readonly Access[] = [];
  const problem = await failureOf(async () => {
    // The flags of the pool are total; a flag that throws is a fault here.
    await underWatch(run, 'isReadOnly', () => typeof isReadOnly === 'function' && isReadOnly.call(tool.tool, input));
    await underWatch(
      run,
      'isConcurrencySafe',
      () => typeof isConcurrencySafe === 'function' && isConcurrencySafe.call(tool.tool, input),
    );
    permitted = await accessTwice(run, input);
    for (const access of permitted) {
      if ('path' in access && !access.path.startsWith('/') && !/^[A-Za-z]:/.test(access.path))
        throw new RangeError(`access names the relative path ${access.path}`);
    }
  });
  if (isEndless(problem)) throw problem;
  return {
    readOnly: tool.isReadOnly(input),
    concurrencySafe: tool.isConcurrencySafe(input),
    permitted,
    flagProblem: problem === undefined ? undefined : String(problem),
  };
}
