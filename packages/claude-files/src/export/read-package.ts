import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, messageOf, type PluginManifest } from '@loadout/core';
import { errors } from '../errors.js';

type Json = Readonly<Record<string, unknown>>;

/** A package whose plugin is exported. */
export interface PluginPackage {
  readonly folder: string;
  readonly json: Json & { readonly name: string; readonly version: string };
  readonly manifest: PluginManifest;
}

/** Reads the package.json of a plugin's folder. Throws PLUGIN_EXPORT. */
export function readPackage(folder: string): PluginPackage {
  const file = join(folder, 'package.json');
  const unfit = (problem: string, fix: string) => errors.PLUGIN_EXPORT({ problem: `${file} ${problem}`, fix });
  if (!existsSync(file)) throw unfit('does not exist', 'Name the folder of a plugin package.');
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw unfit(`is not JSON: ${messageOf(cause)}`, 'Correct the file.');
  }
  const { name, version, loadout } = isObject(json) ? json : {};
  if (typeof name !== 'string' || typeof version !== 'string')
    throw unfit('has no name or no version', 'npx finds a published package by both. Add them.');
  if (!isObject(loadout) || typeof loadout.plugin !== 'string')
    throw unfit('has no plugin under "loadout"', 'Run loadout-manifest in the package, which writes the entry.');
  return { folder, json: { ...(json as Json), name, version }, manifest: loadout as unknown as PluginManifest };
}
