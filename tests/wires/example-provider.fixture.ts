import {
  isObject,
  LoadoutError,
  type Message,
  type ModelEvent,
  type ModelProvider,
  readUsage,
  type ToolResultBlock,
} from '@loadout/core';

/** The runner decides by these codes: to compact, to ask again, to fall back on another model. */
const CODES: Readonly<Record<number, string>> = {
  401: 'MODEL_AUTH',
  403: 'MODEL_AUTH',
  404: 'MODEL_NOT_FOUND',
  413: 'MODEL_PROMPT_TOO_LONG',
  429: 'MODEL_RATE_LIMITED',
  503: 'MODEL_OVERLOADED',
};

export function exampleProvider({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }): ModelProvider {
  const failure = (code: string, text: string, cause?: unknown) =>
    new LoadoutError(code, `The server said: ${text.replaceAll(apiKey, '[key]').slice(0, 500)}`, { cause });
  return {
    name: 'example',
    secrets: () => [apiKey],
    async *stream({ model, system, tools, messages }, { signal }) {
      const body = {
        model,
        stream: true,
        stream_options: { include_usage: true },
        tools: tools.map(({ name, description, input_schema: parameters }) => ({
          type: 'function',
          function: { name, description, parameters },
        })),
        messages: [{ role: 'system', content: system.map(({ text }) => text).join('\n\n') }, ...messages.flatMap(toWire)],
      };
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
      const response = await fetch(`${baseUrl}/chat/completions`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal,
      });
      if (!response.ok || response.body === null) {
        const code = CODES[response.status] ?? (response.status < 500 ? 'MODEL_REQUEST_INVALID' : 'MODEL_SERVER_ERROR');
        throw failure(code, await response.text());
      }
      const answer = new Answer();
      let rest = '';
      try {
        for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
          const lines = (rest + piece).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) if (line.startsWith('data: {')) yield* answer.take(JSON.parse(line.slice(6)));
        }
      } catch (cause) {
        throw failure('MODEL_STREAM_CUT', String(cause), cause);
      }
      if (answer.failure !== undefined) throw failure('MODEL_SERVER_ERROR', answer.failure);
      if (answer.finish === undefined) throw failure('MODEL_STREAM_CUT', 'nothing more, before the end');
      yield* answer.end();
    },
  };
}

/** A message of Loadout has blocks; this API wants one message for each result. Pictures would need a place of their own. */
function toWire({ role, content }: Message): readonly object[] {
  const text = content.flatMap((block) => (block.type === 'text' ? [String(block.text)] : [])).join('\n\n');
  const results = content.flatMap((block) =>
    block.type === 'tool_result'
      ? [{ role: 'tool', tool_call_id: block.tool_use_id, content: resultText(block as ToolResultBlock) }]
      : [],
  );
  if (role === 'user') return [...results, ...(text === '' ? [] : [{ role, content: text }])];
  const calls = content.flatMap((block) =>
    block.type === 'tool_use' && 'input' in block
      ? [{ id: block.id, type: 'function', function: { name: block.name, arguments: JSON.stringify(block.input) } }]
      : [],
  );
  return [{ role, content: text === '' ? null : text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }];
}

const resultText = ({ content }: ToolResultBlock): string =>
  Array.isArray(content)
    ? content.map((part) => (isObject(part) && part.type === 'text' ? part.text : '[a picture]')).join('\n')
    : String(content);

interface Chunk {
  readonly id?: string;
  readonly model?: string;
  readonly error?: { readonly message: string };
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly prompt_tokens_details?: { readonly cached_tokens?: number };
  };
  readonly choices?: readonly {
    readonly finish_reason?: string | null;
    readonly delta: { readonly content?: string; readonly tool_calls?: readonly Call[] };
  }[];
}
interface Call {
  readonly index: number;
  readonly id?: string;
  readonly function: { readonly name?: string; readonly arguments?: string };
}

class Answer {
  readonly #calls: { id: string; name: string; json: string }[] = [];
  #text = '';
  #usage: Chunk['usage'];
  #isStarted = false;
  finish: string | undefined;
  failure: string | undefined;

  *take({ id = '', model = '', error, usage, choices = [] }: Chunk): Generator<ModelEvent> {
    this.failure ??= error?.message;
    this.#usage = usage ?? this.#usage;
    const [choice] = choices;
    if (choice === undefined) return;
    if (!this.#isStarted) yield { type: 'start', id, model };
    this.#isStarted = true;
    const { content = '', tool_calls: calls = [] } = choice.delta;
    this.#text += content;
    if (content !== '') yield { type: 'text', text: content };
    for (const {
      index,
      id: callId = '',
      function: { name = '', arguments: json = '' },
    } of calls) {
      const call = this.#calls[index] ?? { id: callId, name, json: '' };
      this.#calls[index] = { ...call, json: call.json + json };
    }
    this.finish ??= choice.finish_reason ?? undefined;
    if (typeof choice.finish_reason === 'string') yield* this.#blocks();
  }

  *#blocks(): Generator<ModelEvent> {
    if (this.#text !== '') yield { type: 'block', block: { type: 'text', text: this.#text } };
    for (const { id, name, json } of this.#calls) {
      const input = parsed(json);
      const block = { type: 'tool_use', id, name, input: input ?? {} } as const;
      yield input === undefined ? { type: 'block', block, malformed: json } : { type: 'block', block };
    }
  }

  /** Usage that the server does not report is unknown, never zero. Cached tokens stand beside the input. */
  *end(): Generator<ModelEvent> {
    const { prompt_tokens: all = 0, completion_tokens: output = 0, prompt_tokens_details: details } = this.#usage ?? {};
    const cached = details?.cached_tokens ?? 0;
    const usage = { input_tokens: all - cached, output_tokens: output, cache_read_input_tokens: cached };
    const reason = { length: 'max_tokens', content_filter: 'refusal' }[this.finish ?? ''];
    const stopReason = reason ?? (this.#calls.length > 0 ? 'tool_use' : 'end_turn');
    yield { type: 'end', stopReason, usage: this.#usage === undefined ? undefined : readUsage(usage) };
  }
}

function parsed(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json || '{}');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
