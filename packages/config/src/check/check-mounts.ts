import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PluginManifest } from '@loadout/core';
import { secretOptions } from '@loadout/core/run';
import { placeOf } from '../document/flatten.js';
import { folderOf } from '../document/folder-of.js';
import { at, dotted, isFileless, isText, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { parseTemplate } from '../interpolate/template.js';
import { findPackage, isLocal, readManifest } from '../packages/find-package.js';
import { fixForMissing } from '../packages/first-party.js';
import { searchOrder } from '../packages/search-order.js';
import { splitUse } from '../packages/split-use.js';
import { fitsRange } from '../packages/version-range.js';
import type { CheckContext, Mount } from './check-context.js';
import { checkOptions, pathOf, type Target } from './check-options.js';

interface Details {
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly optional?: boolean | undefined;
  readonly overrides?: Readonly<Record<string, string>> | undefined;
}

type Section = 'plugins' | 'providers';

/** Finds the package of every entry in a section, and checks its version and options. */
export function checkMounts(section: Section, context: CheckContext): readonly Mount[] {
  return Object.keys(context.document[section] ?? {}).flatMap((name) => {
    const mount = checkMount(section, name, context);
    return mount === undefined ? [] : [mount];
  });
}

function checkMount(section: Section, name: string, context: CheckContext): Mount | undefined {
  const entry = context.document[section]?.[name];
  const path: Path = typeof entry === 'string' ? [section, name] : [section, name, 'use'];
  const written = typeof entry === 'string' ? entry : entry?.use;
  if (written === undefined || context.failed.has(dotted(path))) return undefined;
  const details: Details = typeof entry === 'object' ? entry : {};
  const { name: use, range } = splitUse(written);
  const base = { name, use, options: details.options ?? {}, overrides: details.overrides ?? {} };
  const own = folderFor(path, context);
  if (isLocal(use)) return { ...base, isLocal: true, isInstalled: checkLocal(use, { path, own, context }) };
  const found = findIn(foldersFor(use, { own, context }), use);
  if (found === undefined) {
    reportMissing({ what: `${section}.${name}`, use, optional: details.optional === true, path, context });
    return { ...base, isLocal: false, isInstalled: false };
  }
  if (range !== undefined) checkRange({ use, range, version: found.version, path, context });
  const manifest = found.manifest;
  if (manifest === undefined) return { ...base, isLocal: false, isInstalled: true, manifest };
  const secrets = takeSecretOptions({ schema: manifest.options, value: base.options, base: [section, name, 'options'] }, context);
  checkManifest({ section, name, use, manifest, path, options: base.options }, context);
  return { ...base, isLocal: false, isInstalled: true, manifest, secrets };
}

/**
 * The folders to search for a package. A base or preset in another folder still refers to the packages of the project that
 * extends it.
 */
function foldersFor(use: string, { own, context }: { own: string; context: CheckContext }): readonly string[] {
  return searchOrder(use, { project: [context.configDir, own], own: context.packageRoots });
}

function folderFor(path: Path, context: CheckContext): string {
  const place = placeOf(context.flat, path);
  return place === undefined || isFileless(place) ? context.cwd : folderOf(place.file);
}

function findIn(folders: readonly string[], use: string): { version: string; manifest?: PluginManifest | undefined } | undefined {
  for (const folder of folders) {
    const found = findPackage(use, folder);
    if (found !== undefined) return { version: found.version, manifest: readManifest(use, folder)?.manifest };
  }
  return undefined;
}

function checkLocal(use: string, { path, own, context }: { path: Path; own: string; context: CheckContext }): boolean {
  const file = resolve(own, use);
  if (existsSync(file)) return true;
  const problem = errors.CONFIG_FILE_MISSING({ file, problem: 'does not exist' });
  context.report.error(problem, { path, place: placeOf(context.flat, path) });
  return false;
}

function reportMissing(p: { what: string; use: string; optional: boolean; path: Path; context: CheckContext }): void {
  const { path, context } = p;
  const where = { path, place: placeOf(context.flat, path) };
  const problem = errors.CONFIG_PLUGIN_MISSING({ what: p.what, use: p.use, fix: fixForMissing(p.use) });
  if (p.optional) context.report.warn(problem, where);
  else context.report.error(problem, where);
}

function checkRange(p: { use: string; range: string; version: string; path: Path; context: CheckContext }): void {
  const { use, range, version, path, context } = p;
  const where = { path, place: placeOf(context.flat, path) };
  const fits = fitsRange(version, range);
  if (fits === undefined) {
    const details = { path: dotted(path), problem: `has the version range ${JSON.stringify(range)}, which is not supported` };
    context.report.error(errors.CONFIG_VALUE_REFUSED({ ...details, fix: 'Write ^1.2, ~1.2, >=1.2, 1.2.3 or 1.x.' }), where);
  } else if (!fits) {
    context.report.error(errors.CONFIG_PLUGIN_VERSION({ use, range, found: version }), where);
  }
}

interface Found {
  readonly section: Section;
  readonly name: string;
  readonly use: string;
  readonly manifest: PluginManifest;
  readonly path: Path;
  readonly options: Readonly<Record<string, unknown>>;
}

function checkManifest(found: Found, context: CheckContext): void {
  const { section, name, use, manifest } = found;
  if (section === 'providers' && manifest.model !== true)
    context.report.error(errors.CONFIG_NOT_A_MODEL({ name, use }), {
      path: found.path,
      place: placeOf(context.flat, found.path),
    });
  const base = [section, name, 'options'];
  checkOptions({ schema: manifest.options, value: found.options, base }, context, (p) =>
    errors.CONFIG_PLUGIN_OPTIONS({ ...p, use }),
  );
}

/**
 * Hides the options that a plugin's schema marks with `secret: true`, and warns about each that is written into the file. Returns
 * their values.
 */
function takeSecretOptions({ schema, value, base }: Target, context: CheckContext): readonly string[] {
  if (schema === undefined) return [];
  const found = secretOptions(schema, value)
    .map((one) => ({ value: one.value, path: [...base, ...pathOf(one.path, value)] }))
    .filter(({ path }) => !context.failed.has(dotted(path)));
  context.report.hide(found.map((one) => one.value));
  for (const { path } of found) {
    const written = at(context.written, path);
    if (isText(written) && parseTemplate(written.value).every((part) => typeof part === 'string'))
      context.report.warn(errors.CONFIG_SECRET_OPTION({ path: dotted(path) }), { path, place: placeOf(context.flat, path) });
  }
  return found.map((one) => one.value);
}
