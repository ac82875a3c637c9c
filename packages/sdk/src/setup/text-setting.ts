import type { Options } from '../types/options.js';
import { givenOrNone } from './given-settings.js';
import { readSettings, settingsFile, sourcesOf } from './settings-files.js';

/** A text in the settings: that of the program, of the local file, the project's or the user's. An empty text is none. */
export function textSetting(key: 'outputStyle' | 'language', options: Options): string | undefined {
  if (typeof options.agentConfig === 'object') return undefined;
  const files = sourcesOf(options).map((source) => readSettings(settingsFile(source, options)));
  const found = [...files, givenOrNone(options)].map((settings) => settings?.[key]);
  return found.findLast((value): value is string => typeof value === 'string' && value.trim() !== '');
}
