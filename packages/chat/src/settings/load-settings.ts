import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromJsonSchema, type Issue, type JsonSchema, type LoadoutError, messageOf, nearest } from '@loadout/core';
import { pointerKeys } from '@loadout/core/run';
import { settingsDir } from '@loadout/node';
import { errors } from '../errors.js';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from './settings-schema.js';
import type { SettingsYaml } from './settings-yaml.js';

/** Returns `$XDG_CONFIG_HOME/loadout/chat.yaml`, else `~/.config/loadout/chat.yaml`. It need not exist. */
export function settingsFile(env: Readonly<Record<string, string | undefined>>): string {
  return join(settingsDir(env), 'chat.yaml');
}

export interface LoadedSettings {
  readonly settings: Settings;
  /** All that is wrong with the file. If there is anything, the settings are the defaults. */
  readonly problems: readonly LoadoutError[];
}

/** Reads the settings of the person. The chat is on the screen by then, so nothing of this throws for a wrong file. */
export async function loadSettings(file: string): Promise<LoadedSettings> {
  try {
    return await readSettings(await readFile(file, 'utf8'), file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { settings: DEFAULT_SETTINGS, problems: [] };
    const problem = errors.SETTINGS_UNREADABLE({ file, problem: messageOf(cause) }, { cause });
    return { settings: DEFAULT_SETTINGS, problems: [problem] };
  }
}

async function readSettings(text: string, file: string): Promise<LoadedSettings> {
  // Most people have no such file, and the library of YAML is most of what a chat loads.
  const { SettingsYaml } = await import('./settings-yaml.js');
  const yaml = new SettingsYaml(text, file);
  const parsed = await fromJsonSchema(settingsSchema, 'chat.yaml').parse(yaml.value ?? {});
  if (yaml.problems.length > 0) return { settings: DEFAULT_SETTINGS, problems: yaml.problems };
  if (!parsed.ok) return { settings: DEFAULT_SETTINGS, problems: problemsOf(parsed.issues, yaml) };
  return { settings: withKeyLists(parsed.value as Written), problems: [] };
}

/** The settings as they are written: one key may stand without a list. */
interface Written extends Omit<Settings, 'keys'> {
  readonly keys: Readonly<Record<string, string | readonly string[]>>;
}

const withKeyLists = ({ keys, ...settings }: Written): Settings => ({
  ...settings,
  keys: Object.fromEntries(Object.entries(keys).map(([action, one]) => [action, typeof one === 'string' ? [one] : one])),
});

/** Returns each problem with its line, the value, and what was expected there. */
const problemsOf = (issues: readonly Issue[], yaml: SettingsYaml): readonly LoadoutError[] =>
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
