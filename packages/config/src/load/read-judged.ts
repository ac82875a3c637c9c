import { basename, join, resolve } from 'node:path';
import { homeOf } from '@loadout/node';
import { implicitProviders } from '../compile/providers.js';
import type { MapNode } from '../document/node.js';
import { Report } from '../document/report.js';
import { errors } from '../errors.js';
import type { ClaudeRead } from '../foreign/foreign-files.js';
import { impliedParts, type Judged, judge } from '../trust/judge.js';
import type { TrustedFiles } from '../trust/trusted-files.js';
import type { TrustOptions, TrustVerdict } from '../trust/verdict.js';
import type { PathStates } from '../trust/watched-paths.js';
import { locate } from './find-config.js';
import { unlessTracked } from './git-ignore.js';
import { invalid } from './invalid.js';
import type { LoadOptions } from './load-options.js';
import { type Documents, type ReadContext, type ReadDocuments, readDocuments } from './read-documents.js';

export interface JudgedDocuments {
  readonly whole: Documents;
  /** The documents without the parts that wait for trust. */
  readonly gated: Documents;
  readonly isComplete: boolean;
  /** The verdict on the file of the configuration. */
  readonly verdict?: TrustVerdict | undefined;
  /** Whether the person's own file may act. Absent: there is none, or the caller vouches for it. */
  readonly isPersonalTrusted?: boolean | undefined;
  /** The verdict on Claude Code's files. */
  readonly claudeVerdict?: TrustVerdict | undefined;
  readonly claude?: ClaudeRead | undefined;
  /** Everything that the verdicts depend on in addition to the documents. */
  readonly watched?: PathStates | undefined;
  /** The files that may be read for `whole`, and for `gated`. Absent: all, since the caller vouches for the files. */
  readonly trustedFiles?: { readonly whole: TrustedFiles | undefined; readonly gated: TrustedFiles } | undefined;
}

/** Reads the layers of a configuration. Layers that are code run only once they are trusted. Throws TRUST_*. */
export async function readJudged(file: string, context: ReadContext): Promise<JudgedDocuments> {
  const { trust } = context.options;
  const read = await readDocuments(file, { ...context, runModules: trust === undefined });
  if (trust === undefined) return { whole: read, gated: read, isComplete: read.isComplete, claude: read.claudeRead };
  const input = { ...read, ...context, trust };
  // The caller vouches for a given document.
  const own = context.options.document === undefined ? await judgeOwn(file, input) : undefined;
  const foreign = isProgramsOwn(input) ? undefined : await judgeClaude(input);
  const { modules } = read;
  if (own?.verdict.trusted === false && modules.length > 0) {
    const names = modules.map((one) => basename(one)).join(', ');
    throw errors.TRUST_NEEDED({
      config: own.verdict.config,
      what: `${names} is code, which runs only after you trust it`,
      hash: own.verdict.hash,
    });
  }
  const run = modules.length === 0 ? read : await readDocuments(file, { ...context, runModules: true });
  // The file that was judged is the file that is used.
  const now = { ...run, personal: read.personal };
  const gated = {
    own: own === undefined || own.verdict.trusted ? now.own : own.gated,
    claude: foreign === undefined || foreign.verdict.trusted ? now.claude : foreign.gated,
    plugins: own === undefined || own.verdict.trusted ? now.plugins : [],
    personal: own?.personal === undefined || own.personal.verdict.trusted ? now.personal : own.personal.gated[0],
  };
  const verdicts = { verdict: own?.verdict, claudeVerdict: foreign?.verdict };
  const watched = { ...own?.watched, ...foreign?.watched };
  const trustedFiles = own === undefined ? undefined : trustedFilesOf(own);
  const isPersonalTrusted = own?.personal?.verdict.trusted;
  return {
    whole: now,
    gated,
    isComplete: run.isComplete,
    claude: run.claudeRead,
    watched,
    trustedFiles,
    isPersonalTrusted,
    ...verdicts,
  };
}

/** The files that may be read. The gated document is used and may only name files of the project. */
function trustedFilesOf({ personal, ...main }: JudgedOwn): JudgedDocuments['trustedFiles'] {
  const { root } = main.verdict;
  const all = personal === undefined ? [main] : [main, personal];
  const trusted = all.filter(({ verdict }) => verdict.trusted);
  const outsideOf = (judged: readonly Judged[]) => new Set(judged.flatMap(({ outside }) => [...outside]));
  return {
    whole: { root, outside: outsideOf(all), onlyChecked: trusted.length < all.length },
    gated: { root, outside: outsideOf(trusted) },
  };
}

