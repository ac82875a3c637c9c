import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadoutError, type ModelEvent, type ModelProvider, type ModelRequest, messageOf } from '@loadout/core';
import { giveBack, redact, retryDelayMs } from '@loadout/node/http';
import { type Answer, readAnswer } from './answer/read-answer.js';
import { Attempt } from './attempt.js';
import { ChatAssembler } from './chat/chat-assembler.js';
import { ChatRequests } from './chat/chat-request.js';
import { post, timedOut } from './connection/client.js';
import { apiOf, type Connection, connectionOf, originOf, serverOf, whyUnusable } from './connection/connection.js';
import { errors } from './errors.js';
import type { Failure, FailureContext } from './failure/api-failure.js';
import { eventError, refusalOf, toFailure } from './failure/to-failure.js';
import type { Env, OpenAiOptions } from './options.js';
import { LostOptions } from './request/lost-options.js';
import { inwardNames } from './request/tool-names.js';
import { ResponsesAssembler } from './responses/responses-assembler.js';
import { ResponsesRequests } from './responses/responses-request.js';

/**
 * A model provider for Chat Completions and the Responses API. Nothing is loaded, read or opened before the first `stream`, but
 * the environment.
 */
export function openaiProvider(options: OpenAiOptions = {}, env: Env = process.env): ModelProvider {
  const server = new Server(options, env);
  return {
    name: 'openai',
    api: apiOf(serverOf(options, env)),
    missing: () => (typeof options.apiKey === 'function' ? undefined : whyUnusable(server.connection())),
    secrets: () => server.secrets,
    diagnose: async (model, signal) => {
      const { diagnose } = await import('./doctor/diagnose.js');
      return diagnose(model, { server: serverOf(options, env), signal });
    },
    stream: (request, options) => server.stream(request, options),
  };
}

type StreamOptions = Parameters<ModelProvider['stream']>[1];

class Server {
  readonly #options: OpenAiOptions;
  readonly #env: Env;
  readonly #requests: ChatRequests | ResponsesRequests;
  readonly #lost: LostOptions;
  #secrets: readonly string[] = [];

  constructor(options: OpenAiOptions, env: Env) {
    this.#options = options;
    this.#env = env;
    const { api, compat } = serverOf(options, env);
    this.#lost = new LostOptions({ api, compat });
    this.#requests = api === 'chat' ? new ChatRequests(compat) : new ResponsesRequests(compat);
    this.connection();
  }

  /** All credentials that were or may be sent. */
  get secrets(): readonly string[] {
    return this.#secrets;
  }

  /** The environment is read each time: a key may be set later. */
  connection(apiKey = typeof this.#options.apiKey === 'string' ? this.#options.apiKey : undefined): Connection {
    const connection = connectionOf(this.#options, { env: this.#env, apiKey });
    const added = connection.secrets.filter((secret) => !this.#secrets.includes(secret));
    if (added.length > 0) this.#secrets = [...this.#secrets, ...added];
    return connection;
  }

  async *stream(request: ModelRequest, options: StreamOptions): AsyncGenerator<ModelEvent> {
    const { signal } = options;
    const body = this.#requests.bodyOf(request);
    const names = inwardNames(request.tools);
    for (const message of this.#lost.news(request)) yield { type: 'notice', message };
    const began = performance.now();
    for (let attempts = 1; ; attempts++) {
      const context = { connection: await this.#connected(), attempts };
      const attempt = new Attempt(signal);
      let started = false;
      let failure: Failure;
      try {
        const answer = await this.#ask(body, { attempt, context, options });
        if (answer.limits.length > 0) yield { type: 'rate_limits', limits: answer.limits };
        for (let events = await answer.next(); events !== undefined; events = await answer.next()) {
          started = true;
          for (const event of events) yield inward(event, { names, requestId: answer.requestId });
        }
        giveBack(body);
        return;
      } catch (thrown) {
        failure = thrown instanceof Refused ? thrown.failure : toFailure(thrown, context);
      } finally {
        attempt.close();
      }
      if (signal.aborted) throw aborted(signal, context);
      if (failure.limits !== undefined && failure.limits.length > 0) yield { type: 'rate_limits', limits: failure.limits };
      const delayMs = started ? undefined : this.#delayMs(failure, { attempts, began });
      if (delayMs === undefined) throw failure.error;
      yield { type: 'retry', attempt: attempts, delayMs, reason: failure.reason, status: failure.status };
      await sleep(delayMs, undefined, { signal }).catch(() => {
        throw aborted(signal, context);
      });
    }
  }

  #delayMs(failure: Failure, { attempts, began }: { readonly attempts: number; readonly began: number }): number | undefined {
    const { maxRetries = 4, maxRetryWaitSeconds = 120 } = this.#options;
    const state = { attempts, elapsedMs: performance.now() - began, random: Math.random() };
    return retryDelayMs(failure, { limits: { maxRetries, maxWaitMs: maxRetryWaitSeconds * 1000 }, state });
  }

  /** Throws MODEL_KEY_MISSING. */
  async #connected(): Promise<Connection> {
    const { apiKey } = this.#options;
    const connection = this.connection(typeof apiKey === 'function' ? await keyFrom(apiKey) : apiKey);
    const why = whyUnusable(connection);
    if (why !== undefined) throw errors.MODEL_KEY_MISSING({ why });
    return connection;
  }

  async #ask(body: Buffer, { attempt, context, options }: Asking): Promise<Answer> {
    const { connection } = context;
    const { timeoutSeconds = 300, proxy } = this.#options;
    const message = await post(body, { connection, signal: attempt.signal, options: { timeoutSeconds, proxy, env: this.#env } });
    const status = message.statusCode ?? 0;
    if (status < 200 || status >= 300) throw new Refused(await refusalOf(message, context));
    const limits = { maxChars: options.maxAnswerChars };
    attempt.answer = await readAnswer(message, {
      assembler: connection.api === 'chat' ? new ChatAssembler(limits) : new ResponsesAssembler(limits),
      idleMs: timeoutSeconds * 1000,
      onIdle: () => timedOut(connection, timeoutSeconds),
      errorIn: (event) => eventError(event, context),
      secrets: connection.secrets,
      raw: options.raw,
    });
    return attempt.answer;
  }
}

interface Asking {
  readonly attempt: Attempt;
  readonly context: FailureContext;
  readonly options: StreamOptions;
}

/** An answer that is a refusal, on its way to the place that decides whether to ask again. */
class Refused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.reason);
    this.failure = failure;
  }
}

async function keyFrom(ask: () => string | Promise<string>): Promise<string> {
  try {
    return await ask();
  } catch (cause) {
    throw errors.MODEL_KEY_MISSING({ why: `its key was asked for, and that failed: ${redact(messageOf(cause), [])}` });
  }
}

interface Inward {
  readonly names: ReadonlyMap<string, string>;
  readonly requestId: string | undefined;
}

/** The event with the server's name for the request, which stands in a header, and with the own name of a tool. */
function inward(event: ModelEvent, { names, requestId }: Inward): ModelEvent {
  if (event.type === 'start') return requestId === undefined ? event : { ...event, requestId };
  if (names.size === 0 || event.type !== 'block' || event.block.type !== 'tool_use') return event;
  const name = names.get(String('name' in event.block ? event.block.name : ''));
  return name === undefined ? event : { ...event, block: { ...event.block, name } };
}

const aborted = ({ reason }: AbortSignal, { connection }: FailureContext): LoadoutError =>
  errors.MODEL_ABORTED({ origin: originOf(connection) }, { cause: reason });
