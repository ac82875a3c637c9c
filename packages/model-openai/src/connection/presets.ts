import type { Compat } from './compat.js';
import type { PresetName } from './preset-name.js';

/** A server that is known by name. */
export interface Preset {
  readonly baseUrl?: string | undefined;
  /** The variable with the key; absent for a server that needs none. */
  readonly keyVariable?: string | undefined;
  /** The variable with another address, which the key goes to as well. */
  readonly urlVariable?: string | undefined;
  readonly api: 'chat' | 'responses';
  /** The header of the key, if it is not `Authorization: Bearer`. */
  readonly keyHeader?: string | undefined;
  /** Whether an address belongs to this server. */
  readonly owns: (url: URL) => boolean;
  readonly compat: Compat;
  /** The command that starts a server on this machine. */
  readonly start?: string | undefined;
}

/** The habits of a server that nobody knows: the least that all of them take. */
export const COMMON: Compat = {
  maxTokensField: 'max_tokens',
  developerRole: false,
  streamUsage: true,
  parallelCalls: false,
  strict: false,
  effort: 'reasoning_effort',
  thinking: 'none',
  thinkingWithCalls: false,
  assistantAfterTool: false,
  signedCalls: false,
  toolIds: 40,
  promptCacheKey: false,
};

const OPENAI: Compat = {
  ...COMMON,
  maxTokensField: 'max_completion_tokens',
  developerRole: true,
  parallelCalls: true,
  strict: true,
  promptCacheKey: true,
};

/** Over TLS only: a key is sent to no address that a listener can read along. */
const host =
  (...names: readonly string[]) =>
  ({ hostname, protocol }: URL): boolean =>
    protocol === 'https:' && names.some((name) => hostname === name || hostname.endsWith(`.${name}`));
/** Loopback only: another machine's server on the same port may be any. */
const port =
  (number: number) =>
  ({ hostname, port }: URL): boolean =>
    port === String(number) && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);

const local = (number: number, start: string, compat: Partial<Compat> = {}): Preset => ({
  baseUrl: `http://127.0.0.1:${number}/v1`,
  api: 'chat',
  owns: port(number),
  compat: { ...COMMON, ...compat },
  start,
});

/** A server that has no habits of its own. */
const hosted = (baseUrl: string, keyVariable: string): Preset => ({
  baseUrl,
  keyVariable,
  api: 'chat',
  owns: host(new URL(baseUrl).hostname),
  compat: { ...COMMON },
});

/** Typed by hand, so that the published types do not repeat the whole table. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    urlVariable: 'OPENAI_BASE_URL',
    api: 'responses',
    owns: host('api.openai.com'),
    compat: OPENAI,
  },
  azure: {
    keyVariable: 'AZURE_OPENAI_API_KEY',
    urlVariable: 'AZURE_OPENAI_BASE_URL',
    api: 'responses',
    keyHeader: 'api-key',
    owns: host('openai.azure.com', 'cognitiveservices.azure.com', 'services.ai.azure.com'),
    compat: OPENAI,
  },
  ollama: local(11434, 'ollama serve', { thinking: 'reasoning' }),
  lmstudio: local(1234, 'lms server start'),
  llamacpp: local(8080, 'llama-server --jinja -m MODEL.gguf', { thinking: 'reasoning_content' }),
  vllm: local(8000, 'vllm serve MODEL --enable-auto-tool-choice --tool-call-parser PARSER', {
    parallelCalls: true,
    thinking: 'reasoning',
    toolIds: 64,
  }),
  openrouter: {
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    api: 'chat',
    owns: host('openrouter.ai'),
    compat: { ...COMMON, parallelCalls: true, effort: 'reasoning', thinking: 'reasoning_details' },
  },
  groq: {
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    api: 'chat',
    owns: host('api.groq.com'),
    compat: { ...COMMON, maxTokensField: 'max_completion_tokens', parallelCalls: true, thinking: 'reasoning' },
  },
  deepseek: {
    baseUrl: 'https://api.deepseek.com/v1',
    keyVariable: 'DEEPSEEK_API_KEY',
    api: 'chat',
    owns: host('api.deepseek.com'),
    compat: { ...COMMON, thinking: 'reasoning_content', thinkingWithCalls: true },
  },
  xai: {
    baseUrl: 'https://api.x.ai/v1',
    keyVariable: 'XAI_API_KEY',
    api: 'chat',
    owns: host('api.x.ai'),
    compat: { ...COMMON, parallelCalls: true },
  },
  mistral: {
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    api: 'chat',
    owns: host('api.mistral.ai'),
    compat: { ...COMMON, streamUsage: false, parallelCalls: true, effort: 'none', assistantAfterTool: true, toolIds: 'mistral' },
  },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    api: 'chat',
    owns: host('generativelanguage.googleapis.com'),
    compat: { ...COMMON, signedCalls: true },
  },
  cerebras: hosted('https://api.cerebras.ai/v1', 'CEREBRAS_API_KEY'),
  fireworks: hosted('https://api.fireworks.ai/inference/v1', 'FIREWORKS_API_KEY'),
  together: hosted('https://api.together.xyz/v1', 'TOGETHER_API_KEY'),
  moonshotai: hosted('https://api.moonshot.ai/v1', 'MOONSHOT_API_KEY'),
  zai: hosted('https://api.z.ai/api/paas/v4', 'ZAI_API_KEY'),
};

export const isPreset = (name: string): name is PresetName => Object.hasOwn(presets, name);

/** Finds the server that an address belongs to. */
export function presetAt(address: string): PresetName | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return Object.keys(presets)
    .filter(isPreset)
    .find((name) => presets[name].owns(url));
}
