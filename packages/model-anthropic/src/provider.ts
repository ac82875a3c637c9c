import type { LoadoutError } from '@loadout/core';
import { MESSAGES_API, type ModelEvent, type ModelProvider, type ModelRequest, type RateLimit } from '@loadout/core/model';
import { type AttemptContext, type Failure, toFailure } from '@loadout/model-apis';
import { type Asking, askedAgain } from '@loadout/node/http';
import { rateLimits } from './answer/rate-limits.js';
import { type Answer, readAnswer } from './answer/read-answer.js';
import { errors } from './errors.js';
import type { AnthropicOptions } from './options.js';
import { betasOf, serialiseRequest } from './request/serialise-request.js';
import type { Client } from './transport/client.js';
import { type Connection, originOf } from './transport/connection.js';
import { Connector, missingPart } from './transport/connector.js';

/**
 * A model provider for the Messages API. Nothing is loaded, read or opened before the first `stream`, but the environment,
 * which is read each time.
 */
export function anthropicProvider(options: AnthropicOptions = {}, env: Env = process.env): ModelProvider {
  const api = new MessagesApi(options, env);
  return {
    name: 'anthropic',
    api: MESSAGES_API,
    knowsReferences: options.toolReferences === true,
    missing: () => missingPart(options, env),
    secrets: () => api.secrets,
    stream: (request, options) => api.stream(request, options),
  };
}

type Env = Readonly<Record<string, string | undefined>>;

class MessagesApi {
  readonly #options: AnthropicOptions;
  readonly #timeoutSeconds: number;
  readonly #connector: Connector;

  constructor(options: AnthropicOptions, env: Env) {
    this.#options = options;
    this.#timeoutSeconds = options.timeoutSeconds ?? 300;
    this.#connector = new Connector(options, env);
  }

  get secrets(): readonly string[] {
    return this.#connector.secrets;
  }

  stream(
    request: ModelRequest,
    { signal, raw, maxAnswerChars, asker }: Parameters<ModelProvider['stream']>[1],
  ): AsyncIterable<ModelEvent> {
    const betas = [...new Set([...(this.#options.betas ?? []), ...betasOf(request)])];
    const { sessionHeader } = this.#options;
    const headers = sessionHeader === undefined || asker === undefined ? {} : { [sessionHeader]: asker.session };
    const sent = { body: serialiseRequest(request), betas, headers, raw, maxChars: maxAnswerChars };
    let mayRenew = true;
    const begin = async (attempts: number): Promise<Asking<ModelEvent, LoadoutError, RateLimit>> => {
      const { connection, client } = await this.#connector.connected(this.#timeoutSeconds);
      const context = this.#contextOf(connection, attempts);
      return {
        ask: (signal) => this.#ask({ ...sent, client }, { signal, context }),
        failureOf: (thrown) => toFailure(thrown, { errors, context, limits: rateLimits }),
        renews: (failure) => {
          const renews = mayRenew && this.#isRefusal(failure) && this.#connector.refused(connection);
          mayRenew &&= !renews;
          return renews;
        },
      };
    };
    const { maxRetries, maxRetryWaitSeconds } = this.#options;
    const aborted = () => errors.MODEL_ABORTED(undefined as never, { cause: signal.reason });
    return askedAgain({ signal, maxRetries, maxRetryWaitSeconds, begin, eventOf: named, aborted });
  }

  /** The SDK of a cloud may find a credential while it makes the request, so secrets are read when they are needed. */
  #contextOf(connection: Connection, attempts: number): AttemptContext {
    const connector = this.#connector;
    return {
      origin: originOf(connection),
      from: connection.credentialFrom,
      attempts,
      get secrets() {
        return connector.secrets;
      },
    };
  }

  /** Clouds refuse a token that has expired with 403. */
  #isRefusal({ status }: Pick<Failure<LoadoutError>, 'status'>): boolean {
    return status === 401 || (status === 403 && (this.#options.transport ?? 'api') !== 'api');
  }

  async #ask({ client, body, betas, headers, raw, maxChars }: Sent, { signal, context }: Sending): Promise<Answer> {
    const answered = await client.post(body, { signal, betas, headers });
    return readAnswer(answered, { context, seconds: this.#timeoutSeconds, raw, maxChars });
  }
}

interface Sent {
  readonly client: Client;
  readonly body: readonly Buffer[];
  readonly betas: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: boolean | undefined;
  readonly maxChars: number | undefined;
}

interface Sending {
  readonly signal: AbortSignal;
  readonly context: AttemptContext;
}

/** The event with the API's name for the request, which the API sends in a header. */
const named = (event: ModelEvent, requestId: string | undefined): ModelEvent =>
  event.type === 'start' && requestId !== undefined ? { ...event, requestId } : event;
