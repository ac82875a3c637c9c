import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { keepFiles } from '@loadout/command';
import { folderOf, LOCK_NAME, readManifest } from '@loadout/config';
import { isObject, messageOf, type PluginManifest } from '@loadout/core';
import type { CommandHost } from '@loadout/core/commands';
import { temporaryFolder } from '@loadout/node';
import { errors } from '../errors.js';
import { runNpm } from './run-npm.js';

export interface WantedPackage {
  readonly use: string;
  readonly version: string;
  readonly manifest: PluginManifest;
}

/**
 * Looks at a package before it is installed: npm unpacks it into a temporary folder, where no code of it runs. Throws
 * ADD_NO_PLUGIN for a package that is no plugin.
 */
export async function lookAt(
  wanted: string,
  { configDir, host }: { readonly configDir: string; readonly host: CommandHost },
): Promise<WantedPackage> {
  const dir = temporaryFolder('look');
  try {
    writeFileSync(join(dir, 'package.json'), '{ "private": true }\n');
    copyNpmrc(configDir, dir);
    const file = resolve(configDir, wanted);
    const args = ['install', '--save', '--legacy-peer-deps', '--omit=dev', '--no-package-lock', existsSync(file) ? file : wanted];
    await runNpm(args, { cwd: dir, host, isQuiet: true });
    const saved = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { readonly dependencies?: object };
    const use = Object.keys(saved.dependencies ?? {})[0] ?? wanted;
    const found = readManifest(use, dir);
    if (found === undefined) throw errors.ADD_NO_PLUGIN({ use });
    return { use, version: found.version, manifest: found.manifest };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The project's own registry and scopes apply to the look, too. */
function copyNpmrc(from: string, to: string): void {
  const project = projectOf(from);
  if (readdirSync(project).includes('.npmrc'))
    writeFileSync(join(to, '.npmrc'), readFileSync(join(project, '.npmrc')), { mode: 0o600 });
}

/** The folder into which npm installs from here: the nearest with a package.json or node_modules. */
function projectOf(folder: string): string {
  for (let dir = folder; ; dir = dirname(dir)) {
    if (existsSync(join(dir, 'package.json')) || existsSync(join(dir, 'node_modules'))) return dir;
    if (dir === dirname(dir)) return folder;
  }
}

/** Keeps the files that a change of a project's plugins writes. Returns a function that takes the change back. */
export function keepProject(configFile: string): () => void {
  const folder = folderOf(configFile);
  const project = projectOf(folder);
  const files = ['package.json', 'package-lock.json'].map((name) => join(project, name));
  return keepFiles([...files, configFile, join(folder, LOCK_NAME)]);
}

/** Throws PROJECT_CLOSED before npm is asked: on a disk that takes nothing, npm says that a folder is missing. */
export function checkOpen(configDir: string): void {
  const folder = projectOf(configDir);
  try {
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw errors.PROJECT_CLOSED({ folder, problem: messageOf(cause) }, { cause });
  }
}

/** The dependencies of the project into which npm installs from this folder. Throws PROJECT_UNREADABLE. */
export function dependenciesOf(folder: string): Readonly<Record<string, unknown>> {
  const file = join(projectOf(folder), 'package.json');
  if (!existsSync(file)) return {};
  const data = readProject(file);
  if (!isObject(data)) throw errors.PROJECT_UNREADABLE({ file, problem: 'it is not an object' });
  return isObject(data.dependencies) ? data.dependencies : {};
}

function readProject(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw errors.PROJECT_UNREADABLE({ file, problem: messageOf(cause) }, { cause });
  }
}
