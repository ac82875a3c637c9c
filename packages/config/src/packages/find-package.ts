import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PluginManifest } from '@loadout/core';

export interface FoundPackage {
  readonly packageDir: string;
  readonly version: string;
  /** The key `"loadout"` of the package's package.json. */
  readonly loadout: unknown;
}

export interface FoundManifest {
  readonly manifest: PluginManifest;
  readonly packageDir: string;
  readonly version: string;
}

export const isLocal = (use: string): boolean => /^(?:\.{1,2}\/|\/)/.test(use);

/** Finds a package by name in the `node_modules` of `fromDir` and of every folder above it. Runs no code of the package. */
export function findPackage(name: string, fromDir: string): FoundPackage | undefined {
  for (let dir = fromDir; ; dir = dirname(dir)) {
    const packageDir = join(dir, 'node_modules', name);
    const data = readPackageJson(packageDir);
    if (data !== undefined) return { packageDir, version: String(data.version ?? '0.0.0'), loadout: data.loadout };
    if (dirname(dir) === dir) return undefined;
  }
}

/** The package.json reached from the first folder that leads to one, and all places that are examined before it. */
export function packageFiles(name: string, fromDirs: readonly string[]): readonly string[] {
  const files: string[] = [];
  for (const fromDir of fromDirs) {
    for (let dir = fromDir; ; dir = dirname(dir)) {
      const packageDir = join(dir, 'node_modules', name);
      files.push(join(packageDir, 'package.json'));
      if (readPackageJson(packageDir) !== undefined) return files;
      if (dirname(dir) === dir) break;
    }
  }
  return files;
}

/**
 * Reads a plugin's own manifest. Returns `undefined` for a local plugin, a plugin that is not installed, or one without a
 * manifest.
 */
export function readManifest(use: string, fromDir: string): FoundManifest | undefined {
  if (isLocal(use)) return undefined;
  const found = findPackage(use, fromDir);
  if (found === undefined || !isManifest(found.loadout)) return undefined;
  return { manifest: found.loadout, packageDir: found.packageDir, version: found.version };
}

function readPackageJson(dir: string): Record<string, unknown> | undefined {
  const file = join(dir, 'package.json');
  // Most places have none, and an exception costs several times what this question costs.
  if (!existsSync(file)) return undefined;
  try {
    const data: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof data === 'object' && data !== null ? { ...data } : undefined;
  } catch {
    return undefined;
  }
}

const isManifest = (value: unknown): value is PluginManifest =>
  typeof value === 'object' && value !== null && 'plugin' in value && typeof value.plugin === 'string';
