import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { lockMounts, type TrustOptions } from '@loadout/config';
import { folderFiles, installedAt, isFile, isLocal, judgeFiles, sha256 } from '@loadout/config/documents';
import type { Plan } from '@loadout/core/run';
import { localPlugin } from './current-lock.js';

export interface CodeOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly trust: TrustOptions;
}

type Hashes = readonly (readonly [string, ...string[]])[];

/**
 * Returns a hash over the code that a plan runs: its plugins and providers, the files that its hooks and servers name, and its skills. Equal for
 * equal files, wherever they are and however they were installed. Runs nothing. Throws TRUST_TOO_LARGE, CONFIG_INVALID.
 */
export async function codeHash(plan: Plan, options: CodeOptions): Promise<string> {
  const { configDir, configFile: file, skills = {} } = plan;
  const plugins: Hashes = lockMounts(plan).map(({ path, use }) => [path, ...pluginFiles(use, configDir)]);
  const named: Hashes = file === undefined ? [] : await namedFiles({ ...options, cwd: configDir, file });
  const texts: Hashes = Object.values(skills).map(({ name, file: text, dir }) => [
    name,
    ...(basename(text) === 'SKILL.md' ? hashesIn(dir) : [sha256(readFileSync(text))]),
  ]);
  return sha256(JSON.stringify([plugins, named, texts]));
}

function pluginFiles(use: string, configDir: string): readonly string[] {
  if (isLocal(use)) return Object.entries(localPlugin(use, configDir).locked.files ?? {}).flat();
  // The integrity of npm's lock file would not tell of a file that was changed after the installation.
  const found = installedAt(use, configDir);
  return found === undefined ? [] : hashesIn(found.packageDir);
}

async function namedFiles(options: CodeOptions & { readonly cwd: string; readonly file: string }): Promise<Hashes> {
  const { verdict } = await judgeFiles(options);
  return verdict.parts.map(({ path, files }) => [path, ...files.map(({ sha256: hash }) => hash)]);
}

const hashesIn = (dir: string): readonly string[] =>
  folderFiles(dir)
    .filter((path) => isFile(path) && !isLog(relative(dir, path)))
    .flatMap((path) => [relative(dir, path), sha256(readFileSync(path))]);

/** turbo writes the logs of its tasks into the folder of a package, which may be linked from a workspace, while workers run. */
const isLog = (path: string): boolean => /^\.turbo[\\/]/.test(path);
