import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownPackage, printableJson } from '@loadout/command';
import { configSchema, readManifest } from '@loadout/config';
import type { PluginManifest } from '@loadout/core';

/** The schema of a configuration in this folder, with the options of the plugins that are installed there, and with tests. */
export async function schemaText(cwd: string): Promise<string> {
  const test = await ownPackage('@loadout/test', () => import('@loadout/test'));
  return `${printableJson(await configSchema({ manifests: installedManifests(cwd), test: test?.testSchema() }), 2)}\n`;
}

/**
 * The manifests of all plugins that a configuration in `dir` could name, by package. They are read from package.json; nothing
 * runs.
 */
function installedManifests(dir: string): Readonly<Record<string, PluginManifest>> {
  const found: Record<string, PluginManifest> = {};
  for (const start of [dir, dirname(fileURLToPath(import.meta.url))]) {
    for (let folder = start; ; folder = dirname(folder)) {
      for (const use of pluginNames(join(folder, 'node_modules'))) {
        const manifest = Object.hasOwn(found, use) ? undefined : readManifest(use, folder)?.manifest;
        if (manifest !== undefined) found[use] = manifest;
      }
      if (folder === dirname(folder)) break;
    }
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The packages whose names mark them as plugins: Loadout's own, `loadout-plugin-*` and `@scope/loadout-plugin-*`. */
function pluginNames(modules: string): readonly string[] {
  return namesIn(modules).flatMap((name) => {
    if (name.startsWith('loadout-plugin-')) return [name];
    if (!name.startsWith('@')) return [];
    const inScope = namesIn(join(modules, name));
    return inScope.filter((one) => name === '@loadout' || one.startsWith('loadout-plugin-')).map((one) => `${name}/${one}`);
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
