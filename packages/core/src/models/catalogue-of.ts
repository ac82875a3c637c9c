import { isObject } from '../names/is-object.js';
import { isTableName, type TableName } from './tables.js';

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
interface Mount {
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
