import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '@loadout/node';

export interface FoundModule {
  readonly file: string;
  /** Absent for a module that is no package. */
  readonly version?: string | undefined;
}

const isPath = (name: string): boolean => /^(\.{0,2}\/|[A-Za-z]:\\)/.test(name);

/**
 * Finds a module as plugins are found: a path relative to the configuration, or a package in `node_modules` from there upward, then
 * from this package upward. Runs nothing of it.
 */
export function findModule(name: string, configDir: string): FoundModule | undefined {
  if (isPath(name)) {
    const file = resolve(configDir, name);
    return existsSync(file) ? { file } : undefined;
  }
  const [, packageName = name, entry = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name) ?? [];
  const folder =
    packageFolder(packageName, resolve(configDir)) ?? packageFolder(packageName, dirname(fileURLToPath(import.meta.url)));
  if (folder === undefined) return undefined;
  const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
  const file = entryOf(json, `.${entry}`);
  return file === undefined ? undefined : { file: join(folder, file), version: json.version };
}

interface PackageJson {
  readonly version?: string;
  readonly main?: string;
  readonly exports?: unknown;
}

function entryOf({ exports, main }: PackageJson, entry: string): string | undefined {
  if (exports === undefined) return entry === '.' ? (main ?? 'index.js') : entry;
  const isMap = typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'));
  if (isMap) return underConditions((exports as Record<string, unknown>)[entry]);
  return entry === '.' ? underConditions(exports) : undefined;
}

/** The file that `import` takes in Node. */
function underConditions(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  for (const [condition, value] of Object.entries(target)) {
    const file = ['import', 'node', 'module-sync', 'default'].includes(condition) ? underConditions(value) : undefined;
    if (file !== undefined) return file;
  }
  return undefined;
}
