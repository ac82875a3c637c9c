import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileSchema, type Parsed, type Plugin, type PluginParts, type SetupContext } from '@loadout/core';
import { toDetails } from '../call-tool.js';
import { errors } from '../errors.js';

export interface PluginMount extends Partial<Omit<SetupContext<unknown>, 'options'>> {
  /** The options as a configuration has them. The schema of the plugin fills in its defaults. */
  readonly options?: unknown;
}

/** Sets a plugin up as a host does, with parsed options. Throws OPTIONS_REFUSED for options that its schema does not take. */
export async function mountPlugin(plugin: Plugin, { options = {}, ...place }: PluginMount = {}): Promise<PluginParts> {
  const parsed = await parseOptions(plugin, options);
  if (!parsed.ok) throw errors.OPTIONS_REFUSED({ name: plugin.name, details: toDetails(parsed.issues) });
  return plugin.setup({ ...unusedPlace(plugin), ...place, options: parsed.value as never });
}

/** Parses options as a host does; those of a plugin without a schema stay as they are. */
export async function parseOptions({ name, options: schema }: Plugin, options: unknown): Promise<Parsed<unknown>> {
  return schema === undefined ? { ok: true, value: options } : compileSchema(schema, `the options of ${name}`).parse(options);
}

/** The place of a mount that no configuration file describes. */
export const unusedPlace = ({ name }: Plugin) => ({ mount: name, configDir: process.cwd(), stateDir: unusedFolder() });

/** The beginning of the names of folders for a plugin's own data. */
export const STATE_PREFIX = 'loadout-state-';

/** A folder for data of a plugin or a session. Nobody makes it until there are some. */
export const unusedFolder = () => join(tmpdir(), `${STATE_PREFIX}${randomUUID()}`);
