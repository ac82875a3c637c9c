import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jsonValue } from '@loadout/config';
import { isObject } from '@loadout/core';
import { replaceWhole } from '@loadout/node';
import type { Options, SettingSource } from '../types/options.js';
import type { Settings } from '../types/settings.js';
import { homeOf } from './home.js';

const SOURCES: readonly SettingSource[] = ['user', 'project', 'local'];

/** The settings files that a query reads, lowest precedence first. */
export const sourcesOf = ({ settingSources = SOURCES }: Pick<Options, 'settingSources'>): readonly SettingSource[] =>
  SOURCES.filter((source) => settingSources.includes(source));

/** The settings files for values beyond one session, by their protocol name. */
export const SETTINGS_PLACES: Readonly<Record<string, SettingSource>> = {
  userSettings: 'user',
  projectSettings: 'project',
  localSettings: 'local',
};

type Where = Pick<Options, 'cwd' | 'env'>;

export function settingsFile(source: SettingSource, { cwd, env = process.env }: Where): string {
  const folder = resolve(cwd ?? process.cwd());
  if (source !== 'user') return join(folder, '.claude', source === 'local' ? 'settings.local.json' : 'settings.json');
  const own = env.CLAUDE_CONFIG_DIR;
  return join(own ? resolve(folder, own) : join(homeOf(env), '.claude'), 'settings.json');
}

/**
 * Reads a settings file. Returns `{}` if it is missing, `undefined` if it cannot be read as settings. A pipe in its place is not
 * read, because reading it would never end. Comments are read too.
 */
export function readSettings(file: string, parse: (text: string) => unknown = jsonValue): Settings | undefined {
  let text: string;
  try {
    if (!statSync(file).isFile()) return undefined;
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? {} : undefined;
  }
  try {
    const value = parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a settings file that will be written back. A file with comments cannot be read as such, because they would be lost. */
export const readForWriting = (file: string): Settings | undefined => readSettings(file, JSON.parse);

/** Writes the whole file or nothing, so that a concurrent reader never sees half of it. */
export const writeSettings = (file: string, settings: Settings): void =>
  replaceWhole(file, `${JSON.stringify(settings, null, 2)}\n`);
