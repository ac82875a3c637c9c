import { sendJson } from '../answer.js';
import { answerInWords } from '../answer-in-words.js';
import { promptOf, type Said } from '../conversation.js';
import type { DoorRequest } from '../door.js';
import { EventStream } from '../event-stream.js';
import type { HttpRuns, RunState } from '../http-runs.js';
import { failureOf } from '../run-failure.js';
import { agentIn, checkAgent, choicesOf, followed, goneOf, headersOf, schemaIn, sendFailure } from './asked-run.js';
import { blocksOf } from './content.js';
import { type Fields, fieldsIn, flagIn, isFields, listIn, noPrompt, refuse, textIn, wrong } from './fields.js';
import { isCut, openAiProblem, tokensOf } from './outcome.js';
import type { Piece } from './told-run.js';

const TOOLS = "The agent has its own tools. Remove the client's tools, or declare them for the agent in its configuration.";

/** Wishes of Chat Completions that would change the answer. Sampling parameters are the agent's, and those of a client are ignored. */
const REFUSED = {
  tools: TOOLS,
  functions: TOOLS,
  audio: 'An agent answers with text.',
  logprobs: 'An agent has no log probabilities.',
};

/** Answers `POST /v1/chat/completions`. */
export async function chat({ incoming, outgoing, runs }: DoorRequest, body: Fields): Promise<void> {
  refuse(body, REFUSED);
  if (body.n !== undefined && body.n !== null && body.n !== 1) throw wrong('n', 'must be 1, because a run has one answer');
  const { session, asks, progress } = choicesOf(incoming.headers);
  const model = agentIn(body, runs);
  const newest = session === undefined ? undefined : await sessionOf(session, runs);
  if (newest !== undefined) checkAgent(newest, model);
  const prompt = promptOf(messagesIn(body), session !== undefined);
  if (prompt === undefined) throw noPrompt('messages');
  const output = schemaIn(fieldsIn(body, 'response_format'), 'response_format');
  const isStreamed = flagIn(body, 'stream');
  const hasUsage = fieldsIn(body, 'stream_options')?.include_usage === true;
  const answers = newest === undefined ? [] : answerInWords(prompt, newest);
  const wish = { agent: model, prompt, resume: session, asks, output };
  const state = newest !== undefined && answers.length > 0 ? await runs.answer(newest.id, answers) : await runs.start(wish);
  const asked = { state, model, hasUsage };
  const telling = { progress, state: () => runs.get(state.id) };
  if (!isStreamed) return answerWhole(followed(runs, state, { gone: goneOf(outgoing), ...telling }), { outgoing, ...asked });
  const stream = new EventStream(outgoing, headersOf(state));
  await answerInPieces(followed(runs, state, { gone: stream.gone, ...telling }), { stream, ...asked });
}

/** The newest run of a session. Throws OPENAI_FIELD. */
async function sessionOf(session: string, runs: HttpRuns): Promise<RunState> {
  const newest = await runs.newest(session);
  if (newest === undefined)
    throw wrong('x-loadout-session', `is ${JSON.stringify(session.slice(0, 100))}, which is no session of this server`);
  return newest;
}

const ROLES: Readonly<Record<string, Said['role']>> = {
  system: 'instructions',
  developer: 'instructions',
  user: 'user',
  assistant: 'assistant',
};

function messagesIn(body: Fields): readonly Said[] {
  return (listIn(body, 'messages') ?? []).map((message, index) => {
    const param = `messages[${index}]`;
    if (!isFields(message)) throw wrong(param, 'must be an object');
    const name = textIn(message, 'role', `${param}.role`) ?? '';
    const role = Object.hasOwn(ROLES, name) ? ROLES[name] : undefined;
    if (role === undefined) throw wrong(`${param}.role`, `is ${JSON.stringify(name)}, but must be system, user or assistant`);
    return { role, blocks: blocksOf(message.content, `${param}.content`) };
  });
}

interface Answered {
  readonly state: RunState;
  readonly model: string;
}

type End = Extract<Piece, { type: 'end' }>['result'];

const finishOf = (result: End) => (isCut(result) ? 'length' : 'stop');

/** The facts for which OpenAI's API has no field. */
const ownFacts = ({ outcome, sessionId, costUsd, toolCalls, denials }: End) => ({
  loadout: { outcome, session: sessionId, cost_usd: costUsd, tool_calls: toolCalls, denials },
});

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
      const message = {
        role: 'assistant',
        content,
        refusal: null,
        ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
      };
      const choices = [{ index: 0, message, logprobs: null, finish_reason: finishOf(result) }];
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
        await send({ ...say({}, finishOf(result)), ...ownFacts(result) });
        if (hasUsage) await send({ choices: [], usage: usageOf(result) });
      }
      await stream.send('data: [DONE]\n\n');
    }
  }
  stream.end();
}

const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
