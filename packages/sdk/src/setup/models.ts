import { knownModel, longestName, type ModelPlan } from '@loadout/core';

export type Env = Readonly<Record<string, string | undefined>>;
export type Price = NonNullable<ModelPlan['price']>;

/** The models behind short names, each with the variable that overrides it (MODEL-01). */
const ALIASES: Readonly<Record<string, { readonly id: string; readonly variable: string }>> = {
  opus: { id: 'claude-opus-5-5', variable: 'ANTHROPIC_DEFAULT_OPUS_MODEL' },
  sonnet: { id: 'claude-sonnet-5-5', variable: 'ANTHROPIC_DEFAULT_SONNET_MODEL' },
  haiku: { id: 'claude-haiku-5-5', variable: 'ANTHROPIC_DEFAULT_HAIKU_MODEL' },
  fable: { id: 'claude-fable-5-2', variable: 'ANTHROPIC_DEFAULT_FABLE_MODEL' },
};
const DEFAULT = 'opus';

const WINDOW = 200_000;
const LONG_WINDOW = 1_000_000;

/** The provider's name of a model. `default`, or no name, is the model from the environment, else `opus`. */
export function modelId(name: string | undefined, env: Env): string {
  if (name === undefined || name === '' || name === 'default') return env.ANTHROPIC_MODEL || modelId(DEFAULT, env);
  const plain = name.replace(/\[1m\]$/, '');
  const alias = Object.hasOwn(ALIASES, plain) ? ALIASES[plain] : undefined;
  return alias === undefined ? plain : env[alias.variable] || alias.id;
}

/** The price of a model. The program's own prices take precedence. */
export function priceOf(id: string, own: Readonly<Record<string, Price>> = {}): Price | undefined {
  return longestName(id, own) ?? knownModel(id)?.price;
}

/** The context window. `name` is the requested name, which may select the long window. */
export function contextWindowOf(name: string, { env = {}, betas = [] }: { env?: Env; betas?: readonly string[] } = {}): number {
  const isLong = name.endsWith('[1m]') || betas.some((beta) => beta.startsWith('context-1m'));
  return isLong ? LONG_WINDOW : (knownModel(modelId(name, env))?.window ?? WINDOW);
}

/**
 * The thinking setting of a model. Models that decide how long to think do so, unless the program chooses otherwise (LOOP-10).
 */
export const thinkingOf = (id: string): ModelPlan['thinking'] =>
  knownModel(id)?.window === LONG_WINDOW ? { type: 'adaptive' } : undefined;

/** The maximum length of one answer, if it is known. */
export const mostOutputOf = (id: string): number | undefined => knownModel(id)?.output;

export const aliases = (env: Env) => Object.keys(ALIASES).map((name) => ({ name, id: modelId(name, env) }));
