import { type Issue, type JsonSchema, type LoadoutError, nearest } from '@loadout/core';
import { pointerKeys } from '@loadout/core/run';
import { errors } from '../errors.js';
import { settingsSchema } from './settings-schema.js';
import type { SettingsYaml } from './settings-yaml.js';

/** Returns each problem with its line, the value, and what was expected there. */
export const problemsOf = (issues: readonly Issue[], yaml: SettingsYaml): readonly LoadoutError[] =>
  issues.map((issue) => problemOf(issue, yaml));

function problemOf({ path, kind, known = [] }: Issue, yaml: SettingsYaml): LoadoutError {
  const keys = pointerKeys(path);
  const position = yaml.placeOf(keys, { isKey: kind === 'unknown' });
  const name = keys.join('.') || 'The file';
  if (kind === 'unknown') {
    const near = nearest(keys.at(-1) ?? '', known);
    const expected = near === undefined ? `one of ${known.join(', ')}` : near;
    return errors.SETTINGS_INVALID({ what: `${name} is not a setting`, expected }, { position });
  }
  const what = kind === 'required' ? `${name} is missing` : `${name} is ${shortJson(valueAt(yaml.value, keys))}`;
  return errors.SETTINGS_INVALID({ what, expected: expectedAt(keys) }, { position });
}

/** Returns what the schema says about a place. */
function expectedAt(keys: readonly string[]): string {
  let schema: JsonSchema = settingsSchema;
  for (const key of keys) {
    const properties = schema.properties as Readonly<Record<string, JsonSchema>> | undefined;
    schema = properties?.[key] ?? (schema.items as JsonSchema | undefined) ?? schema;
  }
  return String(schema.description);
}

const valueAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined), value);

const MOST = 80;

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'empty';
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
