import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PluginManifest } from '@loadout/core';

/**
 * The module of a plugin: a path relative to the configuration, or a package found in `node_modules` from there upward, then
 * from this package upward (so that what ships with the command is found). `undefined` when there is none.
 */
export function resolvePlugin(use: string, configDir: string): string | undefined {
  if (/^(\.{0,2}\/|[A-Za-z]:\\)/.test(use)) {
    const file = resolve(configDir, use);
    return existsSync(file) ? pathToFileURL(file).href : undefined;
  }
  const name = packageName(use);
  for (const start of [configDir, dirname(fileURLToPath(import.meta.url))]) {
    const folder = findPackage(name, start);
    if (folder !== undefined) return pathToFileURL(join(folder, entryOf(folder))).href;
  }
  return undefined;
}

/** A version behind the name is for the check of the configuration; what is installed is what is used. */
const packageName = (use: string) => /^(@[^/]+\/[^@]+|[^@]+)/.exec(use)?.[0] ?? use;

function findPackage(name: string, start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

interface PackageJson {
  readonly loadout?: Partial<PluginManifest>;
  readonly exports?: unknown;
  readonly main?: string;
}

function entryOf(folder: string): string {
  const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
  return json.loadout?.plugin ?? exportedEntry(json.exports) ?? json.main ?? 'index.js';
}

function exportedEntry(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  const conditions = exports as Record<string, unknown>;
  for (const key of ['.', 'import', 'node', 'default']) {
    const entry = key in conditions ? exportedEntry(conditions[key]) : undefined;
    if (entry !== undefined) return entry;
  }
  return undefined;
}
