import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileSchema, type Plugin, type PluginParts } from '@loadout/core';
import { isEndless } from './call-limit.js';
import { guarded } from './guarded.js';

/** Parses the options as a host would and runs `setup`. */
export async function setUp(
  plugin: Plugin,
  options: unknown,
  { isParsed = false, limitMs }: { readonly isParsed?: boolean; readonly limitMs?: number | undefined } = {},
): Promise<PluginParts> {
  const known = endless.get(plugin);
  if (known !== undefined) throw known;
  const parsed = isParsed ? options : await parsedOptions(plugin, options);
  const where = { mount: plugin.name, configDir: process.cwd(), stateDir: unusedFolder() };
  try {
    return await guarded('setup', () => plugin.setup({ options: parsed as never, ...where }), limitMs);
  } catch (error) {
    if (isEndless(error)) endless.set(plugin, error);
    throw error;
  }
}

/** The plugins whose setup once had no end: no other check waits for it again. */
const endless = new WeakMap<Plugin, Error>();

/** The options with their defaults; as they are if the schema refuses them. */
export async function parsedOptions({ name, options: schema }: Plugin, options: unknown): Promise<unknown> {
  if (schema === undefined) return options;
  const result = await compileSchema(schema, `the options of ${name}`).parse(options);
  return result.ok ? result.value : options;
}

/** The beginning of the names of folders for a plugin's own data. */
export const STATE_PREFIX = 'loadout-state-';

/** A folder for data of a plugin or a session. Nobody makes it until there are some. */
export const unusedFolder = () => join(tmpdir(), `${STATE_PREFIX}${randomUUID()}`);
