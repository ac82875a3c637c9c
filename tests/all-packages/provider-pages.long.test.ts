import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bedrockWire,
  chatWire,
  foundryWire,
  geminiWire,
  llamacppWire,
  lmstudioWire,
  type MockApi,
  messagesWire,
  ollamaWire,
  responsesWire,
  startMockApi,
  vertexWire,
  vllmWire,
  type Wire,
} from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { environmentOf, loadout, project, root } from '../lib/loadout.js';
import { linesOf, readersShell } from '../lib/readers-shell.js';

let api: MockApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

interface Page {
  readonly wire: Wire;
  /** The variables that the page names, with the address of the mock. */
  readonly env: (url: string) => Readonly<Record<string, string>>;
  /** A text of the file that is another where no cloud is. */
  readonly swap?: (url: string) => readonly [from: string, to: string];
}

const PAGES: Readonly<Record<string, Page>> = {
  anthropic: { wire: messagesWire, env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'key-of-the-page' }) },
  bedrock: {
    wire: bedrockWire,
    env: (url) => ({ ANTHROPIC_BEDROCK_BASE_URL: url, AWS_BEARER_TOKEN_BEDROCK: 'token-of-the-page' }),
  },
  vertex: {
    wire: vertexWire,
    env: (url) => ({ ANTHROPIC_VERTEX_BASE_URL: `${url}/v1` }),
    swap: () => ['gcloud auth print-access-token', 'echo token-of-gcloud'],
  },
  foundry: {
    wire: foundryWire,
    env: (url) => ({ ANTHROPIC_FOUNDRY_BASE_URL: `${url}/anthropic`, ANTHROPIC_FOUNDRY_API_KEY: 'key-of-the-page' }),
  },
  'openai-servers': {
    wire: chatWire,
    env: () => ({ GATEWAY_KEY: 'key-of-the-page' }),
    swap: (url) => ['https://llm.example.com/v1', `${url}/v1`],
  },
  'ai-sdk': {
    wire: geminiWire,
    env: () => ({ GOOGLE_GENERATIVE_AI_API_KEY: 'key-of-the-page' }),
    swap: (url) => ["package: '@ai-sdk/google'", `package: '@ai-sdk/google', settings: { baseURL: '${url}/v1beta' }`],
  },
};

/** The page about servers of any kind has no lines of its own. */
const HELPER = 'loadout run helper "What is a loadout?"';

/** The pages of presets that have no variable for their address. */
const PRESETS: Readonly<Record<string, Wire>> = {
  ollama: ollamaWire,
  lmstudio: lmstudioWire,
  llamacpp: llamacppWire,
  vllm: vllmWire,
  ...Object.fromEntries(['openrouter', 'groq', 'deepseek', 'xai', 'mistral', 'gemini'].map((name) => [name, chatWire])),
};

const presetPage = (name: string, wire: Wire): Page => ({
  wire,
  env: () => ({}),
  swap: (url) => [
    `${name}: '@loadout/model-openai'`,
    `${name}: { use: '@loadout/model-openai', options: { preset: ${name}, baseUrl: '${url}/v1' } }`,
  ],
});

const ALL: Readonly<Record<string, Page>> = {
  ...PAGES,
  openai: { wire: responsesWire, env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'key-of-the-page' }) },
  azure: {
    wire: responsesWire,
    env: (url) => ({ AZURE_OPENAI_BASE_URL: `${url}/openai/v1`, AZURE_OPENAI_API_KEY: 'key-of-the-page' }),
  },
  ...Object.fromEntries(Object.entries(PRESETS).map(([name, wire]) => [name, presetPage(name, wire)])),
};

it('the page that chooses a provider names each of their pages (GAP-G8)', () => {
  const folder = join(root, 'docs/guide/providers');
  const chooser = readFileSync(join(folder, 'README.md'), 'utf8');
  const pages = readdirSync(folder).filter((page) => page !== 'README.md');
  expect(pages.filter((page) => !chooser.includes(`](${page})`))).toEqual([]);
});

describe('the file at the head of a page about a provider, and the lines below it (GAP-G1)', () => {
  it.each(Object.entries(ALL))('run as they are: %s', async (name, { wire, env, swap }) => {
    api = await startMockApi({ wire, replies: () => ({ text: 'It is what you carry.' }) });
    const page = readFileSync(join(root, 'docs/guide/providers', `${name}.md`), 'utf8');
    const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const [, typed = HELPER] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
    const [from, to] = swap?.(api.url) ?? ['', ''];
    expect(yaml).toContain(from);
    const cwd = project({ 'agent.config.yaml': yaml.replace(from, to) });
    const home = project({});
    await loadout(['trust', '--yes'], { cwd, env: { HOME: home }, trust: false });
    const shell = readersShell({ cwd, home, env: { ...environmentOf({ cwd }), ...env(api.url), HOME: home } });
    let shown = '';
    for (const line of linesOf(typed))
      shown = await shell.type(line.replace('…', 'value').replace('https://my-resource.openai.azure.com', api.url));
    expect(shown).toContain('It is what you carry.');
    expect(api.invalid).toEqual([]);
  });
});
