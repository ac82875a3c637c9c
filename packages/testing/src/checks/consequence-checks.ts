import type { Access } from '@loadout/core';
import type { PoolTool } from '@loadout/core/run';
import { resultOf, withPermitted } from '../call-tool.js';
import { isEndless } from '../mount/call-limit.js';
import { type TestContext, testContext } from '../test-context.js';
import type { Problem } from './check.js';
import { difference } from './difference.js';
import { contentsOf } from './snapshot-folder.js';
import type { ValidCase } from './tool-cases.js';
import { accessOf, plainCall, type Trial } from './trial.js';

interface Subject {
  readonly tool: PoolTool;
  readonly one: ValidCase;
  readonly trial: Trial;
}

/** A call that is repeated after a crash leaves the same files as one call. */
export async function repeatedProblem({ tool, one, trial }: Subject): Promise<Problem> {
  if (!tool.annotations.idempotentHint) return undefined;
  const world = await worldOf({ tool, trial, cases: [one] });
  try {
    const [call] = world.calls;
    if (call === undefined) return undefined;
    await call();
    const once = contentsOf(world.context.dir);
    await call();
    const changed = difference(contentsOf(world.context.dir), once);
    return changed === undefined
      ? undefined
      : `idempotentHint says that calling twice is calling once, but after the second call ${changed}`;
  } catch (error) {
    return unlessEndless(error);
  } finally {
    await world.context.dispose();
  }
}

/** A call of a tool that only adds removes nothing. */
export async function removedProblem({ tool, one, trial }: Subject): Promise<Problem> {
  if (tool.annotations.destructiveHint) return undefined;
  const world = await worldOf({ tool, trial, cases: [one] });
  try {
    const before = contentsOf(world.context.dir);
    await world.calls[0]?.();
    const after = contentsOf(world.context.dir);
    const removed = Object.keys(before).find((path) => !Object.hasOwn(after, path));
    return removed === undefined ? undefined : `destructiveHint: false says that it only adds, but a call removed ${removed}`;
  } catch (error) {
    return unlessEndless(error);
  } finally {
    await world.context.dispose();
  }
}

/** Calls that run at once answer, and leave, what they do one after the other. */
export async function atOnceProblem({ cases, ...subject }: Subject & { readonly cases: readonly ValidCase[] }): Promise<Problem> {
  const next = cases[cases.indexOf(subject.one) + 1];
  for (const partner of next === undefined ? [subject.one] : [subject.one, next]) {
    const problem = await pairProblem({ ...subject, pair: [subject.one, partner] });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface Pair extends Omit<Subject, 'one'> {
  readonly pair: readonly ValidCase[];
}

async function pairProblem(pair: Pair): Promise<Problem> {
  try {
    const inTurn = await afterCalls(pair, 'in turn');
    if (inTurn === undefined) return undefined;
    const atOnce = await afterCalls(pair, 'at once');
    const different = difference(atOnce, inTurn);
    // A tool that answers otherwise each time cannot be judged.
    if (different === undefined || difference(await afterCalls(pair, 'in turn'), inTurn) !== undefined) return undefined;
    return `isConcurrencySafe says that calls may run at once, but of two calls at once ${different} (expected: as one after the other)`;
  } catch (error) {
    return unlessEndless(error);
  }
}

/** Another check finds that a call has no end. */
function unlessEndless(error: unknown): undefined {
  if (!isEndless(error)) throw error;
}

async function afterCalls({ tool, pair, trial }: Pair, how: 'in turn' | 'at once'): Promise<unknown> {
  const world = await worldOf({ tool, trial, cases: pair });
  try {
    if (world.calls.length < pair.length) return undefined;
    const answers: string[] = [];
    if (how === 'at once') answers.push(...(await Promise.all(world.calls.map((call) => call()))));
    else for (const call of world.calls) answers.push(await call());
    return { answers: answers.sort(), files: contentsOf(world.context.dir) };
  } finally {
    await world.context.dispose();
  }
}

interface World {
  readonly context: TestContext;
  /** The calls of the cases; those that the tool refuses, or that may not run beside others, are left out. */
  readonly calls: readonly (() => Promise<string>)[];
}

/** One folder with the files of all cases in it. */
async function worldOf({ tool, trial, cases }: { tool: PoolTool; trial: Trial; cases: readonly ValidCase[] }): Promise<World> {
  const context = testContext({ services: trial.services ?? [] });
  const calls: (() => Promise<string>)[] = [];
  for (const one of new Set(cases)) await one.setup?.(context);
  for (const one of cases) {
    const parsed = await tool.input.parse(typeof one.input === 'function' ? one.input(context) : one.input);
    if (!parsed.ok || trial.endless.has(one) || !(cases.length === 1 || tool.isConcurrencySafe(parsed.value))) continue;
    const permitted = await accessOf(tool, { input: parsed.value, context, trial });
    if (permitted !== undefined) calls.push(() => answerTo({ tool, trial, one, input: parsed.value, context, permitted }));
  }
  return { context, calls };
}

interface Asked extends Subject {
  readonly input: unknown;
  readonly context: TestContext;
  readonly permitted: readonly Access[];
}

async function answerTo({ tool, trial, one, input, context, permitted }: Asked): Promise<string> {
  try {
    const body = async () => tool.tool.call(structuredClone(input), withPermitted(context, permitted));
    const output = await plainCall(trial, body);
    const { content, isError } = resultOf(output, { name: tool.name, toolUseId: context.toolUseId });
    return `${isError ? 'error: ' : ''}${content.replaceAll(context.dir, '(the folder)')}`;
  } catch (error) {
    if (!isEndless(error)) return `error: ${String(error).replaceAll(context.dir, '(the folder)')}`;
    trial.endless.set(one, error.message);
    throw error;
  }
}
