import { debugLog } from '../engine/debug-log.js';
import { Engine } from '../engine/engine.js';
import { MessageStream } from '../engine/message-stream.js';
import { errors } from '../errors.js';
import type { SDKMessage, SDKUserMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';
import type { Query } from '../types/query.js';
import { requestsOf } from './requests.js';

export interface QueryParameters {
  /** One prompt, or a stream of prompts. */
  readonly prompt: string | AsyncIterable<SDKUserMessage>;
  readonly options?: Options | undefined;
}

/**
 * Runs an agent in this process: the API of the Claude Agent SDK over Loadout's own engine. The work begins at once and continues
 * whether or not anybody reads; breaking out of the loop ends it. Contract: the first read throws if the query cannot start; an
 * error result is a message.
 */
export function query(asked: QueryParameters): Query {
  const { prompt, options }: Partial<QueryParameters> = asked ?? {};
  return begin({ prompt: checkedPrompt(prompt), options }).query;
}

/** Returns the prompt, which a program without types can leave out. Throws SDK_OPTIONS_INVALID. */
export function checkedPrompt<T>(prompt: string | AsyncIterable<T> | undefined): string | AsyncIterable<T> {
  const given: object = Object(prompt);
  if (prompt !== undefined && (Symbol.asyncIterator in given || Symbol.iterator in given)) return prompt;
  throw errors.SDK_OPTIONS_INVALID({
    problem: `prompt is ${prompt === null ? 'null' : typeof prompt}, but must be a string or an async iterable of user messages`,
    fix: 'Call query({ prompt: "…", options }).',
  });
}

/** A query with the engine behind it. */
export interface Begun {
  readonly query: Query;
  readonly engine: Engine;
  /** Settles when the query is over, however it ended. Contract: never rejects. */
  readonly ended: Promise<void>;
}

export function begin({ prompt, options = {} }: QueryParameters): Begun {
  const messages = new MessageStream<SDKMessage>();
  const log = debugLog(options);
  const send = (message: SDKMessage) => {
    log?.(message);
    messages.push(message);
  };
  const engine = new Engine(options, { send });
  const close = () => engine.close();
  options.abortController?.signal.addEventListener('abort', close, { once: true });
  if (options.abortController?.signal.aborted === true) close();
  if (typeof prompt === 'string') {
    engine.submit(userMessage(prompt));
    engine.endInput();
  } else void streamInto(engine, prompt, (error) => messages.end(error));
  const ended = engine.run().then(
    () => messages.end(aborted(options)),
    (error: unknown) => messages.end(aborted(options) ?? error),
  );
  return { query: queryOver(engine, messages), engine, ended };
}

export const userMessage = (text: string): SDKUserMessage => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'text', text }] },
  parent_tool_use_id: null,
  session_id: '',
});

/** Passes the program's prompts to the engine. An error of the program's stream ends the query with that error. */
async function streamInto(engine: Engine, prompts: AsyncIterable<SDKUserMessage>, fail: (error: unknown) => void): Promise<void> {
  try {
    for await (const message of prompts) engine.submit(message);
    engine.endInput();
  } catch (error) {
    fail(error);
    engine.close();
  }
}

/** Thrown when the program itself aborts the query. */
export class AbortError extends Error {
  override readonly name = 'AbortError';
}

const aborted = ({ abortController }: Options): Error | undefined =>
  abortController?.signal.aborted === true ? new AbortError('The query was aborted by its program.') : undefined;

function queryOver(engine: Engine, messages: MessageStream<SDKMessage>): Query {
  const reader = shown(messages);
  const close = () => engine.close();
  return {
    next: () => reader.next(),
    return: async () => {
      close();
      return reader.return();
    },
    throw: async (error: unknown) => {
      close();
      return reader.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: async () => close(),
    ...requestsOf(engine),
    streamInput: (stream: AsyncIterable<SDKUserMessage>) =>
      streamInto(engine, stream, (error) => messages.end(error ?? errors.SDK_CLOSED({}))),
    close,
  };
}

/** Skips the frames that are intended only for a host process behind a pipe. */
async function* shown(messages: AsyncIterable<SDKMessage>): AsyncGenerator<SDKMessage, void> {
  for await (const message of messages) if (!('sdk_host_only' in message)) yield message;
}
