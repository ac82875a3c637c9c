import {
  createOpenAI,
  createOpenAICompatible,
  openAiClient,
  streamText,
} from '../../../../packages/serve/src/openai/openai-client.test-kit.js';
import { TOKEN } from '../../../../packages/serve/src/served.test-kit.js';
import { type Asked, type Attempt, type HttpClient, HUGE, type Waiting } from './http-client.js';

const GAP = 'read too slowly';
const say = (content: string) => [{ role: 'user' as const, content }];
const ofSession = ({ session }: Asked): Readonly<Record<string, string>> =>
  session === undefined ? {} : { 'x-loadout-session': session };
const options = ({ signal }: Asked) => (signal === undefined ? {} : { signal });

/** Chat Completions has no answer of its own: a question is answered at the run. */
const answerAtRun = ({ id, call }: Waiting): Attempt => ({ path: `/runs/${id}/answers`, body: { call, behavior: 'allow' } });

const chatAttempts = (one: Waiting, other: Waiting): readonly Attempt[] => {
  const path = '/v1/chat/completions';
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'yes' });
  const headers = { 'x-loadout-client-tools': 'allow' };
  const sent = (message: object) => ({ path, headers, body: { model: 'helper', messages: [...say('Hi.'), message] } });
  return [
    { path, body: { model: HUGE, messages: say('Hi.') } },
    { path, body: { model: 'helper', messages: [{ role: HUGE, content: 'Hi.' }] } },
    { path, body: { model: 'helper', messages: [] } },
    { path, body: { model: 'helper', messages: say('Hi.') }, headers: { 'x-loadout-session': '../../etc' } },
    { path, body: { model: 'other', messages: say('Hi.') }, headers: { 'x-loadout-session': one.session } },
    sent(result('call_none')),
    sent(result(`call_${HUGE}.${one.call}`)),
    // A result of a tool approves nothing, and not in the session of another.
    sent(result(`call_${other.id}.${one.call}x`)),
    { path: `/runs/${one.id}/answers`, body: { call: `${one.call}x`, behavior: 'allow' } },
    { path: `/runs/${one.id}x/answers`, body: { call: one.call, behavior: 'allow' } },
    { path: `/runs/${one.id}/answers`, body: { call: HUGE, behavior: 'allow' } },
    { path: `/runs/${one.id}/answers`, body: { call: one.call, behavior: 'yes' } },
  ];
};

const responsesAttempts = (one: Waiting, other: Waiting): readonly Attempt[] => {
  const path = '/v1/responses';
  const body = (input: unknown, previous?: string, model = 'helper') => ({
    path,
    body: { model, input, ...(previous === undefined ? {} : { previous_response_id: previous }) },
  });
  const approval = (run: string, call: string) => [
    { type: 'mcp_approval_response', approval_request_id: `mcpr_${run}.${call}`, approve: true },
  ];
  return [
    body('Hi.', `resp_${HUGE}`),
    body('Hi.', 'resp_none'),
    body('Hi.', `resp_${one.id}`, 'other'),
    body(approval(one.id, `${one.call}x`), `resp_${one.id}`),
    body(approval(one.id, HUGE), `resp_${one.id}`),
    body(approval(one.id, one.call), `resp_${other.id}`),
    body([...approval(one.id, one.call), ...approval(other.id, other.call)]),
    body([...approval(one.id, one.call), ...approval(one.id, one.call)]),
    body([{ type: 'function_call_output', call_id: `call_${one.id}.${one.call}`, output: 'yes' }]),
    body([]),
  ];
};

const chat = {
  gap: GAP,
  answer: answerAtRun,
  attempts: chatAttempts,
};

const responses = {
  gap: GAP,
  answer: ({ id, call }: Waiting): Attempt => ({
    path: '/v1/responses',
    body: {
      model: 'helper',
      previous_response_id: `resp_${id}`,
      input: [{ type: 'mcp_approval_response', approval_request_id: `mcpr_${id}.${call}`, approve: true }],
    },
  }),
  attempts: responsesAttempts,
};

type Model = Parameters<typeof streamText>[0]['model'];

/** The text of a stream of the AI SDK, whose errors are told as parts of it. */
async function streamed(model: Model, prompt: string, asked: Asked): Promise<string> {
  const previous = asked.run === undefined ? {} : { openai: { previousResponseId: `resp_${asked.run}` } };
  const { fullStream } = streamText({
    model,
    prompt,
    maxRetries: 0,
    headers: ofSession(asked),
    providerOptions: previous,
    onError: () => {},
    ...(asked.signal === undefined ? {} : { abortSignal: asked.signal }),
  });
  let text = '';
  for await (const part of fullStream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') text += part.text;
  }
  return text;
}

export const OPENAI_CLIENTS: readonly HttpClient[] = [
  {
    name: 'openai over Chat Completions',
    ...chat,
    connect:
      async (url) =>
      async (prompt, asked = {}) => {
        const client = openAiClient(url, ofSession(asked));
        const body = { model: 'helper', messages: say(prompt), stream: true as const };
        let text = '';
        for await (const { choices } of await client.chat.completions.create(body, options(asked)))
          text += choices[0]?.delta.content ?? '';
        return text;
      },
  },
  {
    name: 'openai over Responses',
    ...responses,
    connect:
      async (url) =>
      async (prompt, asked = {}) => {
        const previous = asked.run === undefined ? {} : { previous_response_id: `resp_${asked.run}` };
        const stream = openAiClient(url).responses.stream({ model: 'helper', input: prompt, ...previous }, options(asked));
        return (await stream.finalResponse()).output_text;
      },
  },
  {
    name: 'ai with @ai-sdk/openai over Responses',
    ...responses,
    connect:
      async (url) =>
      (prompt, asked = {}) =>
        streamed(createOpenAI({ baseURL: `${url}/v1`, apiKey: TOKEN })('helper'), prompt, asked),
  },
  {
    name: 'ai with @ai-sdk/openai-compatible over Chat Completions',
    ...chat,
    connect:
      async (url) =>
      (prompt, asked = {}) =>
        streamed(createOpenAICompatible({ name: 'loadout', baseURL: `${url}/v1`, apiKey: TOKEN })('helper'), prompt, asked),
  },
];
