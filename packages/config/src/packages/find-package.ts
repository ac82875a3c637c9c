import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject, type PluginManifest } from '@loadout/core';

type PackageJson = Readonly<Record<string, unknown>>;

/** The package.json files that were read, by path. Several steps of one load ask for the same manifest, which may be long. */
const read = new Map<string, { readonly state: string; readonly data: unknown }>();

/** The most bytes of a package.json. The longest manifest of Loadout is a twentieth of this. */
const MOST_BYTES = 1024 * 1024;

export interface FoundPackage {
  readonly packageDir: string;
  readonly version: string;
  /** The key `"loadout"` of the package's package.json. */
  readonly loadout: unknown;
  /** The key, if it is the manifest of a plugin. */
  readonly manifest: PluginManifest | undefined;
}

export interface FoundManifest {
  readonly manifest: PluginManifest;
  readonly packageDir: string;
  readonly version: string;
}

export const isLocal = (use: string): boolean => /^(?:\.{1,2}\/|\/)/.test(use);

/** Splits `loadout-plugin-crm@^2.1` into name and range. The `@` of a scope does not start a range. */
export function splitUse(use: string): { name: string; range?: string } {
  const sign = use.indexOf('@', 1);
  if (isLocal(use) || sign === -1) return { name: use };
  return { name: use.slice(0, sign), range: use.slice(sign + 1) };
}

/** Finds a package by name in the `node_modules` of `fromDir` and of every folder above it. Runs no code of the package. */
export function findPackage(name: string, fromDir: string): FoundPackage | undefined {
  for (const packageDir of placesOf(name, fromDir)) {
    const data = readPackageJson(packageDir);
    if (data === undefined) continue;
    const { version = '0.0.0', loadout } = data;
    return { packageDir, version: String(version), loadout, manifest: isManifest(loadout) ? loadout : undefined };
  }
  return undefined;
}

function* placesOf(name: string, fromDir: string): Generator<string> {
  for (let dir = fromDir; ; dir = dirname(dir)) {
    yield join(dir, 'node_modules', name);
    if (dirname(dir) === dir) return;
  }
}

/**
 * Finds a package in the order of a run: a package of Loadout is the one installed with the running Loadout; any other package belongs to
 * the project. `from`: the folder from which it is found.
 */
export function findInstalled(
  name: string,
  { project, own }: { readonly project: readonly string[]; readonly own: readonly string[] },
): (FoundPackage & { readonly from: string }) | undefined {
  for (const from of new Set(name.startsWith('@loadout/') ? [...own, ...project] : [...project, ...own])) {
    const found = findPackage(name, from);
    if (found !== undefined) return { ...found, from };
  }
  return undefined;
}

/** The package.json reached from the first folder that leads to one, and all places that are examined before it. */
export function packageFiles(name: string, fromDirs: readonly string[]): readonly string[] {
  const files: string[] = [];
  for (const packageDir of fromDirs.flatMap((from) => [...placesOf(name, from)])) {
    files.push(join(packageDir, 'package.json'));
    if (readPackageJson(packageDir) !== undefined) break;
  }
  return files;
}

/**
 * Reads a plugin's own manifest. Returns `undefined` for a local plugin, a plugin that is not installed, or one without a
 * manifest.
 */
export function readManifest(use: string, fromDir: string): FoundManifest | undefined {
  if (isLocal(use)) return undefined;
  const { manifest, packageDir = '', version = '' } = findPackage(use, fromDir) ?? {};
  return manifest === undefined ? undefined : { manifest, packageDir, version };
}

function readPackageJson(dir: string): PackageJson | undefined {
  const file = join(dir, 'package.json');
  try {
    const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
    // A repository may have a pipe or a device there, at which reading would not end.
    if (stats?.isFile() !== true || stats.size > MOST_BYTES) return undefined;
    const state = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
    const known = read.get(file);
    const data: unknown = known?.state === state ? known.data : JSON.parse(readFileSync(file, 'utf8'));
    read.set(file, { state, data });
    return typeof data === 'object' && data !== null ? (data as PackageJson) : undefined;
  } catch {
    return undefined;
  }
}

/** The tools are checked too, because commands go through them before a package is trusted. */
const isManifest = (value: unknown): value is PluginManifest =>
  isObject(value) && isText(value.plugin) && isAbsentOrList(value.tools, isTool);

const isTool = (value: unknown): boolean => isObject(value) && isText(value.name) && isAbsentOrList(value.aliases, isText);

const isText = (value: unknown): boolean => typeof value === 'string';
const isAbsentOrList = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isItem));
