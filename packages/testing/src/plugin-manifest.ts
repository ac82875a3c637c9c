import { type AnyTool, compileSchema, type JsonSchema, type Plugin, type PluginManifest } from '@loadout/core';
import { toolNamesOf } from '@loadout/core/run';
import { exampleOptions } from './example-options.js';
import { endMount, GRACE_MS, setUp } from './mount/set-up.js';

export interface ManifestOptions {
  /**
   * The package.json. Facts that the code does not have are copied from it: `touches`, the schemas of hook entries, the module, and
   * descriptions of options that the schema of the code leaves out.
   */
  readonly packageJson?: unknown;
  /** Options that `setup` takes. Default: values that fit the schema, as `exampleOptions` makes them. */
  readonly options?: unknown;
}

/** Makes the `"loadout"` field of a plugin's package.json from its code. Runs `setup` and `dispose` once. */
export async function pluginManifest(
  plugin: Plugin,
  { packageJson, options = optionsFor(plugin) }: ManifestOptions = {},
): Promise<PluginManifest> {
  const written = field(packageJson, 'loadout');
  const parts = await setUp(plugin, options);
  await endMount(parts, GRACE_MS);
  const schemas = field(written, 'hookTypes');
  const hookTypes = Object.keys(parts.hookTypes ?? {}).map((type) => [
    type,
    (field(schemas, type) ?? { type: 'object' }) as JsonSchema,
  ]);
  const touches = field(written, 'touches');
  const commands = field(written, 'commands');
  return {
    api: plugin.api,
    plugin: mainModule(packageJson) ?? './dist/index.js',
    ...(parts.tools === undefined ? {} : { tools: parts.tools.map(toolEntry) }),
    ...(toolNamesOf(plugin) === 'bare' ? { names: 'bare' } : {}),
    ...(parts.hooks === undefined ? {} : { hooks: Object.keys(parts.hooks) }),
    ...(hookTypes.length === 0 ? {} : { hookTypes: Object.fromEntries(hookTypes) }),
    ...(parts.model === undefined ? {} : { model: true }),
    ...(plugin.options === undefined
      ? {}
      : { options: withTexts(compileSchema(plugin.options, `the options of ${plugin.name}`).json, field(written, 'options')) }),
    ...(Array.isArray(commands) ? { commands: commands as NonNullable<PluginManifest['commands']> } : {}),
    ...(touches === undefined ? {} : { touches: touches as NonNullable<PluginManifest['touches']> }),
  };
}

/** Options for a plugin that is set up only to be looked at: none if it takes none. */
function optionsFor({ name, options }: Plugin): unknown {
  if (options === undefined) return {};
  const { json } = compileSchema(options, `the options of ${name}`);
  return json.required === undefined && json.examples === undefined ? {} : exampleOptions(json);
}

function toolEntry(tool: AnyTool) {
  const readOnly = tool.isReadOnly === undefined ? tool.annotations?.readOnlyHint === true : tool.isReadOnly === true;
  return {
    name: tool.name,
    ...(tool.aliases === undefined || tool.aliases.length === 0 ? {} : { aliases: [...tool.aliases] }),
    ...(readOnly ? { readOnly: true } : {}),
  };
}

/** The path of the plugin's module, from `exports` of its package.json. */
export function mainModule(packageJson: unknown): string | undefined {
  const main = field(field(packageJson, 'exports'), '.');
  const path = typeof main === 'string' ? main : field(main, 'default');
  return typeof path === 'string' ? path : undefined;
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/**
 * Returns the schema with the descriptions of the written one where the code has none. Descriptions are for editors, which read
 * the manifest, so a package that must be small can leave them out of its code.
 */
export function withTexts(schema: JsonSchema, written: unknown): JsonSchema {
  const text = field(written, 'description');
  const own = schema.description === undefined && typeof text === 'string' ? { ...schema, description: text } : schema;
  if (typeof own.properties !== 'object' || own.properties === null) return own;
  const entries = Object.entries(own.properties).map(([name, property]) => [
    name,
    isSchema(property) ? withTexts(property, field(field(written, 'properties'), name)) : property,
  ]);
  return { ...own, properties: Object.fromEntries(entries) };
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
