/**
 * The parts of a project's files that apply before anybody trusts them, as data. Parts that are not named here are gated
 * (CFG-10).
 */

import { byWidth, PERMISSION_MODES } from '@loadout/core';
/** Top-level keys that only describe, choose or narrow. */
export const FREE_KEYS = [
  'version',
  'name',
  'description',
  'extends',
  'include',
  'compat',
  'models',
  'smallModel',
  'budgets',
  'allowedHttpHookUrls',
] as const;

/** Keys of an agent, and of `defaults`, that only describe, choose or narrow. */
export const FREE_AGENT_KEYS = [
  'name',
  'description',
  'model',
  'instructions',
  'prompt',
  'params',
  'tools',
  'disallowedTools',
  'limits',
  'concurrency',
  'context',
  'effort',
  'temperature',
  'thinking',
  'output',
  'skills',
  'budget',
  'background',
  'isolation',
] as const;

/**
 * Keys of a skill that only describe, choose or narrow. The skill's text runs nothing by itself, and the model's calls are
 * subject to the rules.
 */
export const FREE_SKILL_KEYS = [
  'file',
  'dir',
  'description',
  'whenToUse',
  'argumentHint',
  'arguments',
  'aliases',
  'modelInvocable',
  'userInvocable',
  'disallowedTools',
  'toolRestrictions',
  'model',
  'effort',
  'context',
  'agent',
  'paths',
] as const;

/** The modes that are no wider than the default. */
export const FREE_MODES: readonly unknown[] = PERMISSION_MODES.filter((mode) => byWidth(mode, 'default') <= 0);

/** Hook types of `@loadout/hooks` that are data: they refuse, limit, add text, or fill in values that are checked afterwards. */
export const FREE_HOOK_TYPES: readonly unknown[] = ['block', 'defaults', 'context', 'rateLimit'];

/** Options of Loadout's own packages that reach nothing new: no server, no program, no variable. */
export const FREE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '@loadout/model-script': ['file', 'turns', 'cassette', 'normalise'],
  '@loadout/model-anthropic': ['apiVersion', 'betas', 'timeoutSeconds', 'maxRetries', 'maxRetryWaitSeconds'],
  '@loadout/model-openai': ['api', 'compat', 'timeoutSeconds', 'maxRetries', 'maxRetryWaitSeconds'],
  '@loadout/tool-fs': ['requireAbsolute', 'readBeforeWrite', 'createParents', 'globLimit', 'dotfiles'],
  '@loadout/tool-shell': ['backgroundOnTimeout', 'pty'],
  '@loadout/tool-web': ['timeoutSeconds', 'maxBytes', 'cacheSeconds', 'searchLimit'],
  '@loadout/tool-tasks': ['strictTodos'],
  '@loadout/tool-session': ['pauseTimeout'],
  '@loadout/tool-lsp': ['diagnosticsWaitMs', 'startTimeout', 'requestTimeout'],
  '@loadout/tool-git': ['timeoutSeconds'],
  '@loadout/tool-schedule': ['expireDays', 'jitter'],
};
