/** What a project's files may say before anybody trusted them, as data. What is not named here is gated. Source: CFG-10. */

import { byWidth, PERMISSION_MODES } from '@loadout/core';
/** Keys at the top that only describe, choose or narrow. */
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

/** The same for one agent, and for `defaults`. */
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

/** The same for one skill. Its text runs nothing by itself, and what the model makes of it is decided upon as any call. */
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

/** No wider than what holds without a word. */
export const FREE_MODES: readonly unknown[] = PERMISSION_MODES.filter((mode) => byWidth(mode, 'default') <= 0);

/** Hook types of `@loadout/hooks` that are data: they refuse, limit, fill in what is decided upon afterwards, or add text. */
export const FREE_HOOK_TYPES: readonly unknown[] = ['block', 'defaults', 'context', 'rateLimit'];

/** Options of Loadout's own packages that reach nothing new: no server, no program, no variable. */
export const FREE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '@loadout/model-script': ['file', 'turns', 'cassette', 'normalise'],
  '@loadout/model-anthropic': ['apiVersion', 'betas', 'timeoutSeconds', 'maxRetries', 'maxRetryWaitSeconds'],
  '@loadout/tool-fs': ['requireAbsolute', 'readBeforeWrite', 'createParents', 'globLimit', 'dotfiles'],
  '@loadout/tool-shell': ['backgroundOnTimeout', 'pty'],
  '@loadout/tool-web': ['timeoutSeconds', 'maxBytes', 'cacheSeconds', 'searchLimit'],
  '@loadout/tool-tasks': ['strictTodos'],
  '@loadout/tool-session': ['pauseTimeout'],
  '@loadout/tool-lsp': ['diagnosticsWaitMs', 'startTimeout', 'requestTimeout'],
  '@loadout/tool-git': ['timeoutSeconds'],
  '@loadout/tool-schedule': ['expireDays', 'jitter'],
};
