import { nearest } from '@loadout/core';
import { knownNames, knownProvider } from '@loadout/models';
import { errors } from '../errors.js';

/** A server on this machine: its usual model, and the steps before the first run. */
interface LocalServer {
  readonly model?: string;
  readonly steps: (model: string) => readonly string[];
}

/** Names of models grow old, so only a server with one usual model has a default. */
const LOCAL: Readonly<Record<string, LocalServer>> = {
  ollama: {
    model: 'qwen3:8b',
    steps: (model) => [`ollama pull ${model}`, `OLLAMA_CONTEXT_LENGTH=${LOCAL_WINDOW} ollama serve`],
  },
  llamacpp: { model: 'default', steps: () => [`llama-server --jinja -c ${LOCAL_WINDOW} -m MODEL.gguf`] },
  lmstudio: { steps: (model) => [`lms load ${model} --context-length ${LOCAL_WINDOW}`, 'lms server start'] },
  vllm: {
    steps: (model) => [`vllm serve ${model} --max-model-len ${LOCAL_WINDOW} --enable-auto-tool-choice --tool-call-parser PARSER`],
  },
};

/** The context that a server on this machine is started with. */
const LOCAL_WINDOW = 32_768;

/** The names of the servers that `loadout init` offers, those on this machine first. */
export const SERVERS: readonly string[] = [...new Set([...Object.keys(LOCAL), ...knownNames('@loadout/model-openai')])];

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
  const known = provider !== undefined && SERVERS.includes(provider) ? knownProvider(provider) : undefined;
  if (provider === undefined || known === undefined)
    throw errors.INIT_PROVIDER({ provider, nearest: nearest(provider ?? '', SERVERS), known: SERVERS });
  const local = LOCAL[provider];
  const id = model ?? local?.model;
  if (id === undefined) throw errors.INIT_MODEL({ provider });
  const options = baseUrl === undefined ? '' : `, options: { preset: ${provider}, baseUrl: ${JSON.stringify(baseUrl)} }`;
  const window = local === undefined ? '' : `, contextWindow: ${LOCAL_WINDOW}`;
  const lines = [
    'providers:',
    `  ${provider}: ${options === '' ? JSON.stringify(known.use) : `{ use: ${JSON.stringify(known.use)}${options} }`}`,
    '',
    'models:',
    `  main: { provider: ${provider}, id: ${JSON.stringify(id)}${window} }`,
    '',
  ];
  return { lines, use: known.use, steps: local?.steps(id) ?? [`export ${known.key}=…`] };
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
