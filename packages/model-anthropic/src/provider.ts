import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadoutError, MESSAGES_API, type ModelEvent, type ModelProvider, type ModelRequest } from '@loadout/core';
import { type Answer, readAnswer } from './answer/read-answer.js';
import type { WireEvent } from './answer/sse-reader.js';
import { errors } from './errors.js';
import { apiFailure, type Failure, type FailureContext } from './failure/api-failure.js';
import { retryDelayMs } from './failure/retry-delay.js';
import { toFailure } from './failure/to-failure.js';
import type { AnthropicOptions } from './options.js';
import { giveBack } from './request/body-memory.js';
import { betasOf, serialiseRequest } from './request/serialise-request.js';
import type { Client } from './transport/client.js';
import { type Connection, connectionOf, missingCredential, originOf } from './transport/connection.js';
import { Key } from './transport/key.js';

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

/**
 * Returns the missing credential, if any. A key that comes from a function counts as present. With `needsKey`, the request fails
 * and not the choice of the model.
 */
function whyMissing({ apiKey, apiKeyHelper, ...options }: AnthropicOptions, env: Env): string | undefined {
  if (typeof apiKey === 'function' || apiKeyHelper !== undefined || options.needsKey === true) return undefined;
  return missingCredential(connectionOf({ ...options, apiKey }, env));
}

type Env = Readonly<Record<string, string | undefined>>;

class MessagesApi {
  readonly #options: AnthropicOptions;
  readonly #env: Env;
  readonly #timeoutSeconds: number;
  readonly #key: Key;
  #client: { readonly connection: Connection; readonly client: Client } | undefined;
  #secrets: readonly string[] = [];

  constructor(options: AnthropicOptions, env: Env) {
    this.#options = options;
    this.#env = env;
    this.#key = new Key(options);
    this.#timeoutSeconds = options.timeoutSeconds ?? 300;
    const { apiKey, ...others } = options;
    this.#keepSecrets(connectionOf({ ...others, apiKey: typeof apiKey === 'string' ? apiKey : undefined }, env));
  }

  /** All credentials that were or may be sent. */
  get secrets(): readonly string[] {
    return this.#secrets;
  }

  #keepSecrets({ secrets }: Connection): void {
    const added = secrets.filter((secret) => !this.#secrets.includes(secret));
    if (added.length > 0) this.#secrets = [...this.#secrets, ...added];
  }

  async *stream(
    request: ModelRequest,
    { signal, raw, maxAnswerChars }: Parameters<ModelProvider['stream']>[1],
  ): AsyncGenerator<ModelEvent> {
    const sent = { body: serialiseRequest(request), betas: betasOf(request), raw, maxChars: maxAnswerChars };
    const began = performance.now();
    let mayRenew = true;
    for (let attempts = 1; ; attempts++) {
      const { connection, client } = await this.#connected();
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
      const renews: boolean = mayRenew && !started && failure.status === 401 && this.#key.refused(connection.apiKey);
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

  /** Throws MODEL_KEY_MISSING. */
  async #connected(): Promise<{ readonly connection: Connection; readonly client: Client }> {
    const connection = connectionOf({ ...this.#options, apiKey: await this.#key.now() }, this.#env);
    const why = missingCredential(connection, { always: this.#options.needsKey });
    this.#keepSecrets(connection);
    if (why !== undefined) throw errors.MODEL_KEY_MISSING({ why });
    return { connection, client: await this.#clientFor(connection) };
  }

  async #ask({ client, body, betas: own = [], raw, maxChars }: Sent, { attempt, context }: Asking): Promise<Answer> {
    const { connection } = context;
    const betas = [...new Set([...(this.#options.betas ?? []), ...own])];
    const response = await client.post(body, { signal: attempt.signal, betas });
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

  /** Loaded at the first request. A changed environment makes a new client. */
  async #clientFor(connection: Connection): Promise<Client> {
    const { createClient } = await import('./transport/client.js');
    const found = this.#client;
    if (found !== undefined && JSON.stringify(found.connection) === JSON.stringify(connection)) return found.client;
    const client = createClient(connection, { timeoutSeconds: this.#timeoutSeconds, proxy: this.#options.proxy });
    this.#client = { connection, client };
    return client;
  }
}

interface Sent {
  readonly client: Client;
  readonly body: Buffer;
  readonly betas: readonly string[] | undefined;
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
