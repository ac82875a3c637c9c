import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fromJsonSchema, type LoadoutError, messageOf } from '@loadout/core';
import { absoluteFolder } from '@loadout/core/run';
import { errors } from '../errors.js';
import { problemsOf } from './settings-problems.js';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from './settings-schema.js';

/** Returns `$XDG_CONFIG_HOME/loadout/chat.yaml`, else `~/.config/loadout/chat.yaml`. It need not exist. */
export function settingsFile(env: Readonly<Record<string, string | undefined>>): string {
  return join(absoluteFolder(env.XDG_CONFIG_HOME) ?? join(env.HOME || homedir(), '.config'), 'loadout', 'chat.yaml');
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
