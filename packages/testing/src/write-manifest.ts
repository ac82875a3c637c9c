import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLoadoutError, type Plugin } from '@loadout/core';
import { commandRows } from './command-rows.js';
import { errors } from './errors.js';
import { mainModule, pluginManifest } from './plugin-manifest.js';

/**
 * Writes the `"loadout"` field of the package.json in `dir` from the built plugin. Returns the file if it changed. The option
 * values that `setup` gets are taken from the schema: its examples, its defaults, the smallest values. Throws MANIFEST_*.
 */
export async function writeManifest(dir: string): Promise<string | undefined> {
  const file = join(dir, 'package.json');
  const text = readFileSync(file, 'utf8');
  const packageJson = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const commands = await commandRows(dir, packageJson);
  const plugin = await builtPlugin(join(dir, mainModule(packageJson) ?? './dist/index.js'), dir);
  const made = await pluginManifest(plugin, { packageJson });
  const loadout = commands === undefined ? made : { ...made, commands };
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? 2;
  const written = `${JSON.stringify({ ...packageJson, loadout }, null, indent)}\n`;
  if (written === text) return undefined;
  writeFileSync(file, written);
  return file;
}

async function builtPlugin(entry: string, dir: string): Promise<Plugin> {
  const shown = relative(dir, entry);
  const module = (await import(pathToFileURL(entry).href).catch((cause: unknown) => {
    if (isLoadoutError(cause)) throw cause;
    throw errors.MANIFEST_NOT_BUILT({ file: shown, problem: cause instanceof Error ? cause.message : String(cause) }, { cause });
  })) as { readonly default?: Partial<Plugin> };
  if (typeof module.default?.setup !== 'function') throw errors.MANIFEST_NO_PLUGIN({ file: shown });
  return module.default as Plugin;
}
