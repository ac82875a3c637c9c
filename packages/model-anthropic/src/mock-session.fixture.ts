import type { Block, Message, ModelEvent, ModelProvider, ModelRequest } from '@loadout/core/model';
import { type MockApi, type Reply, startMockApi } from '@loadout/testing';
import type { AnthropicOptions } from './options.js';
import { anthropicProvider } from './provider.js';

export const request = (messages?: readonly Message[]): ModelRequest => ({
  model: 'm',
  system: [],
  tools: [],
  messages: messages ?? [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
});

/** A provider and the mock API that it asks; `close` after each test. */
export function mockSession() {
  const open: MockApi[] = [];
  let latest: MockApi | undefined;
  return {
    async start(replies: readonly Reply[], options: AnthropicOptions = {}): Promise<ModelProvider> {
      const api = await startMockApi({ replies });
      const provider = anthropicProvider({ baseUrl: api.url, apiKey: 'test-key-123', ...options });
      open.push(api);
      latest = api;
      return provider;
    },
    get api(): MockApi {
      if (latest === undefined) throw new RangeError('start first');
      return latest;
    },
    close: () => Promise.all(open.splice(0).map((one) => one.close())),
  };
}

export async function all(from: ModelProvider, of: ModelRequest = request(), signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  for await (const event of from.stream(of, { signal })) events.push(event);
  return events;
}

export const blocks = (events: readonly ModelEvent[]): Block[] =>
  events.flatMap((event) => (event.type === 'block' ? [event.block] : []));

/** All events, and the error that it ended with. */
export async function failure(from: ModelProvider, signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  try {
    for await (const event of from.stream(request(), { signal })) events.push(event);
  } catch (error) {
    return { events, error: error as Error & { code: string; fix?: string } };
  }
  throw new RangeError('it did not fail');
}

/** Headers that keep a retry from waiting. */
export const soon = { 'retry-after-ms': '1' };
