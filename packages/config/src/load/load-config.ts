import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { nearest, type Position } from '@loadout/core';
import { checkLiteralKeys } from '../check/check-literal-keys.js';
import { compile } from '../compile/compile.js';
import { type Flat, flatten, masked } from '../document/flatten.js';
import { at, isFileless, isMap, type MapNode, type Place } from '../document/node.js';
import { errors } from '../errors.js';
import { readLayers } from '../layers/read-layers.js';
import { stripExtensions } from '../layers/strip-extensions.js';
import { ownFolder } from '../packages/own-folder.js';
import { Report } from '../report.js';
import { checkDocument } from './check-document.js';
import { findConfig } from './find-config.js';
import type { ConfigError, LoadedConfig, LoadOptions } from './load-options.js';
import { checkSettings, readSettings } from './load-settings.js';
import { fillIn, mergeAll } from './prepare.js';

/**
 * Reads, merges, fills in and checks a configuration, and compiles it into a plan.
 * Contract: throws CONFIG_NOT_FOUND, or CONFIG_INVALID with all `problems` of all files at once. Runs nothing of the project but
 * a configuration that is itself a module, and the commands of declared secrets that are used.
 */
export async function loadConfig(given: LoadOptions): Promise<LoadedConfig> {
  let options = given;
  const file = locate(options);
  const home = options.env.HOME || homedir();
  const report = new Report();
  const place: Place = { file, line: 1, column: 1, length: 1, layer: 'project' };
  const sources = await readSettings(options, { report });
  const { layers, isComplete } = await readLayers(file, { report, place });
  const merged = mergeAll({ layers, settings: sources, options, report, place });
  const document = stripExtensions(merged);
  if (!declares(document, options.agent)) options = { ...options, agent: undefined };
  const literal = checkLiteralKeys(document, report);
  if (layers.length === 0) throw invalid(report, file);
  const workspace = workspaceOf(options, file);
  const { main, settings: filled } = await fillIn(document, { settings: sources, options, report, workspace });
  report.hide([...main.secrets]);
  const flat = flatten(main.node);
  const settings = await Promise.all(filled.map(({ source, failed }) => checkSettings(source, { report, failed })));
  const packageRoots = options.packageRoots ?? [ownFolder()];
  const checked = await checkDocument(flat, {
    home,
    isComplete,
    report,
    failed: new Set([...main.failed, ...flat.broken]),
    packageRoots,
    configDir: dirname(file),
    env: options.env,
    cwd: options.cwd,
  });
  checkGivenParams(flat, { options, report });
  if (report.failed) throw invalid(report, file);
  const secrets = [...new Set([...main.secrets, ...literal])];
  const plan = compile({
    ...checked,
    flat,
    settings,
    secrets,
    configFile: file,
    workspace,
    cwd: options.cwd,
    home,
    defaultModel: options.env.LOADOUT_MODEL || undefined,
  });
  return {
    plan,
    warnings: report.warnings,
    files: [...report.files, ...checked.texts.keys()],
    resolved: masked(main.node, report.hiddenValues),
    origins: originsOf(flat),
  };
}

function locate(options: LoadOptions): string {
  const explicit = options.file ?? (options.env.LOADOUT_CONFIG || undefined);
  const file = findConfig(options.cwd, explicit);
  if (file === undefined) throw errors.CONFIG_NOT_FOUND({ cwd: options.cwd });
  if (!existsSync(file)) throw errors.CONFIG_NOT_FOUND({ file });
  return file;
}

/** A file that was found by going up belongs to the folder that it is in; one that was named is used where one stands. */
function workspaceOf(options: LoadOptions, file: string): string {
  const named = options.file !== undefined || Boolean(options.env.LOADOUT_CONFIG);
  return named ? resolve(options.cwd) : dirname(file);
}

/** What may be an agent's name may also be the first word of a prompt. */
function declares(document: MapNode, agent: string | undefined): boolean {
  const agents = at(document, ['agents']);
  return agent !== undefined && isMap(agents) && agents.entries.has(agent);
}

function checkGivenParams(flat: Flat, { options, report }: { options: LoadOptions; report: Report }): void {
  const agents = Object.entries(childrenOf(flat.data, 'agents')).filter(
    ([name]) => options.agent === undefined || name === options.agent,
  );
  const known = agents.flatMap(([, agent]) => Object.keys(childrenOf(agent, 'params')));
  for (const name of Object.keys(options.params ?? {}))
    if (!known.includes(name))
      report.error(errors.CONFIG_PARAM_UNKNOWN({ name, nearest: nearest(name, known), known }), { path: ['--param', name] });
}

function childrenOf(value: unknown, key: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return {};
  const found: unknown = (value as Record<string, unknown>)[key];
  return typeof found === 'object' && found !== null ? { ...found } : {};
}

function originsOf(flat: Flat): Readonly<Record<string, Position>> {
  const origins: Record<string, Position> = {};
  for (const [path, { value }] of flat.places)
    if (path !== '' && !isFileless(value)) origins[path] = { file: value.file, line: value.line, column: value.column };
  return origins;
}

function invalid(report: Report, file: string): ConfigError {
  const problems = report.errors;
  const error = errors.CONFIG_INVALID({ count: problems.length, file: basename(file) }, { position: problems[0]?.position });
  return Object.assign(error, { problems });
}
