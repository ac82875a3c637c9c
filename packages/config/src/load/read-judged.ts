import { basename, join, resolve } from 'node:path';
import type { ClaudeRead } from '../claude/read-claude.js';
import { errors } from '../errors.js';
import type { Judged } from '../trust/judge.js';
import type { LookedAt } from '../trust/looked.js';
import type { Reach } from '../trust/reach.js';
import type { TrustOptions, TrustVerdict } from '../trust/verdict.js';
import { allOf, type Documents, type ReadContext, type ReadDocuments, readDocuments } from './read-documents.js';

export interface JudgedDocuments {
  readonly whole: Documents;
  /** The same without what waits for trust. */
  readonly gated: Documents;
  readonly isComplete: boolean;
  /** About the file of the configuration. */
  readonly verdict?: TrustVerdict | undefined;
  /** About Claude Code's files. */
  readonly claudeVerdict?: TrustVerdict | undefined;
  readonly claude?: ClaudeRead | undefined;
  /** All that the verdicts were made of beside the documents. */
  readonly looked?: LookedAt | undefined;
  /** Which files may be read for `whole`, and for `gated`. Absent: all, since the caller vouches for the files. */
  readonly reach?: { readonly whole: Reach | undefined; readonly gated: Reach } | undefined;
}

/** The layers of a configuration. Those that are code are run once they are trusted, and not before. Throws TRUST_*. */
export async function readJudged(file: string, context: ReadContext): Promise<JudgedDocuments> {
  const { trust } = context.options;
  const read = await readDocuments(file, { ...context, runModules: trust === undefined });
  const whole = allOf(read);
  if (trust === undefined) return { whole, gated: whole, isComplete: read.own.isComplete, claude: read.claude };
  const input = { ...read, ...context, trust };
  // Who gives a document vouches for it.
  const own = context.options.document === undefined ? await judgeOwn(file, input) : undefined;
  const foreign = isProgramsOwn(input) ? undefined : await judgeClaude(input);
  const { modules } = read.own;
  if (own?.verdict.trusted === false && modules.length > 0) {
    const names = modules.map((one) => basename(one)).join(', ');
    throw errors.TRUST_NEEDED({
      config: own.verdict.config,
      what: `${names} is code, which does not run before`,
      hash: own.verdict.hash,
    });
  }
  const run = modules.length === 0 ? read : await readDocuments(file, { ...context, runModules: true });
  const now = allOf(run);
  const gated = {
    own: own === undefined || own.verdict.trusted ? now.own : own.gated,
    claude: foreign === undefined || foreign.verdict.trusted ? now.claude : foreign.gated,
  };
  const verdicts = { verdict: own?.verdict, claudeVerdict: foreign?.verdict };
  const looked = { ...own?.looked, ...foreign?.looked };
  const reach = own === undefined ? undefined : reachOf(own);
  return { whole: now, gated, isComplete: run.own.isComplete, claude: run.claude, looked, reach, ...verdicts };
}

/** Nothing of the whole is used before trust, so that it may be checked; what is used stays inside. */
function reachOf({ verdict, outside }: Judged): JudgedDocuments['reach'] {
  const { root, trusted } = verdict;
  return { whole: trusted ? { root, outside } : undefined, gated: { root, outside: new Set() } };
}

type Read = ReadDocuments & Pick<ReadContext, 'options'> & { readonly trust: TrustOptions };

export async function judgeOwn(file: string, { own, trust }: Read): Promise<Judged> {
  const { judge } = await import('../trust/judge.js');
  return judge({ file, layers: own.layers, modules: own.modules, trust });
}

/** By themselves: what a folder was trusted for in Claude Code is no word about a configuration of Loadout in it. */
export async function judgeClaude({ own, claude, options, trust }: Read): Promise<Judged> {
  const { judge } = await import('../trust/judge.js');
  const { layers = [], waiting = layers, accepted } = claude ?? {};
  const file = join(resolve(options.cwd), '(options)');
  const shared = { file, modules: [], naming: own.layers, trust, accepted };
  const whole = judge({ ...shared, layers });
  // A project that waits turns no hook of the user off.
  return waiting === layers ? whole : { ...whole, gated: judge({ ...shared, layers: waiting }).gated };
}

/** Nothing of the project is there, nor would a package of it stand in for a provider that nobody names. */
function isProgramsOwn({ claude, options }: Omit<Read, 'trust'>): boolean {
  const isNamed = options.document === undefined || options.document.providers !== undefined;
  return isNamed && (claude?.layers ?? []).every((one) => one.place.layer !== 'project');
}
