import { homedir } from 'node:os';
import { Report } from '../document/report.js';
import type { TrustOptions, TrustVerdict } from '../trust/verdict.js';
import type { PathStates } from '../trust/watched-paths.js';
import { invalid } from './invalid.js';
import type { LoadOptions } from './load-options.js';
import { locate } from './locate.js';
import { readDocuments } from './read-documents.js';
import { judgeClaude, judgeOwn } from './read-judged.js';

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
): Promise<{ readonly verdict: TrustVerdict; readonly files: readonly string[]; readonly looked: PathStates }> {
  const file = locate(options);
  const report = new Report();
  const how = { runModules: false, keepsUnlocked: true };
  const read = await readDocuments(file, { report, options, home: options.env.HOME || homedir(), ...how });
  if (report.failed) throw invalid(report, file);
  const input = { ...read, options, trust: options.trust };
  const { verdict, looked } = options.document === undefined ? await judgeOwn(file, input) : await judgeClaude(input);
  return { verdict, looked, files: [...report.files, ...read.own.modules] };
}
