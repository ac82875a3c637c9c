import { SseReader } from '@loadout/node/http';
import type { Answer, Question, Remote } from './remote.js';
import { send } from './request.js';

interface Place {
  readonly name: string;
  readonly description: string | undefined;
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
}

type Chunk = {
  readonly error?: { readonly message?: unknown };
  readonly choices?: readonly { readonly delta?: { readonly content?: unknown }; readonly finish_reason?: unknown }[];
};

/** An agent, or a model, behind Chat Completions. It is streamed, so that a slow one is not taken for a dead one. */
export function openAiRemote({ name, description, url, model, key }: Place): Remote {
  const ask = async ({ prompt, signal, maxChars }: Question): Promise<Answer> => {
    const body = { model, stream: true, messages: [{ role: 'user', content: prompt }] };
    const answer = await send({ url: `${url.replace(/\/+$/, '')}/chat/completions`, key, body, signal });
    return read(answer, maxChars);
  };
  return { name, description, url, canResume: false, ask };
}

async function read(answer: Response, maxChars: number): Promise<Answer> {
  const sse = new SseReader<Chunk | 'done'>({
    parse: (data) => (data === '[DONE]' ? 'done' : chunkOf(data)),
    refuse: (problem) => new Error(`its stream is wrong: ${problem}`),
    maxLineBytes: 1 << 20,
  });
  const texts = new Texts(maxChars);
  let state: string | undefined;
  for await (const bytes of answer.body ?? [])
    for (const chunk of sse.push(Buffer.from(bytes))) {
      if (chunk === 'done') return endOf(texts, state ?? 'stop');
      if (chunk.error !== undefined) throw new Error(String(chunk.error.message ?? 'it failed'));
      const [choice] = chunk.choices ?? [];
      if (typeof choice?.delta?.content === 'string') texts.add(choice.delta.content);
      if (typeof choice?.finish_reason === 'string') state = choice.finish_reason;
      if (texts.isFull) return endOf(texts, 'cut');
    }
  // A stream that broke off is no answer, unless the end was told before.
  if (state === undefined) throw new Error('its answer broke off');
  return endOf(texts, state);
}

function chunkOf(data: string): Chunk {
  const value: unknown = JSON.parse(data);
  if (typeof value !== 'object' || value === null) throw new Error('its stream has an event that is not an object');
  return value as Chunk;
}

class Texts {
  text = '';
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.text.length > this.#most;
  }

  add(text: string): void {
    this.text += text;
  }
}

const endOf = ({ text, isFull }: Texts, state: string): Answer => ({
  text,
  state,
  isError: false,
  isAsking: false,
  isCut: isFull,
});
