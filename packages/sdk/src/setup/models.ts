import type { ModelPlan } from '@loadout/core';

/** What a short name means, and the variable that says otherwise. Source: MODEL-01. */
const ALIASES: Readonly<Record<string, { readonly id: string; readonly variable: string }>> = {
  sonnet: { id: 'claude-sonnet-5-5', variable: 'ANTHROPIC_DEFAULT_SONNET_MODEL' },
  opus: { id: 'claude-opus-5-5', variable: 'ANTHROPIC_DEFAULT_OPUS_MODEL' },
  haiku: { id: 'claude-haiku-4-5', variable: 'ANTHROPIC_DEFAULT_HAIKU_MODEL' },
};

export type Env = Readonly<Record<string, string | undefined>>;
export type Price = NonNullable<ModelPlan['price']>;

/** US dollars for a million tokens, by the beginning of the model's name; the longest one that fits counts. Source: COST-03. */
const PRICES: Readonly<Record<string, Price>> = {
  'claude-opus-4-5': { input: 5, output: 25 },
  'claude-opus-4-1': { input: 15, output: 75 },
  'claude-opus-4': { input: 15, output: 75 },
  'claude-sonnet-4': { input: 3, output: 15 },
  'claude-haiku-4-5': { input: 1, output: 5 },
  'claude-3-7-sonnet': { input: 3, output: 15 },
  'claude-3-5-sonnet': { input: 3, output: 15 },
  'claude-3-5-haiku': { input: 0.8, output: 4 },
  'claude-3-opus': { input: 15, output: 75 },
  'claude-3-haiku': { input: 0.25, output: 1.25 },
};

const WINDOW = 200_000;
const LONG_WINDOW = 1_000_000;

/** The provider's own name. `default` and nothing at all are the model that the environment names, else `sonnet`. */
export function modelId(name: string | undefined, env: Env): string {
  if (name === undefined || name === '' || name === 'default') return env.ANTHROPIC_MODEL || modelId('sonnet', env);
  const plain = name.replace(/\[1m\]$/, '');
  const alias = Object.hasOwn(ALIASES, plain) ? ALIASES[plain] : undefined;
  return alias === undefined ? plain : env[alias.variable] || alias.id;
}

/** Own prices come before ours. */
export function priceOf(id: string, own: Readonly<Record<string, Price>> = {}): Price | undefined {
  return longest(id, own) ?? longest(id, PRICES);
}

function longest(id: string, prices: Readonly<Record<string, Price>>): Price | undefined {
  const [name] = Object.keys(prices)
    .filter((one) => id === one || id.startsWith(one))
    .sort((a, b) => b.length - a.length);
  return name === undefined ? undefined : prices[name];
}

export const contextWindowOf = (name: string, betas: readonly string[] = []): number =>
  name.endsWith('[1m]') || betas.some((beta) => beta.startsWith('context-1m')) ? LONG_WINDOW : WINDOW;

export const aliases = (env: Env) => Object.keys(ALIASES).map((name) => ({ name, id: modelId(name, env) }));
