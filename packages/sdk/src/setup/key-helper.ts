import type { Env } from '../models.js';
import type { Options } from '../types/options.js';
import { readSettings, settingsFile } from './settings-files.js';

type Settings = Readonly<Record<string, unknown>> | undefined;

/**
 * The command that prints the key, from the program's settings or from the user's own file. A project's command is ignored,
 * because it would run before anybody trusted it. A key in the environment makes the command unnecessary.
 */
export function keyHelper(
  given: Settings,
  { options, env }: { readonly options: Options; readonly env: Env },
): string | undefined {
  if (env.ANTHROPIC_API_KEY) return undefined;
  const { settingSources: sources = ['user'] } = options;
  const files = sources.includes('user') ? [readSettings(settingsFile('user', { ...options, env }))] : [];
  return [given, ...files]
    .map((settings) => settings?.apiKeyHelper)
    .find((helper) => typeof helper === 'string' && helper !== '') as string | undefined;
}
