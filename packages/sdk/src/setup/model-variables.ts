import { isObject } from '@loadout/core';
import type { ModelPlan } from '@loadout/core/model';
import { defined, jsonIn } from '@loadout/node';
import { cacheSwitchOf, EFFORTS, type Env, isAdaptive, knowsEffort, mostOutputOf, thinkingOf } from '../models.js';
import { isOn } from './is-on.js';
import { numberIn } from './number-in.js';

/** The parts of a model's plan that variables of the environment decide (W3, W22). */
export function modelVariables(id: string, env: Env): Partial<ModelPlan> {
  const maxOutputTokens = outputIn(id, env);
  const extra = bodyIn(env.CLAUDE_CODE_EXTRA_BODY);
  const isOff = isOn(env.DISABLE_PROMPT_CACHING) || isOn(cacheSwitchOf(id, env));
  const promptCache = isOff ? 'off' : isOn(env.ENABLE_PROMPT_CACHING_1H) ? '1h' : undefined;
  return {
    thinking: isOn(env.CLAUDE_CODE_DISABLE_THINKING) ? undefined : thinkingOf(id),
    ...defined({ maxOutputTokens, promptCache, extra }),
  };
}

/** The longest answer. No model is asked for more than it gives. */
const outputIn = (id: string, env: Env): number | undefined => {
  const given = numberIn(env.CLAUDE_CODE_MAX_OUTPUT_TOKENS);
  return given === undefined ? undefined : Math.min(given, Math.max(mostOutputOf(id) ?? 0, MOST_OUTPUT));
};

const MOST_OUTPUT = 64_000;
const LEAST_THINKING = 1024;

/** The thinking of a model that is told how long to think. MAX_THINKING_TOKENS goes before what the program says. */
export function thinkingVariable(id: string, env: Env): ModelPlan['thinking'] {
  if (isAdaptive(id)) return undefined;
  if (isOn(env.CLAUDE_CODE_DISABLE_THINKING)) return { type: 'disabled' };
  const tokens = numberIn(env.MAX_THINKING_TOKENS, 0);
  if (tokens === undefined) return undefined;
  if (tokens === 0) return { type: 'disabled' };
  const most = outputIn(id, env);
  const budget = most === undefined ? tokens : Math.max(LEAST_THINKING, Math.min(tokens, most - 1));
  return { type: 'enabled', budget_tokens: budget };
}

/** The effort for a model: CLAUDE_CODE_EFFORT_LEVEL goes before what the program says, and `auto` before both. */
export function effortFor(
  id: string,
  { given, env }: { readonly given: string | undefined; readonly env: Env },
): string | undefined {
  if (!knowsEffort(id)) return undefined;
  const level = env.CLAUDE_CODE_EFFORT_LEVEL?.trim().toLowerCase();
  if (level === 'auto' || level === 'unset') return undefined;
  return level !== undefined && EFFORTS.includes(level) ? level : given;
}

function bodyIn(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(text ?? '');
  return isObject(value) ? value : undefined;
}
