import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { TOKEN } from '../served.test-kit.js';

/** A client of OpenAI's own library for a server of Loadout. It sends a request once. */
export const openAiClient = (url: string, headers: Readonly<Record<string, string>> = {}): OpenAI =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: TOKEN, maxRetries: 0, defaultHeaders: headers });

export type { OpenAI };
export { createOpenAI, createOpenAICompatible, streamText };

export interface ChatWish {
  readonly url: string;
  readonly content: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface ChatAnswer {
  readonly text: string;
  readonly finish: string | undefined;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The clients of Chat Completions: OpenAI's own library, and the AI SDK with two of its providers. */
export const CHAT_CLIENTS: Readonly<Record<string, (wish: ChatWish) => Promise<ChatAnswer>>> = {
  openai: async ({ url, content, headers, signal }) => {
    const body = { model: 'helper', messages: [{ role: 'user' as const, content }] };
    const options = signal === undefined ? {} : { signal };
    const { data, response } = await openAiClient(url, headers).chat.completions.create(body, options).withResponse();
    const [choice] = data.choices;
    return { text: choice?.message.content ?? '', finish: choice?.finish_reason, headers: response.headers, body: data };
  },
  '@ai-sdk/openai': (wish) => generated(createOpenAI({ baseURL: `${wish.url}/v1`, apiKey: TOKEN }).chat('helper'), wish),
  '@ai-sdk/openai-compatible': (wish) =>
    generated(createOpenAICompatible({ name: 'loadout', baseURL: `${wish.url}/v1`, apiKey: TOKEN })('helper'), wish),
};

async function generated(model: Parameters<typeof generateText>[0]['model'], { content, headers, signal }: ChatWish) {
  const wish = { model, prompt: content, headers, maxRetries: 0, ...(signal === undefined ? {} : { abortSignal: signal }) };
  const { text, finishReason, response } = await generateText(wish);
  return { text, finish: finishReason, headers: new Headers(response.headers), body: response.body };
}
