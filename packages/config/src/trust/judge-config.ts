import { homedir } from 'node:os';
import type { Place } from '../document/node.js';
import { readLayers } from '../layers/read-layers.js';
import { invalid } from '../load/invalid.js';
import type { LoadOptions } from '../load/load-options.js';
import { locate } from '../load/locate.js';
import { Report } from '../report.js';
import { judge } from './judge.js';
import type { TrustOptions, TrustVerdict } from './verdict.js';

export interface JudgeOptions extends Pick<LoadOptions, 'cwd' | 'file' | 'env'> {
  readonly trust: TrustOptions;
}

/**
 * What would act in a configuration, and whether this user trusts it. Reads the files that are judged, and runs nothing.
 * Contract: throws CONFIG_NOT_FOUND, CONFIG_INVALID for files that cannot be read, TRUST_RECORD and TRUST_TOO_LARGE.
 */
export async function judgeConfig(options: JudgeOptions): Promise<TrustVerdict> {
  return (await judgeFiles(options)).verdict;
}

/** The same with all files of the configuration that were read for it. */
export async function judgeFiles(
  options: JudgeOptions,
): Promise<{ readonly verdict: TrustVerdict; readonly files: readonly string[] }> {
  const file = locate(options);
  const place: Place = { file, line: 1, column: 1, length: 1, layer: 'project' };
  const report = new Report();
  const { layers, modules } = await readLayers(file, { report, place, home: options.env.HOME || homedir(), runModules: false });
  if (report.failed) throw invalid(report, file);
  return { verdict: judge({ file, layers, modules, trust: options.trust }).verdict, files: [...report.files, ...modules] };
}
