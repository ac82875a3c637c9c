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
import type { WireCase } from './scripted-run.js';

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

export const MESSAGES: WireCase = {
  wire: messagesWire,
  use: '@loadout/model-anthropic',
  options: (baseUrl) => ({ baseUrl, apiKey: 'k' }),
};
export const OTHERS: readonly WireCase[] = [
  { wire: chatWire, ...openai('chat') },
  { wire: responsesWire, ...openai('responses') },
  { wire: geminiWire, ...aiSdk('@ai-sdk/google', (url) => ({ baseURL: `${url}/v1beta`, apiKey: 'k' })), sendsObjects: true },
  { wire: converseWire, ...aiSdk('@ai-sdk/amazon-bedrock', (baseURL) => ({ baseURL, apiKey: 'k', region: 'us-east-1' })) },
  { wire: bedrockWire, ...cloud('bedrock', (baseUrl) => ({ baseUrl, authToken: 't' })) },
  { wire: vertexWire, ...cloud('vertex', (url) => ({ baseUrl: `${url}/v1`, authToken: 't', region: 'eu', project: 'p' })) },
  { wire: foundryWire, ...cloud('foundry', (url) => ({ baseUrl: `${url}/anthropic`, apiKey: 'k' })) },
];

export const WIRES: readonly WireCase[] = [MESSAGES, ...OTHERS];
