import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PluginPlan } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { Env } from '../models.js';
import type { Options } from '../types/options.js';
import { numberIn } from './number-in.js';
import { PACKAGES } from './packages.js';

interface Ground {
  readonly env: Env;
  readonly cwd: string;
  readonly toolConfig: Options['toolConfig'];
}

/** Sets the options of a plugin that variables of the environment decide. The plugin's own options go before them (GAP-D7). */
export function withVariables(plugin: PluginPlan, { env, cwd, toolConfig }: Ground): PluginPlan {
  if (plugin.use === PACKAGES.session) return { ...plugin, options: { ...previewIn(toolConfig, env), ...plugin.options } };
  if (plugin.use !== PACKAGES.shell) return plugin;
  const { env: given, ...options } = plugin.options;
  const shared = given === undefined ? {} : { env: withoutCredentials(given as Env) };
  return { ...plugin, options: { ...timeoutsIn(env), ...fileIn(env, cwd), ...options, ...shared } };
}

function timeoutsIn(env: Env) {
  const [usual, most] = [numberIn(env.BASH_DEFAULT_TIMEOUT_MS), numberIn(env.BASH_MAX_TIMEOUT_MS)];
  return {
    ...defined({ defaultTimeoutMs: usual }),
    ...(most === undefined ? {} : { maxTimeoutMs: Math.max(most, usual ?? 0) }),
  };
}

/** The file with variables for commands. As in the reference, a file that is not there changes nothing. */
function fileIn({ CLAUDE_ENV_FILE: file }: Env, cwd: string) {
  if (file === undefined || file === '') return {};
  const envFile = resolve(cwd, file);
  return statSync(envFile, { throwIfNoEntry: false })?.isFile() === true ? { envFile } : {};
}

/** The format of previews. A text that is no format is ignored, as in the reference. */
function previewIn(toolConfig: Options['toolConfig'], env: Env) {
  const format = toolConfig?.askUserQuestion?.previewFormat ?? env.CLAUDE_CODE_QUESTION_PREVIEW_FORMAT;
  return format === 'html' || format === 'markdown' ? { previewFormat: format } : {};
}

/** Removes the credentials that settings set for the engine. No command needs them. */
const withoutCredentials = (env: Env): Env => {
  const {
    ANTHROPIC_API_KEY: _,
    ANTHROPIC_AUTH_TOKEN: __,
    CLAUDE_CODE_OAUTH_TOKEN: ___,
    ANTHROPIC_CUSTOM_HEADERS: ____,
    ...rest
  } = env;
  return rest;
};
