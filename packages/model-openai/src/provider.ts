import { type LoadoutError, messageOf } from '@loadout/core';
import type { ModelEvent, ModelProvider, ModelRequest, RateLimit } from '@loadout/core/model';
import { type AttemptContext, redact, toFailure } from '@loadout/model-apis';
import { type Asking, askedAgain, decodedBody, throwRefusal } from '@loadout/node/http';
import { rateLimits } from './answer/rate-limits.js';
import { type Answer, readAnswer } from './answer/read-answer.js';
import { invalid } from './answer/wire-event.js';
import { ChatAssembler } from './chat/chat-assembler.js';
import { ChatRequests } from './chat/chat-request.js';
import { post } from './connection/client.js';
import { apiOf, type Connection, connectionOf, missingPart, originOf, serverOf } from './connection/connection.js';
import type { Env, OpenAiOptions } from './connection/options.js';
import { errors } from './errors.js';
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
    missing: () => (typeof options.apiKey === 'function' ? undefined : missingPart(server.connection())),
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
    const { maxRetries, maxRetryWaitSeconds } = this.#options;
    const origin = originOf(serverOf(this.#options, this.#env));
    yield* askedAgain({
      signal,
      maxRetries,
      maxRetryWaitSeconds,
      begin: async (attempts) => this.#begin(await this.#connected(), { attempts, body, options }),
      eventOf: (event, requestId) => inward(event, { names, requestId }),
      aborted: () => errors.MODEL_ABORTED({ origin }, { cause: signal.reason }),
    });
  }

  #begin(connection: Connection, { attempts, body, options }: Beginning): Asking<ModelEvent, LoadoutError, RateLimit> {
    const { credentialFrom: from, secrets, start } = connection;
    const context = { origin: originOf(connection), from, secrets, attempts, start };
    return {
      ask: (signal) => this.#ask(body, { signal, connection, context, options }),
      failureOf: (thrown) => toFailure(thrown, { errors, context, limits: rateLimits }),
    };
  }

  /** Throws MODEL_KEY_MISSING. */
  async #connected(): Promise<Connection> {
    const { apiKey } = this.#options;
    const connection = this.connection(typeof apiKey === 'function' ? await keyFrom(apiKey) : apiKey);
    const missing = missingPart(connection);
    if (missing !== undefined) throw errors.MODEL_KEY_MISSING(missing);
    return connection;
  }

  async #ask(sent: readonly Buffer[], { signal, connection, context, options }: Sending): Promise<Answer> {
    const { timeoutSeconds = 300, proxy } = this.#options;
    const message = await post(sent, { connection, signal, options: { timeoutSeconds, proxy, env: this.#env } });
    const body = await decodedBody(message, invalid);
    await throwRefusal(message, body);
    const limits = { maxChars: options.maxAnswerChars };
    return readAnswer(
      { headers: message.headers, body },
      {
        assembler: connection.api === 'chat' ? new ChatAssembler(limits) : new ResponsesAssembler(limits),
        context,
        seconds: timeoutSeconds,
        raw: options.raw,
      },
    );
  }
}

interface Beginning {
  readonly attempts: number;
  readonly body: readonly Buffer[];
  readonly options: StreamOptions;
}

interface Sending {
  readonly signal: AbortSignal;
  readonly connection: Connection;
  readonly context: AttemptContext;
  readonly options: StreamOptions;
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
