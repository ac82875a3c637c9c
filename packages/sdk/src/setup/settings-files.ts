import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jsonValue } from '@loadout/config';
import { isObject, messageOf } from '@loadout/core';
import { homeOf, replaceWhole } from '@loadout/node';
import { errors } from '../errors.js';
import type { Options, SettingSource } from '../types/options.js';
import type { Settings } from '../types/settings.js';

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

/** A text in the settings: that of the program, of the local file, the project's or the user's. An empty text is none. */
export function textSetting(key: 'outputStyle' | 'language', options: Options): string | undefined {
  if (typeof options.agentConfig === 'object') return undefined;
  const files = sourcesOf(options).map((source) => readSettings(settingsFile(source, options)));
  const found = [...files, givenOrNone(options)].map((settings) => settings?.[key]);
  return found.findLast((value): value is string => typeof value === 'string' && value.trim() !== '');
}

/** The settings as an object, including the sandbox of the options. Throws SDK_OPTIONS_INVALID for a file that cannot be read. */
export function givenSettings({ settings, sandbox, cwd }: Options): Readonly<Record<string, unknown>> | undefined {
  const given = typeof settings === 'string' ? parsed(settings, cwd ?? process.cwd()) : settings;
  if (sandbox === undefined) return given;
  return { ...given, sandbox: { failIfUnavailable: true, ...sandbox } };
}

function parsed(text: string, cwd: string): Readonly<Record<string, unknown>> {
  const isInline = text.trimStart().startsWith('{');
  try {
    const value = jsonValue(isInline ? text : readFileSync(resolve(cwd, text), 'utf8'));
    if (isObject(value)) return value;
    throw new Error('it is not an object');
  } catch (cause) {
    const what = isInline ? 'settings are not a JSON object' : `the settings file ${text} cannot be used`;
    throw errors.SDK_OPTIONS_INVALID({ problem: `${what}: ${messageOf(cause)}` }, { cause });
  }
}

/** Settings that cannot be read are reported when the query is planned. */
export function givenOrNone(options: Options): Readonly<Record<string, unknown>> | undefined {
  try {
    return givenSettings(options);
  } catch {
    return undefined;
  }
}
