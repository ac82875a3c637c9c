import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadoutError, MESSAGES_API, type ModelEvent, type ModelProvider, type ModelRequest } from '@loadout/core';
import { giveBack, retryDelayMs } from '@loadout/node/http';
import { type Answer, readAnswer } from './answer/read-answer.js';
import type { WireEvent } from './answer/wire-event.js';
import { errors } from './errors.js';
import { apiFailure, type Failure, type FailureContext } from './failure/api-failure.js';
import { toFailure } from './failure/to-failure.js';
import type { AnthropicOptions } from './options.js';
import { betasOf, bodyForm, serialiseRequest } from './request/serialise-request.js';
import type { Client } from './transport/client.js';
import { originOf } from './transport/connection.js';
import { Connector, whyMissing } from './transport/connector.js';

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
    missing: () => whyMissing(options, env),
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

  async *stream(
    request: ModelRequest,
    { signal, raw, maxAnswerChars }: Parameters<ModelProvider['stream']>[1],
  ): AsyncGenerator<ModelEvent> {
    const betas = [...new Set([...(this.#options.betas ?? []), ...betasOf(request)])];
    const body = serialiseRequest(request, bodyForm(this.#options.transport, betas));
    const sent = { body, betas, model: request.model, raw, maxChars: maxAnswerChars };
    const began = performance.now();
    let mayRenew = true;
    for (let attempts = 1; ; attempts++) {
      const { connection, client } = await this.#connector.connected(this.#timeoutSeconds);
      const attempt = new Attempt(signal);
      const context = { connection, attempts };
      let started = false;
      let failure: Failure;
      try {
        const answer = await this.#ask({ ...sent, client }, { attempt, context });
        if (answer.limits.length > 0) yield { type: 'rate_limits', limits: answer.limits };
        for (let events = await answer.next(); events !== undefined; events = await answer.next()) {
          started = true;
          for (const event of events) yield named(event, answer.requestId);
        }
        giveBack(sent.body);
        return;
      } catch (thrown) {
        failure = toFailure(thrown, context);
      } finally {
        attempt.close();
      }
      if (signal.aborted) throw aborted(signal);
      if (failure.limits !== undefined && failure.limits.length > 0) yield { type: 'rate_limits', limits: failure.limits };
      const renews: boolean = mayRenew && !started && this.#isRefusal(failure) && this.#connector.refused(connection);
      mayRenew &&= !renews;
      const delayMs = renews ? 0 : started ? undefined : this.#delayMs(failure, { attempts, began });
      if (delayMs === undefined) throw failure.error;
      yield { type: 'retry', attempt: attempts, delayMs, reason: failure.reason, status: failure.status };
      await sleep(delayMs, undefined, { signal }).catch(() => {
        throw aborted(signal);
      });
    }
  }

  #delayMs(failure: Failure, { attempts, began }: { readonly attempts: number; readonly began: number }): number | undefined {
    const { maxRetries = 4, maxRetryWaitSeconds = 120 } = this.#options;
    const state = { attempts, elapsedMs: performance.now() - began, random: Math.random() };
    return retryDelayMs(failure, { limits: { maxRetries, maxWaitMs: maxRetryWaitSeconds * 1000 }, state });
  }

  /** Clouds refuse a token that has expired with 403. */
  #isRefusal({ status }: Failure): boolean {
    return status === 401 || (status === 403 && (this.#options.transport ?? 'api') !== 'api');
  }

  async #ask({ client, body, betas, model, raw, maxChars }: Sent, { attempt, context }: Asking): Promise<Answer> {
    const { connection } = context;
    const response = await client.post(body, { signal: attempt.signal, betas, model });
    const seconds = this.#timeoutSeconds;
    attempt.answer = await readAnswer(response, {
      idleMs: seconds * 1000,
      onIdle: () => errors.MODEL_TIMEOUT({ origin: originOf(connection), seconds }),
      onError: (event) => streamError(event, context),
      raw,
      maxChars,
    });
    return attempt.answer;
  }
}

interface Sent {
  readonly client: Client;
  readonly body: Buffer;
  readonly betas: readonly string[];
  readonly model: string;
  readonly raw: boolean | undefined;
  readonly maxChars: number | undefined;
}

interface Asking {
  readonly attempt: Attempt;
  readonly context: FailureContext;
}

/** One request with a signal of its own, so that nothing stays tied to the caller's, which may live as long as a session. */
class Attempt {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #abort = () => this.#controller.abort(this.#caller.reason);
  answer: Answer | undefined;

  constructor(caller: AbortSignal) {
    this.#caller = caller;
    if (caller.aborted) this.#abort();
    else caller.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  close(): void {
    this.#caller.removeEventListener('abort', this.#abort);
    this.answer?.close();
  }
}

/** The event with the API's name for the request, which the API sends in a header. */
const named = (event: ModelEvent, requestId: string | undefined): ModelEvent =>
  event.type === 'start' && requestId !== undefined ? { ...event, requestId } : event;

const aborted = (signal: AbortSignal): LoadoutError => errors.MODEL_ABORTED(undefined as never, { cause: signal.reason });

function streamError({ error }: WireEvent, context: FailureContext): LoadoutError {
  const { type, message } = (error ?? {}) as { type?: unknown; message?: unknown };
  const known = typeof type === 'string' ? type : undefined;
  return apiFailure({ type: known, message: typeof message === 'string' ? message : 'nothing' }, context).error;
}
