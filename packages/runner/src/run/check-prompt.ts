import { isObject } from '@loadout/core';
import { errors } from '../report/errors.js';
import { shapeOf } from '../report/shape-of.js';

/** Throws PROMPT_SHAPE for a prompt that is neither a text nor a list of blocks: programs in JavaScript have no compiler that finds it. */
export function checkPrompt(prompt: unknown): void {
  if (prompt === undefined || typeof prompt === 'string') return;
  if (!Array.isArray(prompt)) throw errors.PROMPT_SHAPE({ seen: shapeOf(prompt) });
  const at = prompt.findIndex((block) => !isObject(block) || typeof block.type !== 'string');
  if (at !== -1) throw errors.PROMPT_SHAPE({ seen: `a list whose item ${at} is ${shapeOf(prompt[at])}` });
}
