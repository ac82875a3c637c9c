import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Position } from '@loadout/core';
import { compile } from '../compile/compile.js';
import { type Flat, masked } from '../document/flatten.js';
import { isFileless } from '../document/node.js';
import { lockMounts } from '../lock/lock-mounts.js';
import { Report } from '../report.js';
import { type CheckedLayers, checkLayers, type LayersContext } from './check-layers.js';
import { invalid } from './invalid.js';
import type { LoadedConfig, LoadOptions } from './load-options.js';
import { readSettings } from './load-settings.js';
import { locate } from './locate.js';
import { readJudged } from './read-judged.js';

/**
 * Reads, merges, fills in and checks a configuration, and compiles it into a plan.
 * Contract: throws CONFIG_NOT_FOUND, or CONFIG_INVALID with all `problems` of all files at once, or TRUST_*. Runs nothing of the
 * project but a configuration that is itself a module, and the commands of declared secrets that are used; with `trust`, these
 * only once they are trusted.
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const file = locate(options);
  const report = new Report();
  const settings = await readSettings(options, { report });
  const home = options.env.HOME || homedir();
  const { layers, gated, isComplete, verdict } = await readJudged(file, { report, trust: options.trust, home });
  if (layers.length === 0) throw invalid(report, file);
  const isTrusted = verdict?.trusted ?? true;
  const workspace = workspaceOf(options, file);
  const context = { file, home, workspace, settings, isComplete, options, report, runCommands: isTrusted };
  const whole = await checkLayers(layers, context);
  if (report.failed) throw invalid(report, file);
  const checked = isTrusted ? whole : await withoutGated(gated, { whole, context });
  const { cwd } = options;
  const surroundings = { configFile: file, workspace, cwd, home, defaultModel: options.env.LOADOUT_MODEL || undefined };
  const plan = compile({ ...checked, ...surroundings });
  return {
    plan,
    warnings: report.warnings,
    files: [...report.files, ...checked.texts.keys()],
    ...(verdict === undefined ? {} : { trust: verdict }),
    mounts: lockMounts(isTrusted ? plan : compile({ ...whole, ...surroundings })),
    resolved: masked(checked.main, report.hiddenValues),
    origins: originsOf(checked.flat),
  };
}

/** The whole was checked already: what is wrong with the rest only comes of what is missing from it, and is not said. */
async function withoutGated(
  gated: Parameters<typeof checkLayers>[0],
  { whole, context }: { readonly whole: CheckedLayers; readonly context: LayersContext },
): Promise<CheckedLayers> {
  const rest = await checkLayers(gated, { ...context, report: new Report() });
  return { ...rest, toolNames: whole.toolNames, secrets: [...new Set([...whole.secrets, ...rest.secrets])] };
}

/** A file that was found by going up belongs to the folder that it is in; one that was named is used where one stands. */
function workspaceOf(options: LoadOptions, file: string): string {
  const named = options.file !== undefined || Boolean(options.env.LOADOUT_CONFIG);
  return named ? resolve(options.cwd) : dirname(file);
}

function originsOf(flat: Flat): Readonly<Record<string, Position>> {
  const origins: Record<string, Position> = {};
  for (const [path, { value }] of flat.places)
    if (path !== '' && !isFileless(value)) origins[path] = { file: value.file, line: value.line, column: value.column };
  return origins;
}
