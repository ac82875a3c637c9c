import type { ModelPlan } from '@loadout/core/model';
import { knownModel, longestName } from '@loadout/models';

export type Env = Readonly<Record<string, string | undefined>>;
export type Price = NonNullable<ModelPlan['price']>;

/** The models behind short names, each with the variable that overrides it (MODEL-01). */
const ALIASES: Readonly<Record<string, { readonly id: string; readonly variable: string }>> = {
  opus: { id: 'claude-opus-5-5', variable: 'ANTHROPIC_DEFAULT_OPUS_MODEL' },
  fable: { id: 'claude-fable-5-2', variable: 'ANTHROPIC_DEFAULT_FABLE_MODEL' },
  sonnet: { id: 'claude-sonnet-5-5', variable: 'ANTHROPIC_DEFAULT_SONNET_MODEL' },
  haiku: { id: 'claude-haiku-5-5', variable: 'ANTHROPIC_DEFAULT_HAIKU_MODEL' },
};
const DEFAULT = 'opus';
/** Names for another name. In plan mode too, `opusplan` is what it is elsewhere. */
const SAME: Readonly<Record<string, string>> = { best: 'opus', opusplan: 'sonnet' };

const WINDOW = 200_000;
const LONG_WINDOW = 1_000_000;

const LONG_BETA = 'context-1m-2025-08-07';
const LONG_MARK = /\[1m\]$/i;

/**
 * The provider's name of a model. No name is the model from the environment, else the default; `default` is the default (W23).
 */
export const modelId = (name: string | undefined, env: Env): string => spelled(name, env).replace(LONG_MARK, '');

/** The provider's name, with the mark of the long window if the name or a variable behind it has the mark. */
function spelled(name: string | undefined, env: Env): string {
  if (name === undefined || name === '') return spelled(env.ANTHROPIC_MODEL || 'default', env);
  if (name === 'default') return env.ANTHROPIC_DEFAULT_MODEL || spelled(DEFAULT, env);
  const plain = name.replace(LONG_MARK, '');
  const same = SAME[plain] ?? plain;
  const alias = Object.hasOwn(ALIASES, same) ? ALIASES[same] : undefined;
  const id = alias === undefined ? same : env[alias.variable] || alias.id;
  return plain === name || LONG_MARK.test(id) ? id : `${id}[1m]`;
}

/** The betas for the long window that a name asks for. A model whose usual window is as long needs none (GAP-C3). */
export const windowBetas = (name: string, env: Env): readonly string[] =>
  LONG_MARK.test(spelled(name, env)) && knownModel(modelId(name, env))?.window !== LONG_WINDOW ? [LONG_BETA] : [];

/** The price of a model. The program's own prices take precedence. */
export function priceOf(id: string, own: Readonly<Record<string, Price>> = {}): Price | undefined {
  return longestName(id, own) ?? knownModel(id)?.price;
}

/** The context window. `name` is the requested name, which may select the long window. */
export function contextWindowOf(name: string, { env = {}, betas = [] }: { env?: Env; betas?: readonly string[] } = {}): number {
  const isLong = [...windowBetas(name, env), ...betas].some((beta) => beta.startsWith('context-1m'));
  return isLong ? LONG_WINDOW : (knownModel(modelId(name, env))?.window ?? WINDOW);
}

/**
 * The thinking setting of a model. Models that decide how long to think do so, unless the program chooses otherwise (LOOP-10).
 */
export const thinkingOf = (id: string): ModelPlan['thinking'] =>
  knownModel(id)?.window === LONG_WINDOW ? { type: 'adaptive' } : undefined;

/** Whether the model thinks as long as it finds useful, so that no number of tokens applies. */
export const isAdaptive = (id: string): boolean => thinkingOf(id)?.type === 'adaptive';

/** Whether the API takes an effort for the model. A model that is not known is asked (W10). */
export const knowsEffort = (id: string): boolean => {
  const known = knownModel(id);
  return known === undefined || known.window === LONG_WINDOW || id.startsWith('claude-opus-4-5');
};

export const EFFORTS: readonly string[] = ['low', 'medium', 'high', 'xhigh', 'max'];

/** The variable that turns off prompt caching for the model behind a short name, such as DISABLE_PROMPT_CACHING_OPUS. */
export const cacheSwitchOf = (id: string, env: Env): string | undefined => {
  const name = Object.keys(ALIASES).find((one) => modelId(one, env) === id);
  return name === undefined ? undefined : env[`DISABLE_PROMPT_CACHING_${name.toUpperCase()}`];
};

/** The maximum length of one answer, if it is known. */
export const mostOutputOf = (id: string): number | undefined => knownModel(id)?.output;

export const aliases = (env: Env) => Object.keys(ALIASES).map((name) => ({ name, id: modelId(name, env) }));
