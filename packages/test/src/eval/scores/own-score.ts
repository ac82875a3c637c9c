import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@loadout/core';
import { after } from '@loadout/node';
import type { CaseRow } from '../../cases/cases-of.js';
import { errors } from '../../errors.js';
import type { RecordedRun } from '../../runs/recorded-run.js';

/** The argument of a scorer: the names that published scorers use, and beside them the whole run and the case. */
export interface Scored {
  /** The prompt. */
  readonly input: string;
  /** The structured output if there is one, else the text of the last message. */
  readonly output: unknown;
  /** The value of `expected` of the score. */
  readonly expected?: unknown;
  readonly run: RecordedRun;
  readonly case: CaseRow;
}

/** The result of a scorer: a number from 0 to 1, yes or no, or a map with `score`. `null`: it has nothing to say about this run. */
export type Score =
  | number
  | boolean
  | null
  | { readonly score: number | null; readonly reason?: string; readonly name?: string; readonly metadata?: unknown };

export type Scorer = (scored: Scored) => Score | Promise<Score>;

export interface FoundScore {
  /** From 0 to 1; `null`: the scorer has nothing to say. */
  readonly score: number | null;
  readonly reason?: string | undefined;
}

/** Loads the function that `use` names. `at`: its absolute path, or a package as seen from the folder. Throws SCORE_MODULE. */
export async function loadScorer(
  use: string,
  at: { readonly file?: string | undefined; readonly folder: string },
): Promise<Scorer> {
  const [path = '', name = 'default'] = use.split('#');
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await (at.file === undefined ? importPackage(path, at.folder) : importModule(at.file));
  } catch (cause) {
    throw errors.SCORE_MODULE({ use, problem: `it does not load: ${messageOf(cause).split('\n', 1)[0]}` }, { cause });
  }
  const found = module[name] ?? (module.default as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (typeof found === 'function') return found as Scorer;
  const names = Object.keys(module).join(', ') || 'nothing';
  throw errors.SCORE_MODULE({ use, problem: `its ${name} is not a function, and it exports ${names}` });
}

/** A package as modules in the folder see it, also one that has no form for `require`. */
async function importPackage(name: string, folder: string): Promise<Readonly<Record<string, unknown>>> {
  const { createJiti } = await import('jiti');
  return import(createJiti(`${folder}/x.js`, { fsCache: false }).esmResolve(name));
}

/** Node 20 does not read TypeScript itself, so jiti does, without a cache that the project could write. */
async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  if (!/\.[cm]?ts$/.test(file)) return import(pathToFileURL(file).href);
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url, { fsCache: false }).import(file);
}

/** How long a scorer may take. */
const SECONDS = 60;

export interface Asking {
  readonly use: string;
  readonly seconds?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Asks a scorer. What it throws, and what is no score, is a fault of it and no score. One that does not answer in time leaves the run
 * without a score. Throws SCORE_MODULE.
 */
export async function ownScore(
  scorer: Scorer,
  scored: Scored,
  asking: Asking,
): Promise<FoundScore & { readonly unjudged?: true }> {
  const { use, seconds = SECONDS } = asking;
  let found: Score | typeof LATE;
  try {
    found = await inTime(async () => scorer(scored), { ...asking, seconds });
  } catch (cause) {
    throw errors.SCORE_MODULE({ use, problem: `it failed: ${messageOf(cause)}` }, { cause });
  }
  if (found === LATE) return { score: null, unjudged: true, reason: `${use} gave no answer in ${seconds} s` };
  const { score, ...more } = typeof found === 'object' && found !== null ? found : { score: found };
  const number = typeof score === 'boolean' ? Number(score) : score;
  if (number === null) return { score: null };
  if (typeof number !== 'number' || !(number >= 0 && number <= 1)) {
    const problem = `it returned ${JSON.stringify(found) ?? 'nothing'}, expected a number from 0 to 1`;
    throw errors.SCORE_MODULE({ use, problem });
  }
  const { reason } = more as { readonly reason?: unknown };
  return { score: number, ...(typeof reason === 'string' ? { reason } : {}) };
}

const LATE = Symbol('late');

interface Limit {
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** The value, unless the time is over or the command was interrupted before. */
async function inTime<T>(work: () => Promise<T>, { seconds, signal }: Limit): Promise<T | typeof LATE> {
  const limit = new AbortController();
  const cancel = after(seconds * 1000, () => limit.abort());
  const either = AbortSignal.any([signal, limit.signal]);
  // A signal that fired before fires no event.
  const over = either.aborted ? Promise.resolve() : once(either, 'abort');
  return Promise.race([work(), over.then((): typeof LATE => LATE)]).finally(cancel);
}
