import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type LockMount, outsideProfile, pluginCommands, readManifest, type TrustPart, type TrustVerdict } from '@loadout/config';
import {
  codeFiles,
  dotted,
  folderFiles,
  installedAt,
  isFile,
  isLocal,
  isOwnPackage,
  sha256,
  WatchedPaths,
  withImported,
} from '@loadout/config/documents';
import { isObject } from '@loadout/core';
import { regularFile } from '@loadout/node';
import type { Lock, LockedPart, LockedPlugin } from './lock.js';

export interface CurrentLock {
  readonly lock: Omit<Lock, 'mcp'>;
  /** All files that the lock covers. */
  readonly files: readonly string[];
}

/** Returns the lock for the current state. Only reads files. */
export function currentLock(
  mounts: readonly LockMount[],
  { configDir, verdict }: { readonly configDir: string; readonly verdict: TrustVerdict },
): CurrentLock {
  const seen: string[] = [];
  const plugins = mounts.map(({ path, use }) => {
    const { locked, files } = isLocal(use) ? localPlugin(use, configDir) : installedPlugin(use, configDir);
    seen.push(...files);
    return [path, locked] as const;
  });
  const claude = verdict.parts.flatMap((part) => claudePlugin(part, verdict.parts));
  const hooks = verdict.parts.filter(isHook);
  const tools = verdict.parts.filter(({ keys }) => keys[0] === 'tools');
  seen.push(...[...hooks, ...tools].flatMap((part) => part.files.map(({ path }) => join(verdict.root, path))));
  return {
    lock: {
      plugins: Object.fromEntries([...plugins, ...claude]),
      hooks: Object.fromEntries(hooks.map((part) => [part.path, lockedPart(part)])),
      ...(tools.length === 0 ? {} : { tools: Object.fromEntries(tools.map((part) => [part.path, lockedPart(part)])) }),
    },
    files: seen,
  };
}

/** A mounted plugin of Claude Code: the hash of all of its files, and what it lets act. */
function claudePlugin(part: TrustPart, all: readonly TrustPart[]): readonly (readonly [string, LockedPlugin])[] {
  const { keys, value, package: found } = part;
  if (found === undefined || keys[0] !== 'plugins' || !isObject(value) || typeof value.claude !== 'string') return [];
  const acts = all.filter((one) => one.keys.length > 2 && one.keys[0] === 'plugins' && one.keys[1] === keys[1]);
  const locked = {
    use: `claude:${value.claude}`,
    version: found.version,
    integrity: `sha256-${found.sha256}`,
    ...(acts.length === 0 ? {} : { acts: Object.fromEntries(acts.map((one) => [dotted(one.keys.slice(2)), one.value])) }),
  };
  return [[part.path, locked]];
}

/** Whether a part is a hook: `hooks.…`, `agents.x.hooks.…`, `skills.x.hooks.…`, or one of these in a profile. */
const isHook = ({ keys }: TrustPart) => {
  const inside = outsideProfile(keys);
  return inside[0] === 'hooks' || ((inside[0] === 'agents' || inside[0] === 'skills') && inside[2] === 'hooks');
};

function lockedPart({ value, files }: TrustPart): LockedPart {
  const hashes = Object.fromEntries(files.map((file) => [file.path, file.sha256]));
  return { entry: value, ...(files.length === 0 ? {} : { files: hashes }) };
}

interface Found {
  readonly locked: LockedPlugin;
  readonly files: readonly string[];
}

/** Returns the lock of a plugin that is a file or a folder, and the files that were examined. */
export function localPlugin(use: string, configDir: string): Found {
  const path = resolve(configDir, use);
  const watched = new WatchedPaths();
  const found = watched.isFolder(path) ? codeFiles(path, watched) : watched.isFile(path) ? [...withImported(path, watched)] : [];
  const files = [...found].sort();
  const hashes = files.map((file) => [relative(configDir, file), sha256(readFileSync(file))]);
  return { locked: { use, files: Object.fromEntries(hashes) }, files: Object.keys(watched.at) };
}

function installedPlugin(use: string, configDir: string): Found {
  const found = installedAt(use, configDir);
  if (found === undefined) return { locked: { use }, files: [] };
  const { integrity, files } = packageIntegrity(found.packageDir, { isOwn: isOwnPackage(use) });
  const touches = readManifest(use, found.from)?.manifest.touches;
  const commands = isOwnPackage(use) ? [] : pluginCommands(use, configDir).map(({ row }) => [row.name, row.summary]);
  const locked = {
    use,
    version: found.version,
    integrity,
    ...(touches === undefined ? {} : { touches }),
    ...(commands.length === 0 ? {} : { commands: Object.fromEntries(commands) }),
  };
  return { locked, files: [...files, join(found.packageDir, 'package.json')] };
}

/**
 * Returns the integrity of a package: the value from npm's lock file, which npm verified, else a SHA-512 over its files. A
 * package of Loadout always gets the latter, which is equal for each copy of the command.
 */
function packageIntegrity(
  packageDir: string,
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): { readonly integrity: string; readonly files: readonly string[] } {
  const lock = isOwn ? undefined : npmLockOf(packageDir);
  const locked = lock === undefined ? undefined : lockedIntegrity(lock, packageDir);
  if (lock !== undefined && locked !== undefined) return { integrity: locked, files: [lock, join(packageDir, 'package.json')] };
  const files = folderFiles(packageDir).filter(isFile);
  const hash = createHash('sha512');
  for (const file of files)
    hash.update(`${relative(packageDir, file)}\0`).update(createHash('sha512').update(readFileSync(file)).digest());
  return { integrity: `sha512-${hash.digest('base64')}`, files };
}

/** The lock file beside the outermost `node_modules` that contains the package. */
function npmLockOf(packageDir: string): string | undefined {
  const [project] = packageDir.split(`${sep}node_modules${sep}`);
  const file = join(project ?? dirname(packageDir), 'package-lock.json');
  return packageDir.includes(`${sep}node_modules${sep}`) && existsSync(file) ? file : undefined;
}

function lockedIntegrity(lock: string, packageDir: string): string | undefined {
  try {
    const { packages = {} } = JSON.parse(regularFile(lock).toString()) as { packages?: Record<string, { integrity?: string }> };
    return packages[relative(dirname(lock), packageDir).split(sep).join('/')]?.integrity;
  } catch {
    return undefined;
  }
}
