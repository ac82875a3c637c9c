import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadoutError } from '@loadout/core';
import type { ModelEvent, ModelProvider, ModelRequest } from '@loadout/core/model';
import { LONGEST_TIMER_MS } from '@loadout/node';
import { nextDelayMs } from '@loadout/node/http';
import { Assembler } from './answer/assembler.js';
import { Patience } from './answer/patience.js';
import { warningText } from './answer/warning.js';
import { errors } from './errors.js';
import { type Failure, toFailure } from './failure/to-failure.js';
import { knownPackage } from './model/known-packages.js';
import type { CallOptions, LanguageModel, StreamPart } from './model/language-model.js';
import { Models } from './model/load-model.js';
import type { AiSdkOptions } from './options.js';
import { callOptions } from './request/call-options.js';
import { Prompts } from './request/prompt.js';
import { secretsOf } from './secrets.js';

type Env = Readonly<Record<string, string | undefined>>;
type StreamOptions = Parameters<ModelProvider['stream']>[1];

/**
 * A model provider over a provider package of the AI SDK. The package is found and loaded for the first request, from
 * `configDir`.
 */
export function aiSdkProvider(
  options: AiSdkOptions,
  { configDir, env = process.env }: { readonly configDir: string; readonly env?: Env | undefined },
): ModelProvider {
  const models = new Models(options, configDir);
  const adapter = new Adapter(options, { models, secrets: secretsOf(options, env) });
  return {
    name: 'ai-sdk',
    api: `ai-sdk:${options.package}`,
    missing: () => models.missing(),
    secrets: () => adapter.secrets,
    stream: (request, given) => adapter.stream(request, given),
  };
}

class Adapter {
  readonly #options: AiSdkOptions;
  readonly #models: Models;
  readonly secrets: readonly string[];
  readonly #prompts = new Map<string, Prompts>();
  /** Warnings that were told, by the first message of a conversation. */
  readonly #told = new WeakMap<object, Set<string>>();

  constructor(options: AiSdkOptions, { models, secrets }: { readonly models: Models; readonly secrets: readonly string[] }) {
    this.#options = options;
    this.#models = models;
    this.secrets = secrets;
  }

  async *stream(request: ModelRequest, { signal, raw, maxAnswerChars }: StreamOptions): AsyncGenerator<ModelEvent> {
    const model = await this.#models.get(request.model);
    const call = { ...this.#callOptions(request, model), includeRawChunks: raw === true };
    const began = performance.now();
    for (let attempts = 1; ; attempts++) {
      if (signal.aborted) throw aborted(signal);
      const assembler = new Assembler({ name: this.#options.package, model: request.model, maxChars: maxAnswerChars });
      let failure: Failure;
      try {
        yield* this.#answer({ model, call, request, raw }, { assembler, signal });
        return;
      } catch (thrown) {
        if (signal.aborted) throw aborted(signal);
        failure = toFailure(thrown, { name: this.#options.package, secrets: this.secrets, attempts });
      }
      const delayMs = assembler.hasBegun ? undefined : nextDelayMs(failure, { asked: this.#options, attempts, began });
      if (delayMs === undefined) throw failure.error;
      yield { type: 'retry', attempt: attempts, delayMs, reason: failure.reason, status: failure.status };
      await sleep(Math.min(delayMs, LONGEST_TIMER_MS), undefined, { signal }).catch(() => {
        throw aborted(signal);
      });
    }
  }

  async *#answer({ model, call, request, raw }: Sent, { assembler, signal }: Reading): AsyncGenerator<ModelEvent> {
    const seconds = this.#options.timeoutSeconds ?? 300;
    const onIdle = () => errors.MODEL_TIMEOUT({ name: this.#options.package, seconds });
    const patience = new Patience(signal, { idleMs: seconds * 1000, onIdle });
    let reader: ReadableStreamDefaultReader<StreamPart> | undefined;
    try {
      const { stream } = await patience.for(model.doStream({ ...call, abortSignal: patience.signal }));
      reader = stream.getReader();
      const kept: ModelEvent[] = [];
      while (!assembler.done) {
        const { value: part = END } = await patience.for(reader.read()).catch((cause: unknown) => {
          throw assembler.hasBegun && !patience.isOver ? cutBy(assembler, cause) : cause;
        });
        if (part === END) assembler.cut(undefined);
        if (part.type === 'error') throw part.error;
        if (part.type === 'stream-start') yield* this.#warnings(part, request);
        if (part.type !== 'raw') assembler.take(part, kept);
        else if (raw === true) kept.push({ type: 'raw', event: part.rawValue });
        // An event that goes out means that the message is not asked for again.
        if (assembler.hasBegun) yield* kept.splice(0);
      }
    } finally {
      patience.close({ abort: !assembler.done });
      reader?.cancel().catch(() => {});
    }
  }

  /** A warning is told once in a conversation, not in each of its turns. */
  *#warnings({ warnings }: StreamPart, { messages }: ModelRequest): Generator<ModelEvent> {
    if (!Array.isArray(warnings) || warnings.length === 0) return;
    const [first = this] = messages;
    const told = this.#told.get(first) ?? new Set<string>();
    this.#told.set(first, told);
    for (const message of warnings.map((warning) => warningText(warning, this.#options.package))) {
      if (told.has(message)) continue;
      told.add(message);
      yield { type: 'notice', message };
    }
  }

  #callOptions(request: ModelRequest, model: LanguageModel): CallOptions {
    const known = knownPackage(this.#options.package);
    const version = model.specificationVersion;
    const resultImages = this.#options.resultImages ?? known?.resultImages ?? false;
    const prompts = this.#prompts.get(version) ?? new Prompts({ version, resultImages, foreignCall: foreignCallOf(known) });
    this.#prompts.set(version, prompts);
    return callOptions(request, { model, known, options: this.#options, prompts });
  }
}

interface Sent {
  readonly model: LanguageModel;
  readonly call: CallOptions;
  readonly request: ModelRequest;
  readonly raw: boolean | undefined;
}

interface Reading {
  readonly assembler: Assembler;
  readonly signal: AbortSignal;
}

/** Stands for the end of a stream that has no part left. */
const END: StreamPart = { type: 'end' };

/** A connection that breaks while the answer streams. */
function cutBy(assembler: Assembler, cause: unknown): unknown {
  try {
    return assembler.cut(cause);
  } catch (error) {
    return error;
  }
}

const aborted = (signal: AbortSignal): LoadoutError => errors.MODEL_ABORTED(undefined as never, { cause: signal.reason });

const foreignCallOf = (known: ReturnType<typeof knownPackage>) =>
  known?.foreignCall === undefined || known.key === undefined ? undefined : { [known.key]: known.foreignCall };
