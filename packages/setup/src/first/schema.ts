import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownPackage, printableJson, writeFile } from '@loadout/command';
import { configSchema, readManifest } from '@loadout/config';
import type { JsonSchema, PluginManifest } from '@loadout/core';
import { isWithin, realPath } from '@loadout/node';
import { errors } from '../errors.js';
import { SCHEMA_FILE } from './first-config.js';

/** The schema of a configuration in this folder, with the options of the plugins that are installed there, and with tests. */
export async function schemaText(cwd: string): Promise<string> {
  const test = await ownPackage('@loadout/test', () => import('@loadout/test'));
  return `${printableJson(await editorSchema({ manifests: installedManifests(cwd), test: test?.testSchema() }), 2)}\n`;
}

/** Writes the schema to its usual place in a folder, and returns that place. Throws FILE_NOT_WRITTEN for a link of a repository that leads out of it. */
export function writeSchema(dir: string, text: string): string {
  const file = join(dir, SCHEMA_FILE);
  refuseLink(file, dir);
  writeFile(file, { text });
  return file;
}

/**
 * Throws FILE_NOT_WRITTEN if a link, which a repository may have laid, leads a file that is written as below the folder to another
 * place. A person may name a place elsewhere, such as /dev/stdout.
 */
export function refuseLink(file: string, dir: string): void {
  if (isWithin(file, dir) && !isWithin(realPath(file), realPath(dir)))
    throw errors.FILE_NOT_WRITTEN({ file, problem: `a link leads out of ${dir}` });
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

interface SchemaOptions {
  readonly manifests?: Readonly<Record<string, PluginManifest>> | undefined;
  /** The JSON Schema of one test, from `@loadout/test`. Absent: any map. */
  readonly test?: JsonSchema | undefined;
}

/** The JSON Schema of a configuration file, with the options of installed plugins, and with tests. */
export async function editorSchema(options: SchemaOptions = {}): Promise<JsonSchema> {
  const root: Json = JSON.parse(JSON.stringify(await configSchema()));
  for (const section of ['plugins', 'providers']) addOptions(root, section, options.manifests ?? {});
  if (options.test !== undefined) step(step(root, 'properties'), 'tests').items = options.test;
  return root;
}

type Json = Record<string, unknown>;

function addOptions(root: Json, section: string, manifests: Readonly<Record<string, PluginManifest>>): void {
  const map = step(step(root, 'properties'), section);
  const entry = step(map, 'additionalProperties');
  const known = Object.entries(manifests).filter(([, manifest]) => section !== 'providers' || manifest.model === true);
  if (known.length === 0) return;
  const conditions = known.flatMap(([use, manifest]) =>
    manifest.options === undefined
      ? []
      : [
          {
            if: {
              type: 'object',
              properties: { use: { type: 'string', pattern: `^${literal(use)}(@.*)?$` } },
              required: ['use'],
            },
            // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
            then: { properties: { options: manifest.options } },
          },
        ],
  );
  map.additionalProperties = {
    ...entry,
    ...(conditions.length === 0 ? {} : { allOf: conditions }),
    examples: known.map(([use]) => use),
  };
}

const step = (value: Json, key: string): Json => {
  const found = value[key];
  return typeof found === 'object' && found !== null ? (found as Json) : {};
};

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
