import type { Options, SettingSource } from '../types/options.js';
import { givenOrNone } from './given-settings.js';
import { readSettings, settingsFile } from './settings-files.js';

const SOURCES: readonly SettingSource[] = ['user', 'project', 'local'];

/** The settings files that a query reads, lowest precedence first. */
export const sourcesOf = ({ settingSources = SOURCES }: Pick<Options, 'settingSources'>): readonly SettingSource[] =>
  SOURCES.filter((source) => settingSources.includes(source));

/** A text in the settings: that of the program, of the local file, the project's or the user's. An empty text is none. */
export function textSetting(key: 'outputStyle' | 'language', options: Options): string | undefined {
  if (typeof options.agentConfig === 'object') return undefined;
  const files = sourcesOf(options).map((source) => readSettings(settingsFile(source, options)));
  const found = [...files, givenOrNone(options)].map((settings) => settings?.[key]);
  return found.findLast((value): value is string => typeof value === 'string' && value.trim() !== '');
}
