import { compileSchema, describeIssues, type Parsed, type Plugin, secretOptions, secretPlaces } from '@loadout/core';
import { errors } from '../report/errors.js';
import type { PluginRequest } from './import-plugin.js';

type Asked = Pick<PluginRequest, 'options' | 'mount' | 'position'>;

/** Checks the options of a mount with the schema of its plugin. Throws PLUGIN_OPTIONS for options of a plugin that takes none. */
export function parseOptions(plugin: Plugin, { options, mount, position }: Asked): Parsed<unknown> | Promise<Parsed<unknown>> {
  if (plugin.options !== undefined) return schemaOf(plugin).parse(options ?? {});
  const given = Object.keys(options ?? {});
  if (given.length === 0) return { ok: true, value: {} };
  throw errors.PLUGIN_OPTIONS({ mount, details: `it takes none, but has ${given.join(', ')}` }, { position });
}

/** Returns the parsed options. Throws PLUGIN_OPTIONS, whose message repeats no secret. */
export function accepted(
  parsed: Parsed<unknown>,
  { plugin, asked }: { readonly plugin: Plugin; readonly asked: Asked },
): unknown {
  if (parsed.ok) return parsed.value;
  const { json } = schemaOf(plugin);
  const hides = secretPlaces(json, asked.options ?? {});
  const details = withoutSecrets(describeIssues(parsed.issues, { hides }), secretsOf(plugin, asked));
  throw errors.PLUGIN_OPTIONS({ mount: asked.mount, details }, { position: asked.position });
}

/** The texts in the options of a mount that the plugin's schema marks with `secret: true`. */
export function secretsOf(plugin: Plugin, { options }: Asked): readonly string[] {
  if (plugin.options === undefined || options === undefined) return [];
  const { json } = schemaOf(plugin);
  return secretOptions(json, options).map(({ value }) => value);
}

const schemaOf = ({ name, options = {} }: Plugin) => compileSchema(options, `the options of ${name}`);

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  [...secrets].sort((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, '[secret]'), text);
