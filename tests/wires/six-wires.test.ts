import {
  bedrockWire,
  chatWire,
  converseWire,
  foundryWire,
  geminiWire,
  messagesWire,
  responsesWire,
  vertexWire,
} from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { type ScriptedRun, scriptedRun, type WireCase } from './scripted-run.js';

const openai = (api: 'chat' | 'responses') => ({
  use: '@loadout/model-openai',
  options: (url: string) => ({ api, baseUrl: `${url}/v1`, apiKey: 'k' }),
});

type Options = (url: string) => Record<string, unknown>;
const aiSdk = (name: string, settings: Options) => ({
  use: '@loadout/model-ai-sdk',
  options: (url: string) => ({ package: name, settings: settings(url) }),
});
const cloud = (transport: string, options: Options) => ({
  use: '@loadout/model-anthropic',
  options: (url: string) => ({ transport, ...options(url) }),
});

const MESSAGES: WireCase = {
  wire: messagesWire,
  use: '@loadout/model-anthropic',
  options: (baseUrl) => ({ baseUrl, apiKey: 'k' }),
};
const OTHERS: readonly WireCase[] = [
  { wire: chatWire, ...openai('chat') },
  { wire: responsesWire, ...openai('responses') },
  { wire: geminiWire, ...aiSdk('@ai-sdk/google', (url) => ({ baseURL: `${url}/v1beta`, apiKey: 'k' })), sendsObjects: true },
  { wire: converseWire, ...aiSdk('@ai-sdk/amazon-bedrock', (baseURL) => ({ baseURL, apiKey: 'k', region: 'us-east-1' })) },
  { wire: bedrockWire, ...cloud('bedrock', (baseUrl) => ({ baseUrl, authToken: 't' })) },
  { wire: vertexWire, ...cloud('vertex', (url) => ({ baseUrl: `${url}/v1`, authToken: 't', region: 'eu', project: 'p' })) },
  { wire: foundryWire, ...cloud('foundry', (url) => ({ baseUrl: `${url}/anthropic`, apiKey: 'k' })) },
];

describe('a run of twelve turns', () => {
  let first: Promise<ScriptedRun> | undefined;
  const overMessages = () => (first ??= scriptedRun(MESSAGES));

  it('does over the Messages API what its script says', async () => {
    const { journal: _, trace, ...run } = await overMessages();
    expect(run).toEqual({
      outcome: 'success',
      output: { words: 2 },
      turns: 12,
      compactions: 1,
      spilled: 1,
      invalid: [],
      requests: 13,
    });
    const outcomes = trace.map((call) => (call as { outcome?: string }).outcome);
    expect(outcomes.toSorted()).toEqual(['denied', ...Array(11).fill('done'), 'failed', ...Array(3).fill('refused')]);
  });

  it.each(OTHERS)('has the same calls, results and journal over $wire.name', async (one) => {
    const { sendsObjects } = one;
    const expected = await (sendsObjects ? scriptedRun({ ...MESSAGES, sendsObjects }) : overMessages());
    const seen = await scriptedRun(one);
    expect(seen.invalid).toEqual([]);
    expect(seen.trace).toEqual(expected.trace);
    expect(seen.journal).toEqual(expected.journal);
    expect(seen).toEqual(expected);
  });
});
