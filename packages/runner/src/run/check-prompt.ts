import { isObject } from '@loadout/core';
import { errors } from '../report/errors.js';

/** Throws PROMPT_SHAPE for a prompt that is neither a text nor a list of blocks: programs in JavaScript have no compiler that finds it. */
export function checkPrompt(prompt: unknown): void {
  if (prompt === undefined || typeof prompt === 'string') return;
  if (Array.isArray(prompt) && prompt.every((block) => isObject(block) && typeof block.type === 'string')) return;
  throw errors.PROMPT_SHAPE({ seen: (JSON.stringify(prompt) ?? typeof prompt).slice(0, 200) });
}
