import type { RunResult } from '@loadout/runner';
import { sendJson } from '../answer.js';
import { answerInWords } from '../answer-in-words.js';
import { promptOf } from '../conversation.js';
import type { DoorRequest } from '../door.js';
import { EventStream, goneOf } from '../event-stream.js';
import type { HttpRuns, RunState } from '../http-runs.js';
import { failureOf } from '../run-failure.js';
import { agentIn, choicesOf, followed, headersOf, schemaIn, sendFailure } from './asked-run.js';
import { type Fields, fieldsIn, flagIn, noPrompt, refuse } from './fields.js';
import { NO_TOOLS, offeredTools } from './offered-tools.js';
import { isCut, ownFacts, tokensOf } from './outcome.js';
import { responseId } from './response-ids.js';
import { ResponseItems } from './response-items.js';
import { answeredRun, inputOf, previousOf } from './responses-request.js';
import { asksOf } from './told-run.js';
import { callsFor } from './tool-calls.js';

/** Wishes of Responses that would change the answer. Sampling parameters are the agent's, and those of a client are ignored. */
const REFUSED = {
  background: 'Start such a run with POST /runs.',
  conversation: 'Use previous_response_id.',
  prompt: 'The agent has its own prompt.',
};

/** Answers `POST /v1/responses`. */
export async function respond({ incoming, outgoing, runs }: DoorRequest, body: Fields): Promise<void> {
  const { asks, progress, hasTools } = choicesOf(incoming.headers);
  refuse(body, hasTools ? REFUSED : { tools: NO_TOOLS, ...REFUSED });
  const model = agentIn(body, runs);
  const text = fieldsIn(body, 'text');
  const output = schemaIn(text === undefined ? undefined : fieldsIn(text, 'format', 'text.format'), 'text.format');
  const isStreamed = flagIn(body, 'stream');
  const previous = await previousOf(body, { runs, model });
  const state = await startOrAnswer(body, { runs, model, previous, asks, hasTools, output });
  const answered: Answered = { runs, state, body };
  if (!isStreamed) {
    const { response, failure } = await told(answered, { gone: goneOf(outgoing), progress, send: async () => {} });
    if (failure !== undefined) return sendFailure(outgoing, failure, state);
    if (response === undefined) return;
    const { outcome } = response.loadout as { readonly outcome: string };
    return sendJson(outgoing, { body: response, headers: { ...headersOf(state), 'x-loadout-outcome': outcome } });
  }
  const stream = new EventStream(outgoing, headersOf(state));
  let number = 0;
  const send = (type: string, fields: Fields) =>
    stream.send(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...fields })}\n\n`);
  await told(answered, { gone: stream.gone, progress, send });
  stream.end();
}

interface Wish {
  readonly runs: HttpRuns;
  readonly model: string;
  readonly previous: RunState | undefined;
  readonly asks: boolean;
  readonly hasTools: boolean;
  readonly output: ReturnType<typeof schemaIn>;
}

/** Starts a run, or lets one go on whose questions are answered. */
async function startOrAnswer(body: Fields, { runs, model, previous, asks, hasTools, output }: Wish): Promise<RunState> {
  const input = await inputOf(body, { runs, hasTools });
  const tools = hasTools ? offeredTools(body) : undefined;
  const asking = await answeredRun(input, { runs, model, previous });
  const isAnswering = input.answers.some(({ texts }) => texts === undefined);
  if (asking !== undefined) return runs.answer(asking.id, input.answers, { asks: asks || isAnswering, tools });
  const prompt = promptOf(input.said);
  if (prompt === undefined) throw noPrompt('input');
  const answers = previous === undefined ? [] : answerInWords(prompt, previous);
  if (previous !== undefined && answers.length > 0) return runs.answer(previous.id, answers, { tools });
  return runs.start({ agent: model, prompt, resume: previous?.session, asks, output, tools });
}

interface Answered {
  readonly runs: HttpRuns;
  readonly state: RunState;
  readonly body: Fields;
}

interface Telling {
  readonly gone: AbortSignal;
  readonly progress: boolean;
  readonly send: (type: string, fields: Fields) => Promise<void>;
}

/** Tells a run as the events of a response. Returns the response, unless the run failed or the client went away. */
async function told(answered: Answered, { gone, progress, send }: Telling) {
  const { runs, state, body } = answered;
  const items = new ResponseItems(state.id, send);
  const begun = responseOf(answered, { status: 'in_progress', output: [] });
  await send('response.created', { response: begun });
  await send('response.in_progress', { response: begun });
  for await (const piece of followed(runs, state, { gone, progress })) {
    if (piece.type !== 'end') {
      await items.add(piece.type === 'text' ? 'message' : 'reasoning', piece.text);
      continue;
    }
    const { result } = piece;
    const failure = failureOf(result);
    if (result.outcome === 'deferred') await tellAsks(await runs.get(state.id), { body, items });
    await items.end();
    const response: Ended = responseOf(answered, { ...endOf(result), output: items.output });
    await send(`response.${response.status}`, { response });
    return failure === undefined ? { response } : { failure };
  }
  return {};
}

/** Tells what waits. A call that the client makes is an item, and one that needs an approval; a question of the model is a text, which a message answers. */
async function tellAsks(
  state: RunState,
  { body, items }: { readonly body: Fields; readonly items: ResponseItems },
): Promise<void> {
  const { asks = [] } = state;
  const texts = asksOf({ ...state, asks: asks.filter(({ questions }) => questions !== undefined) });
  for (const text of texts) await items.add('message', `\n\n${text}`);
  for (const ask of asks) if (ask.questions === undefined && ask.ofClient !== true) await items.ask(ask);
  for (const call of callsFor(state, body)) await items.call(call);
}

function endOf(result: RunResult) {
  const failure = failureOf(result);
  const facts = { usage: usageOf(result), ...ownFacts(result) };
  if (failure !== undefined)
    return { status: 'failed', error: { code: failure.code, message: failure.message }, ...facts } as const;
  if (isCut(result)) return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, ...facts } as const;
  return { status: 'completed', ...facts } as const;
}

function usageOf(result: RunResult) {
  const { input, cached, output, thinking } = tokensOf(result);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: thinking },
    total_tokens: input + output,
  };
}

interface Ended extends Fields {
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  readonly output: readonly Fields[];
}

/** A response, with all fields that OpenAI's clients read. */
const responseOf = ({ state, body }: Answered, ended: Ended) => ({
  id: responseId(state.id),
  object: 'response',
  created_at: Math.floor(Date.parse(state.startedAt ?? '') / 1000) || 0,
  error: null,
  incomplete_details: null,
  instructions: body.instructions ?? null,
  metadata: body.metadata ?? {},
  model: body.model,
  parallel_tool_calls: body.parallel_tool_calls !== false,
  previous_response_id: body.previous_response_id ?? null,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: null,
  text: body.text ?? { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: body.tools ?? [],
  top_p: null,
  truncation: 'disabled',
  usage: null,
  ...ended,
});
