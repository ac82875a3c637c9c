import { isObject, LoadoutError } from '@loadout/core';
import { type Message, type ModelEvent, type ModelProvider, readUsage } from '@loadout/core/model';

// The runner decides by the codes of failures: to compact, to ask again, to fall back on another model.
import { errorIn, errorInText, kindOf } from '@loadout/model-apis';

export function exampleProvider({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }): ModelProvider {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  const failure = (code: string, text: string, cause?: unknown) =>
    new LoadoutError(code, `The server said: ${text.replaceAll(apiKey, '[key]').slice(0, 500)}`, { cause });
  const cut = (cause: unknown) => failure('MODEL_STREAM_CUT', String(cause), cause);
  return {
    name: 'example',
    secrets: () => [apiKey],
    async *stream({ model, system, tools, messages }, { signal }) {
      const instructions = { role: 'system', content: system.map(({ text }) => text).join('\n\n') };
      const functions = tools.map(({ name, description, input_schema: parameters }) => ({ name, description, parameters }));
      const body = JSON.stringify({
        ...{ model, stream: true, stream_options: { include_usage: true } },
        tools: functions.map((one) => ({ type: 'function', function: one })),
        messages: [instructions, ...messages.flatMap(toWire)],
      });
      const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', headers, body, signal });
      if (!response.ok || response.body === null) {
        const message = await response.text();
        throw failure(kindOf({ ...errorInText(message), status: response.status }), message);
      }
      const calls: Fields[] = [];
      let [text, finish, usage, isStarted] = ['', '', undefined as Fields | undefined, false];
      for await (const { id = '', model: by = model, error, usage: counts, choices = [] } of chunksOf(response.body, cut)) {
        if (error !== undefined) throw failure(kindOf(errorIn({ error }) ?? error), error.message);
        usage = counts ?? usage;
        if (choices.length > 0 && !isStarted) yield { type: 'start', id, model: by };
        isStarted ||= choices.length > 0;
        for (const { delta, finish_reason: reason } of choices) {
          if (delta.content) yield { type: 'text', text: delta.content };
          text += delta.content ?? '';
          for (const part of delta.tool_calls ?? []) addTo(calls, part);
          finish ||= reason ?? '';
        }
      }
      if (finish === '') throw cut('nothing more, before the end');
      if (text !== '') yield { type: 'block', block: { type: 'text', text } };
      yield* calls.map(toBlock);
      const stopReason = { length: 'max_tokens', content_filter: 'refusal' }[finish];
      yield { type: 'end', stopReason: stopReason ?? (calls.length > 0 ? 'tool_use' : 'end_turn'), usage: usageOf(usage) };
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of the API, read by its fields.
type Fields = Record<string, any>;

/** The JSON of each event. A stream that breaks off is an error of its own. */
async function* chunksOf(body: ReadableStream<Uint8Array>, cut: (cause: unknown) => Error): AsyncGenerator<Fields> {
  let rest = '';
  try {
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: {')) yield JSON.parse(line.slice(6));
    }
  } catch (cause) {
    throw cut(cause);
  }
}

/** A message of Loadout has blocks; this API wants one message for each result. Pictures would need a place of their own. */
function toWire({ role, content }: Message): readonly object[] {
  const blocks = (type: string): readonly Fields[] => content.filter((block) => block.type === type);
  const text = blocks('text').flatMap((block) => block.text);
  const results = blocks('tool_result').map((one) => ({ role: 'tool', tool_call_id: one.tool_use_id, content: textIn(one) }));
  if (role === 'user') return [...results, ...(text.length === 0 ? [] : [{ role, content: text.join('\n\n') }])];
  const called = ({ name, input }: Fields) => ({ name, arguments: JSON.stringify(input) });
  const calls = blocks('tool_use').map((block) => ({ id: block.id, type: 'function', function: called(block) }));
  return [{ role, content: text.join('\n\n') || null, ...(calls.length === 0 ? {} : { tool_calls: calls }) }];
}

const textIn = ({ content }: Fields): string =>
  Array.isArray(content) ? content.map((part) => part.text ?? '[a picture]').join('\n') : String(content);

/** Adds a part of a call. The first part has the id and the name; the input comes in pieces. */
function addTo(calls: Fields[], { index, id, function: { name, arguments: json = '' } }: Fields): void {
  const call = calls[index] ?? { id, name, json: '' };
  calls[index] = { ...call, json: call.json + json };
}

function toBlock({ id, name, json }: Fields): ModelEvent {
  const block = (input: object) => ({ type: 'tool_use', id, name, input }) as const;
  try {
    const input: unknown = JSON.parse(json || '{}');
    if (isObject(input)) return { type: 'block', block: block(input) };
  } catch {
    // The runner tells the model that its input is malformed.
  }
  return { type: 'block', block: block({}), malformed: json };
}

/** Usage that the server does not report is unknown, never zero. Cached tokens stand beside the input. */
function usageOf(usage: Fields | undefined) {
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0;
  const input = (usage?.prompt_tokens ?? 0) - cached;
  return usage && readUsage({ input_tokens: input, output_tokens: usage.completion_tokens, cache_read_input_tokens: cached });
}
