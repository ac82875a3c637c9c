import type { Block, Message, ModelEvent, ModelProvider, ModelRequest } from '@loadout/core/model';
import { type MockApi, type Reply, startMockApi, type Wire } from '@loadout/testing';
import type { Env, OpenAiOptions } from './connection/options.js';
import { openaiProvider } from './provider.js';

export const user = (...content: readonly Block[]): Message => Object.freeze({ role: 'user', content });
export const text = (value: string): Block => ({ type: 'text', text: value });
export const result = (tool_use_id: string, content: string | readonly unknown[], is_error = false): Block => ({
  type: 'tool_result',
  tool_use_id,
  content,
  ...(is_error ? { is_error } : {}),
});
const tool = {
  name: 'Read',
  description: 'Reads.',
  input_schema: { type: 'object', properties: { file_path: { type: 'string' } } },
};

export const request = (messages: readonly Message[] = [user(text('hi'))], more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'm',
  system: [{ type: 'text', text: 'You are é.' }],
  tools: [tool],
  messages,
  ...more,
});

/** Providers and the mock servers that they ask; `close` after each test. */
export function mockSession(wire: Wire) {
  const open: MockApi[] = [];
  return {
    async start(replies: readonly Reply[], options: OpenAiOptions = {}, env: Env = {}) {
      const api = await startMockApi({ replies, wire });
      open.push(api);
      return { api, provider: openaiProvider({ baseUrl: `${api.url}/v1`, apiKey: 'key-1234', ...options }, env) };
    },
    close: () => Promise.all(open.splice(0).map((one) => one.close())),
  };
}

export async function all(from: ModelProvider, of: ModelRequest = request()): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of from.stream(of, { signal: new AbortController().signal })) events.push(event);
  return events;
}

export const blocks = (events: readonly ModelEvent[]): Block[] =>
  events.flatMap((event) => (event.type === 'block' ? [event.block] : []));

/** The message of an answer. */
export const messageOf = (events: readonly ModelEvent[]): Message =>
  Object.freeze({ role: 'assistant', content: blocks(events) });

export async function failure(from: ModelProvider): Promise<Error & { readonly code: string; readonly fix?: string }> {
  try {
    await all(from);
  } catch (error) {
    return error as Error & { code: string };
  }
  throw new RangeError('it did not fail');
}

/** The body of a request that a mock server got. */
export function bodyAt({ requests }: MockApi, index: number): Record<string, unknown> & { messages: Record<string, unknown>[] } {
  const request = requests[index];
  if (request === undefined) throw new RangeError(`there is no request ${index}`);
  return request.body as unknown as ReturnType<typeof bodyAt>;
}
