import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownPackage, printableJson, workingFolder, writeFile } from '@loadout/command';
import { configSchema, configsIn, readManifest } from '@loadout/config';
import type { PluginManifest } from '@loadout/core';
import type { Command } from '../arguments/command.js';
import type { schema } from '../arguments/definitions.js';
import { SCHEMA_FILE } from './first-config.js';

export const execute: Command<typeof schema> = async ({ flags }, io) => {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const text = await schemaText(cwd);
  if (flags.print) {
    io.out(text);
    return 0;
  }
  const file = resolve(cwd, flags.out ?? SCHEMA_FILE);
  writeFile(file, { text });
  const config = configsIn(cwd).find((path) => /\.ya?ml$/.test(path)) ?? join(cwd, 'agent.config.yaml');
  const [wrote, first, path] = [relative(cwd, file), relative(cwd, config), relative(dirname(config), file)];
  io.out(`Wrote ${wrote}. Add this as the first line of ${first}:\n# yaml-language-server: $schema=${path}\n`);
  return 0;
};

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
