import { sendJson } from '../answer.js';
import { answerInWords } from '../answer-in-words.js';
import { promptOf } from '../conversation.js';
import type { DoorRequest } from '../door.js';
import { EventStream, goneOf } from '../event-stream.js';
import type { HttpRuns, OpenAsk, RunState } from '../http-runs.js';
import { failureOf } from '../run-failure.js';
import { agentIn, checkAgent, choicesOf, followed, headersOf, schemaIn, sendFailure } from './asked-run.js';
import { messagesIn } from './chat-messages.js';
import { type Fields, fieldsIn, flagIn, noPrompt, refuse, wrong } from './fields.js';
import { NO_TOOLS, offeredTools } from './offered-tools.js';
import { isCut, openAiProblem, ownFacts, tokensOf } from './outcome.js';
import type { Piece } from './told-run.js';
import { callsFor, resultsFor, toolCallOf } from './tool-calls.js';

/** Wishes of Chat Completions that would change the answer. Sampling parameters are the agent's, and those of a client are ignored. */
const REFUSED = {
  functions: 'Send tools.',
  audio: 'An agent answers with text.',
  logprobs: 'An agent has no log probabilities.',
};

/** Answers `POST /v1/chat/completions`. */
export async function chat({ incoming, outgoing, runs }: DoorRequest, body: Fields): Promise<void> {
  const choices = choicesOf(incoming.headers);
  refuse(body, choices.hasTools ? REFUSED : { tools: NO_TOOLS, ...REFUSED });
  if (body.n !== undefined && body.n !== null && body.n !== 1) throw wrong('n', 'must be 1, because a run has one answer');
  const model = agentIn(body, runs);
  const isStreamed = flagIn(body, 'stream');
  const hasUsage = fieldsIn(body, 'stream_options')?.include_usage === true;
  const state = await startOrGoOn(body, { runs, model, ...choices });
  const now = () => runs.get(state.id);
  const asked = { state, model, hasUsage, calls: async () => callsFor(await now(), body) };
  const telling = { progress: choices.progress, state: now };
  if (!isStreamed) return answerWhole(followed(runs, state, { gone: goneOf(outgoing), ...telling }), { outgoing, ...asked });
  const stream = new EventStream(outgoing, headersOf(state));
  await answerInPieces(followed(runs, state, { gone: stream.gone, ...telling }), { stream, ...asked });
}

interface Wish extends Omit<ReturnType<typeof choicesOf>, 'progress'> {
  readonly runs: HttpRuns;
  readonly model: string;
}

/** Starts a run, or lets one go on that waits for the results of the client's tools, or for an answer in words. */
async function startOrGoOn(body: Fields, { runs, model, session, asks, hasTools }: Wish): Promise<RunState> {
  const newest = session === undefined ? undefined : await sessionOf(session, runs);
  if (newest !== undefined) checkAgent(newest, model);
  const output = schemaIn(fieldsIn(body, 'response_format'), 'response_format');
  const tools = hasTools ? offeredTools(body) : undefined;
  const { said, results } = messagesIn(body, { hasTools });
  if (results.length > 0) {
    const { state, answers } = await resultsFor(results, { runs, model, session });
    return runs.answer(state.id, answers, { asks, tools });
  }
  const prompt = promptOf(said, session !== undefined);
  if (prompt === undefined) throw noPrompt('messages');
  const answers = newest === undefined ? [] : answerInWords(prompt, newest);
  if (newest !== undefined && answers.length > 0) return runs.answer(newest.id, answers, { tools });
  return runs.start({ agent: model, prompt, resume: session, asks, output, tools });
}

/** The newest run of a session. Throws OPENAI_FIELD. */
async function sessionOf(session: string, runs: HttpRuns): Promise<RunState> {
  const newest = await runs.newest(session);
  if (newest === undefined)
    throw wrong('x-loadout-session', `is ${JSON.stringify(session.slice(0, 100))}, which is not a session of this server`);
  return newest;
}

interface Answered {
  readonly state: RunState;
  readonly model: string;
  /** Returns the calls that the client is to make, once the run has ended. */
  readonly calls: () => Promise<readonly OpenAsk[]>;
}

type End = Extract<Piece, { type: 'end' }>['result'];

const finishOf = (result: End, calls: readonly OpenAsk[]) =>
  calls.length > 0 ? 'tool_calls' : isCut(result) ? 'length' : 'stop';

const base = ({ state, model }: Answered, object: string) => ({
  id: `chatcmpl-${state.id}`,
  object,
  created: Math.floor(Date.parse(state.startedAt ?? '') / 1000) || 0,
  model,
});

function usageOf(result: End) {
  const { input, cached, output, thinking } = tokensOf(result);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: thinking },
  };
}

async function answerWhole(
  pieces: AsyncIterable<Piece>,
  { outgoing, ...answered }: Answered & Pick<DoorRequest, 'outgoing'>,
): Promise<void> {
  let content = '';
  let reasoning = '';
  for await (const piece of pieces) {
    if (piece.type === 'text') content += piece.text;
    else if (piece.type === 'progress') reasoning += piece.text;
    else {
      const { result } = piece;
      const failure = failureOf(result);
      if (failure !== undefined) return sendFailure(outgoing, failure, answered.state);
      const calls = await answered.calls();
      const message = {
        role: 'assistant',
        content: calls.length > 0 && content === '' ? null : content,
        refusal: null,
        ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
        ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => toolCallOf(answered.state.id, call)) }),
      };
      const choices = [{ index: 0, message, logprobs: null, finish_reason: finishOf(result, calls) }];
      const body = { ...base(answered, 'chat.completion'), choices, usage: usageOf(result), ...ownFacts(result) };
      sendJson(outgoing, { body, headers: { ...headersOf(answered.state), 'x-loadout-outcome': result.outcome } });
    }
  }
}

async function answerInPieces(
  pieces: AsyncIterable<Piece>,
  { stream, hasUsage, ...answered }: Answered & { readonly stream: EventStream; readonly hasUsage: boolean },
): Promise<void> {
  const send = (fields: Fields) =>
    stream.send(frame({ ...base(answered, 'chat.completion.chunk'), ...(hasUsage ? { usage: null } : {}), ...fields }));
  const say = (delta: Fields, finish: string | null = null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  await send(say({ role: 'assistant', content: '' }));
  for await (const piece of pieces) {
    if (piece.type === 'text') await send(say({ content: piece.text }));
    else if (piece.type === 'progress') await send(say({ reasoning_content: piece.text }));
    else {
      const { result } = piece;
      const failure = failureOf(result);
      if (failure !== undefined) await stream.send(frame(openAiProblem(failure)));
      else {
        const calls = await answered.calls();
        const told = calls.map((call, index) => ({ index, ...toolCallOf(answered.state.id, call) }));
        if (told.length > 0) await send(say({ tool_calls: told }));
        await send({ ...say({}, finishOf(result, calls)), ...ownFacts(result) });
        if (hasUsage) await send({ choices: [], usage: usageOf(result) });
      }
      await stream.send('data: [DONE]\n\n');
    }
  }
  stream.end();
}

const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
