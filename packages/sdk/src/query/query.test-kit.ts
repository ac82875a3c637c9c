import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockApi, type MockApiOptions, startMockApi } from '@loadout/testing';
import { expect, onTestFinished } from 'vitest';
import { MessageStream } from '../engine/message-stream.js';
import type { SDKMessage, SDKResultMessage, SDKUserMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';
import type { Query } from '../types/query.js';
import { query } from './query.js';

export function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-query-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

export interface Place {
  readonly api: MockApi;
  readonly cwd: string;
  readonly home: string;
  /** The options of every query in this place. */
  readonly options: Options;
}

/** Creates an API, a home and a project for one test. A test that sent a request which the API would refuse fails. */
export async function place(replies: MockApiOptions['replies']): Promise<Place> {
  const api = await startMockApi({ replies });
  onTestFinished(async () => {
    await api.close();
    expect(api.invalid).toEqual([]);
  });
  const [cwd, home] = [folder(), folder()];
  const env = { PATH: process.env.PATH, HOME: home, ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key' };
  return { api, cwd, home, options: { cwd, env, settingSources: [], model: 'claude-sonnet-4-5' } };
}

/** Collects all messages of a query. `during` receives each message as it arrives. */
export async function collect(asked: Query, during: (message: SDKMessage) => unknown = () => {}): Promise<SDKMessage[]> {
  const messages: SDKMessage[] = [];
  for await (const message of asked) {
    messages.push(message);
    await during(message);
  }
  return messages;
}

export const ask = (at: Place, prompt: string | AsyncIterable<SDKUserMessage>, options: Options = {}): Query =>
  query({ prompt, options: { ...at.options, ...options } });

export const user = (text: string, more: Partial<SDKUserMessage> = {}): SDKUserMessage => ({
  type: 'user',
  message: { role: 'user', content: text },
  parent_tool_use_id: null,
  ...more,
});

/** Sends prompts one by one, each after the result of the previous prompt. */
export function prompts(...texts: readonly (string | SDKUserMessage)[]) {
  let answered = () => {};
  async function* stream() {
    for (const text of texts) {
      const done = new Promise<void>((resolve) => {
        answered = resolve;
      });
      yield typeof text === 'string' ? user(text) : text;
      await done;
    }
  }
  return { stream: stream(), after: (message: SDKMessage) => void (message.type === 'result' && answered()) };
}

export const kinds = (messages: readonly SDKMessage[]) =>
  messages.map((message) => ('subtype' in message ? `${message.type}/${message.subtype}` : message.type));

export const resultOf = (messages: readonly SDKMessage[]) =>
  messages.findLast((message): message is SDKResultMessage => message.type === 'result');

/** A query that takes one prompt after the other, with control requests in between. */
export function held(at: Place, options: Options = {}) {
  const said = new MessageStream<SDKUserMessage>();
  const asked = ask(at, said, options);
  return {
    query: asked,
    /** The messages up to the result. */
    async turn(text: string): Promise<SDKMessage[]> {
      said.push(user(text));
      const messages: SDKMessage[] = [];
      while (true) {
        const { value, done } = await asked.next();
        if (done === true) return messages;
        messages.push(value);
        if (value.type === 'result') return messages;
      }
    },
    /** The remaining messages. */
    end(): Promise<SDKMessage[]> {
      said.end();
      return collect(asked);
    },
  };
}
