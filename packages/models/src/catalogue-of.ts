import { isObject } from '@loadout/core';

/** Loads the table of one provider. Each table is a file of its own, so that a run reads at most the tables of its providers. */
export const TABLES: Readonly<Record<TableName, () => Promise<{ readonly default: unknown }>>> = {
  anthropic: () => import('./data/anthropic.json', { with: { type: 'json' } }),
  'amazon-bedrock': () => import('./data/amazon-bedrock.json', { with: { type: 'json' } }),
  cerebras: () => import('./data/cerebras.json', { with: { type: 'json' } }),
  deepseek: () => import('./data/deepseek.json', { with: { type: 'json' } }),
  fireworks: () => import('./data/fireworks.json', { with: { type: 'json' } }),
  google: () => import('./data/google.json', { with: { type: 'json' } }),
  groq: () => import('./data/groq.json', { with: { type: 'json' } }),
  mistral: () => import('./data/mistral.json', { with: { type: 'json' } }),
  moonshotai: () => import('./data/moonshotai.json', { with: { type: 'json' } }),
  openai: () => import('./data/openai.json', { with: { type: 'json' } }),
  openrouter: () => import('./data/openrouter.json', { with: { type: 'json' } }),
  together: () => import('./data/together.json', { with: { type: 'json' } }),
  xai: () => import('./data/xai.json', { with: { type: 'json' } }),
  zai: () => import('./data/zai.json', { with: { type: 'json' } }),
};

export type TableName =
  | 'anthropic'
  | 'amazon-bedrock'
  | 'cerebras'
  | 'deepseek'
  | 'fireworks'
  | 'google'
  | 'groq'
  | 'mistral'
  | 'moonshotai'
  | 'openai'
  | 'openrouter'
  | 'together'
  | 'xai'
  | 'zai';

const isTableName = (name: string): name is TableName => Object.hasOwn(TABLES, name);

/** Other names of providers: presets of `@loadout/model-openai`, packages of the AI SDK, transports of the Messages API. */
const NAMES: Readonly<Record<string, TableName>> = {
  azure: 'openai',
  bedrock: 'amazon-bedrock',
  gemini: 'google',
  'google-vertex': 'google',
  togetherai: 'together',
  moonshot: 'moonshotai',
};

/** The servers of a person's own. A model on them has the name of a public one, and none of its prices. */
const LOCAL = new Set(['ollama', 'lmstudio', 'llamacpp', 'vllm']);

const OWN_ADDRESS = /^https?:\/\/(?:localhost|127\.|10\.|192\.168\.|\[::1\])/;

/** A provider of a configuration, as it is written. */
export interface Mount {
  readonly use: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the table that knows the models of a provider; `undefined` if none does. The options say it first (`preset`, `package`),
 * then the package, and then the name of the provider in the configuration. A server on this machine or network has no table.
 */
export function catalogueOf(name: string, mount: Mount | undefined): TableName | undefined {
  const { preset, package: sdk, baseUrl } = isObject(mount?.options) ? mount.options : {};
  if (typeof baseUrl === 'string' && OWN_ADDRESS.test(baseUrl)) return undefined;
  if (typeof preset === 'string') return tableNamed(preset);
  if (typeof sdk === 'string') return tableNamed(sdk.replace(/^@ai-sdk\//, '').replace(/^@openrouter\/.*$/, 'openrouter'));
  if (mount?.use.endsWith('/model-anthropic') === true) return 'anthropic';
  // Without an address, this package asks OpenAI under every name that is none of its presets.
  const isOpenAi = mount?.use.endsWith('/model-openai') === true && baseUrl === undefined && !LOCAL.has(name);
  return tableNamed(name) ?? (isOpenAi ? 'openai' : undefined);
}

/** Returns the table of a provider, by its name here or by what others call it. */
export function tableNamed(name: string): TableName | undefined {
  if (LOCAL.has(name)) return undefined;
  if (isTableName(name)) return name;
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}
