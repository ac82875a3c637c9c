import { errors } from '../errors.js';

/** A provider that `loadout init` knows: its package, its default model, and the steps before the first run. */
interface FirstProvider {
  readonly use: string;
  readonly model?: string;
  readonly contextWindow?: number;
  readonly steps: (model: string) => readonly string[];
}

const hosted = (variable: string): FirstProvider => ({ use: '@loadout/model-openai', steps: () => [`export ${variable}=…`] });
const local = (steps: FirstProvider['steps'], model?: string): FirstProvider => ({
  use: '@loadout/model-openai',
  ...(model === undefined ? {} : { model }),
  contextWindow: 32_768,
  steps,
});

/** Names of models grow old, so only a server with one usual model has a default. */
const PROVIDERS: Readonly<Record<string, FirstProvider>> = {
  ollama: local((model) => [`ollama pull ${model}`, 'OLLAMA_CONTEXT_LENGTH=32768 ollama serve'], 'qwen3:8b'),
  llamacpp: local(() => ['llama-server --jinja -c 32768 -m MODEL.gguf'], 'default'),
  lmstudio: local((model) => [`lms load ${model} --context-length 32768`, 'lms server start']),
  vllm: local((model) => [`vllm serve ${model} --max-model-len 32768 --enable-auto-tool-choice --tool-call-parser PARSER`]),
  openai: hosted('OPENAI_API_KEY'),
  azure: hosted('AZURE_OPENAI_API_KEY'),
  openrouter: hosted('OPENROUTER_API_KEY'),
  groq: hosted('GROQ_API_KEY'),
  deepseek: hosted('DEEPSEEK_API_KEY'),
  xai: hosted('XAI_API_KEY'),
  mistral: hosted('MISTRAL_API_KEY'),
  gemini: hosted('GEMINI_API_KEY'),
};

/** The schema of the configuration, as `loadout schema` writes it. */
export const SCHEMA_FILE = '.loadout/schema.json';

export interface FirstModel {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
}

/** The lines of a configuration that choose a model, and the commands to run before it answers. Throws INIT_MODEL. */
export function modelLines({ provider, model, baseUrl }: FirstModel): {
  readonly lines: readonly string[];
  readonly use: string;
  /** The steps before the first run, once the package is installed. */
  readonly steps: readonly string[];
} {
  const known = provider !== undefined && Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (provider === undefined || known === undefined)
    throw errors.INIT_PROVIDER({ ...(provider === undefined ? {} : { provider }), known: Object.keys(PROVIDERS) });
  const id = model ?? known.model;
  if (id === undefined) throw errors.INIT_MODEL({ provider });
  const options = baseUrl === undefined ? '' : `, options: { preset: ${provider}, baseUrl: ${JSON.stringify(baseUrl)} }`;
  const window = known.contextWindow === undefined ? '' : `, contextWindow: ${known.contextWindow}`;
  const lines = [
    'providers:',
    `  ${provider}: ${options === '' ? JSON.stringify(known.use) : `{ use: ${JSON.stringify(known.use)}${options} }`}`,
    '',
    'models:',
    `  main: { provider: ${provider}, id: ${JSON.stringify(id)}${window} }`,
    '',
  ];
  return { lines, use: known.use, steps: known.steps(id) };
}

export interface FirstFolder {
  /** Whether `@loadout/tool-fs` is installed. The file mounts only installed packages, so that it works unchanged. */
  readonly hasFiles: boolean;
  /** The lines that choose a model. Without them, the environment decides. */
  readonly lines?: readonly string[] | undefined;
}

/** The first configuration. Its schema is beside it, and files that usually hold secrets are denied. */
export function firstConfig({ hasFiles, lines = [] }: FirstFolder): string {
  const files = hasFiles
    ? ['plugins:', '  fs: "@loadout/tool-fs"', '', 'permissions:', '  deny: ["Read(**/.env*)"]']
    : ['# npm install @loadout/tool-fs, then:', '# plugins:', '#   fs: "@loadout/tool-fs"'];
  return [
    `# yaml-language-server: $schema=${SCHEMA_FILE}`,
    ...lines,
    ...files,
    '',
    'agents:',
    '  helper:',
    '    description: Answers questions about this folder.',
    '    instructions: Answer in one sentence.',
    ...(lines.length === 0 ? [] : ['    model: main']),
    ...(hasFiles ? ['    tools: [Read, Glob, Grep]'] : []),
    '    limits: { turns: 50 }',
    '',
  ].join('\n');
}

/** The first test, which asks no model. */
export function firstTest({ hasFiles }: FirstFolder): string {
  return [
    'tests:',
    '  - name: answers',
    '    prompt: What is in this folder?',
    '    model: { script: [{ text: One file. }] }',
    '    expect: { outcome: done, text: One file. }',
    ...(hasFiles
      ? ['', '  - name: reads no secrets', '    permissions:', '      - { call: Read(.env), is: deny, by: permissions.deny.0 }']
      : []),
    '',
  ].join('\n');
}
