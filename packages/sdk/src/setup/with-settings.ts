import { isObject } from '@loadout/core';
import type { Options } from '../types/options.js';
import type { Settings } from '../types/settings.js';
import { givenOrNone, readSettings, settingsFile, sourcesOf } from './settings-files.js';

type Variables = Readonly<Record<string, string>>;

/**
 * Adds the effort and the variables under `env` of the settings to the options; the variables go over those of the program
 * (W22). A file of the project only sets models and sizes: it could otherwise send the key of its reader to an address of its
 * own (decision 0027).
 */
export function withSettings(options: Options): Options {
  const { agentConfig, env = process.env } = options;
  if (typeof agentConfig === 'object') return options;
  const files = sourcesOf(options).map((source) => [source, readSettings(settingsFile(source, options))] as const);
  const all = [...files, ['flag', givenOrNone(options)] as const];
  const added: Variables = Object.assign(
    {},
    ...all.map(([source, settings]) => (isOwn(source) ? variablesOf(settings) : harmless(variablesOf(settings)))),
  );
  const effort = all.map(([, settings]) => settings?.effortLevel).findLast((level) => typeof level === 'string');
  return {
    ...options,
    ...(Object.keys(added).length === 0 ? {} : { env: { ...env, ...added } }),
    ...(options.effort === undefined && typeof effort === 'string' ? { effort } : {}),
  };
}

const isOwn = (source: string) => source === 'user' || source === 'flag';

function variablesOf(settings: Settings | undefined): Variables {
  const { env } = settings ?? {};
  if (!isObject(env)) return {};
  const texts = Object.entries(env).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value)]));
}

const HARMLESS =
  /^(?:ANTHROPIC_(?:DEFAULT_)?(?:\w+_)?MODEL|ANTHROPIC_SMALL_FAST_MODEL|CLAUDE_CODE_(?:SUBAGENT_MODEL|EFFORT_LEVEL|MAX_OUTPUT_TOKENS|DISABLE_THINKING)|MAX_THINKING_TOKENS|BASH_(?:DEFAULT|MAX)_TIMEOUT_MS|DISABLE_PROMPT_CACHING\w*|ENABLE_PROMPT_CACHING_1H)$/;

const harmless = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => HARMLESS.test(name)));