type Read = ReadDocuments & Pick<ReadContext, 'options'> & { readonly trust: TrustOptions };

interface JudgedOwn extends Judged {
  readonly personal?: Judged | undefined;
}

/** Judges a configuration, and the person's own file beside it by itself: neither needs the trust in the other. */
async function judgeOwn(file: string, { own, modules, plugins, personal, trust, options }: Read): Promise<JudgedOwn> {
  const implied = impliedParts(own, file);
  const home = homeOf(options.env);
  const main = judge({ file, home, layers: own, modules, plugins, implied, trust });
  if (personal === undefined) return main;
  const judged = judgePersonal(personal, { home, below: own, trust });
  const mine = { ...judged, verdict: await unlessTracked(judged.verdict, { trust, env: options.env }) };
  const watched = { ...main.watched, ...mine.watched };
  const verdict = mine.verdict.parts.length === 0 ? main.verdict : { ...main.verdict, personal: mine.verdict };
  return { ...main, verdict, watched, personal: mine };
}

/** Judges the person's own file. `below`: the layers of the configuration, which declare params and secrets. */
export const judgePersonal = (
  personal: MapNode,
  context: { readonly home: string; readonly below: readonly MapNode[]; readonly trust: TrustOptions },
): Judged => judge({ ...context, file: personal.place.file, layers: [personal], modules: [] });

/**
 * Judges Claude Code's files by themselves. Trust in a folder that was given in Claude Code does not cover a configuration of
 * Loadout in that folder.
 */
async function judgeClaude({ own, claude: layers, claudeRead, options, trust }: Read): Promise<Judged> {
  const { waiting = layers, accepted, hooksSwitch: node } = claudeRead ?? {};
  const file = join(resolve(options.cwd), '(options)');
  const hooksSwitch = node === undefined ? [] : [{ path: ['disableAllHooks'], node }];
  const implied = [...impliedParts(own, file), ...hooksSwitch];
  const shared = { file, home: homeOf(options.env), modules: [], implied, trust, accepted };
  const whole = judge({ ...shared, layers });
  // A project that waits does not turn off the user's hooks.
  return waiting === layers ? whole : { ...whole, gated: judge({ ...shared, layers: waiting }).gated };
}

/** Whether the project contributes nothing: no layer, and no package that would replace an unnamed provider. */
function isProgramsOwn({ claude, options }: Omit<Read, 'trust'>): boolean {
  const { document } = options;
  const named = Object.keys((document?.providers as object | undefined) ?? {});
  const isNamed = document === undefined || Object.keys(implicitProviders).every((name) => named.includes(name));
  return isNamed && claude.every((one) => one.place.layer !== 'project');
}

export interface JudgeOptions extends Pick<LoadOptions, 'cwd' | 'file' | 'env' | 'document' | 'claude'> {
  readonly trust: TrustOptions;
}

/**
 * Returns the parts of a configuration that would act, and whether this user trusts them. Reads the judged files and runs
 * nothing. Contract: throws CONFIG_NOT_FOUND, CONFIG_INVALID for files that cannot be read, TRUST_RECORD and TRUST_TOO_LARGE.
 */
export async function judgeConfig(options: JudgeOptions): Promise<TrustVerdict> {
  return (await judgeFiles(options)).verdict;
}

/** Returns the verdict, all files of the configuration that were read for it, and every other examined path. */
export async function judgeFiles(
  options: JudgeOptions,
): Promise<{ readonly verdict: TrustVerdict; readonly files: readonly string[]; readonly watched: PathStates }> {
  const file = locate(options);
  const report = new Report();
  const how = { runModules: false, keepsUnlocked: true };
  const read = await readDocuments(file, { report, options, home: homeOf(options.env), ...how });
  if (report.failed) throw invalid(report, file);
  const input = { ...read, options, trust: options.trust };
  const { verdict, watched } = options.document === undefined ? await judgeOwn(file, input) : await judgeClaude(input);
  return { verdict, watched, files: [...report.files, ...read.modules] };
}
