import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { jsonValue } from '@loadout/config';
import type { Options, SettingSource } from '../types/options.js';
import type { Settings } from '../types/settings.js';
import { homeOf } from './home.js';

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
    return isSettings(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a settings file that will be written back. A file with comments cannot be read as such, because they would be lost. */
export const readForWriting = (file: string): Settings | undefined => readSettings(file, JSON.parse);

/** Writes the whole file or nothing, so that a concurrent reader never sees half of it. */
export function writeSettings(file: string, settings: Settings): void {
  mkdirSync(dirname(file), { recursive: true });
  const written = `${file}.${process.pid}.new`;
  writeFileSync(written, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  renameSync(written, file);
}

export const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
