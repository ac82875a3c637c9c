import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { defineTool } from '@loadout/core';
import { type AgentEvent, createAgent } from '@loadout/runner';
import {
  chatWire,
  converseWire,
  geminiWire,
  type MockApi,
  messagesWire,
  pngOf,
  type RecordedRequest,
  type Reply,
  responsesWire,
  startMockApi,
  type Wire,
} from '@loadout/testing';
import { expect, it } from 'vitest';
import { project } from '../lib/loadout.js';

interface Maker {
  readonly wire: Wire;
  readonly use: string;
  readonly options: (url: string) => object;
}

const openai = (api: string) => ({
  use: '@loadout/model-openai',
  options: (url: string) => ({ api, baseUrl: `${url}/v1`, apiKey: 'k' }),
});
const sdk = (name: string, settings: (url: string) => object) => ({
  use: '@loadout/model-ai-sdk',
  options: (url: string) => ({ package: name, settings: settings(url) }),
});
const anthropic = {
  wire: messagesWire,
  use: '@loadout/model-anthropic',
  options: (baseUrl: string) => ({ baseUrl, apiKey: 'k' }),
};

/** One provider for each wire, and two of the Messages API: thinking belongs to one model. */
const MAKERS: Readonly<Record<string, Maker>> = {
  claude: anthropic,
  chat: { wire: chatWire, ...openai('chat') },
  opus: anthropic,
  responses: { wire: responsesWire, ...openai('responses') },
  gemini: { wire: geminiWire, ...sdk('@ai-sdk/google', (url) => ({ baseURL: `${url}/v1beta`, apiKey: 'k' })) },
  converse: {
    wire: converseWire,
    ...sdk('@ai-sdk/amazon-bedrock', (url) => ({ baseURL: url, apiKey: 'k', region: 'us-east-1' })),
  },
};
const NAMES = Object.keys(MAKERS);

const CONFIG = (urls: Readonly<Record<string, string>>) => `
providers: ${JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, { use: MAKERS[name]?.use, options: MAKERS[name]?.options(urls[name] ?? '') }])))}
plugins: { fs: "@loadout/tool-fs" }
models: ${JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, { provider: name, id: `model-of-${name}` }])))}
agents:
  worker: { model: claude, instructions: Work., tools: [Read] }
`;

const read = (file_path: string) => ({ name: 'Read', input: { file_path } });
const TURN = { name: 'Turn', input: {} };
/** The work of one turn, whoever is asked: thinking, a text, calls in parallel, an error, a picture. */
const TURNS: readonly Reply[] = [
  { thinking: 'Both.', text: 'I look.', tools: [read('a.txt'), read('missing.txt'), TURN] },
  { thinking: 'A picture.', tools: [read('picture.png'), TURN] },
  { tools: [TURN] },
];

it('a run that changes its provider at every turn stays valid for each of them (MODEL-03)', async () => {
  let turns = 0;
  const answered: string[] = [];
  const replyOf = (name: string) => (_: RecordedRequest) => {
    answered.push(name);
    turns += 1;
    const reply: Reply = turns > 3 * NAMES.length ? { thinking: 'Enough.', text: 'Done.' } : (TURNS[turns % TURNS.length] ?? {});
    return MAKERS[name]?.wire === messagesWire && turns % 2 === 1
      ? { ...reply, thinking: { thinking: '', signature: `sig-${name}` } }
      : reply;
  };
  const servers = await Promise.all(
    NAMES.map(async (name): Promise<[string, MockApi]> => {
      const { wire } = MAKERS[name] ?? anthropic;
      return [name, await startMockApi({ wire, replies: replyOf(name) })];
    }),
  );
  const cwd = project({
    'agent.config.yaml': CONFIG(Object.fromEntries(servers.map(([name, { url }]) => [name, url]))),
    'a.txt': 'alpha\n',
  });
  writeFileSync(join(cwd, 'picture.png'), pngOf(Buffer.from('picture')));
  const env = { HOME: cwd, LOADOUT_STATE_DIR: join(cwd, '.state') };
  const { plan } = await loadConfig({ cwd, env });
  let turn = () => {};
  const tool = defineTool({
    name: 'Turn',
    description: 'Changes the model.',
    call: () => {
      turn();
      return 'ok';
    },
  });
  const agent = await createAgent({
    plan,
    customTools: [tool],
    tools: ['Read', 'Turn'],
    permissions: { allow: ['Turn', 'Read'] },
    env,
  });
  try {
    const events: AgentEvent[] = [];
    const conversation = await agent.open({ onEvent: (event) => void events.push(event) });
    let at = 0;
    turn = () => conversation.setModel(NAMES[++at % NAMES.length] ?? null);
    const result = await conversation.ask('Go.');
    await conversation.close();
    expect(servers.flatMap(([name, { invalid }]) => invalid.map((problem) => `${name}: ${problem}`))).toEqual([]);
    expect([result.outcome, result.text]).toEqual(['success', 'Done.']);
    expect(answered).toEqual(Array.from({ length: 3 * NAMES.length + 1 }, (_, index) => NAMES[index % NAMES.length]));
    expect(new Set(answered).size).toBe(NAMES.length);
    const sent = servers.map(([name, { requests }]) => [name, JSON.stringify(requests.at(-1)?.body)] as const);
    for (const [name, body] of sent) {
      const foreign = NAMES.filter((one) => one !== name && body.includes(`sig-${one}`));
      expect([name, foreign, body.includes('providerState'), body.includes('"origin"')]).toEqual([name, [], false, false]);
    }
  } finally {
    await agent.close();
    await Promise.all(servers.map(([, server]) => server.close()));
  }
});
