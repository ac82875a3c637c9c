import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadoutError } from '@loadout/core';
import type { ModelEvent, RateLimit } from '@loadout/core/model';
import { redact } from '@loadout/model-apis';
import { type Answer as AnswerOf, ByteSource, decodedBody, SseReader } from '@loadout/node/http';
import type { Assembler, WireEvent } from './assembler.js';
import { rateLimits } from './rate-limits.js';
import { DONE, invalid, toWireEvent, unreadable } from './wire-event.js';

/** How long counts may come behind the end of a message. Servers that send them there do so at once. */
const USAGE_MS = 250;

export interface AnswerOptions {
  readonly assembler: Assembler;
  readonly idleMs: number;
  readonly onIdle: () => LoadoutError;
  /** Makes an error of an event that tells of one; `undefined` for any other event. */
  readonly errorIn: (event: WireEvent) => LoadoutError | undefined;
  readonly secrets: readonly string[];
  /** True to emit the raw events as well, each before the events built from it. */
  readonly raw?: boolean | undefined;
}

export type Answer = AnswerOf<ModelEvent, RateLimit>;

export async function readAnswer(message: IncomingMessage, options: AnswerOptions): Promise<Answer> {
  const source = new ByteSource(await decodedBody(message, invalid), options);
  const type = message.headers['content-type'] ?? 'text/event-stream';
  if (!type.includes('text/event-stream')) throw await notAStream(type, { source, options });
  const { assembler } = options;
  const batches = new Batches({ ...options, heard: () => source.heard() });
  return {
    limits: rateLimits(message.headers),
    requestId: message.headers['x-request-id']?.toString(),
    async next() {
      while (!assembler.isDone && batches.failure === undefined) {
        const events = batches.of(await nextChunk(source, options));
        if (events.length > 0) return events;
      }
      if (batches.failure !== undefined) throw batches.failure.thrown;
      await source.ended();
      return undefined;
    },
    close: () => source.close({ drain: assembler.isDone }),
  };
}

/** The events of each chunk. Events before a failure in a chunk are emitted first. */
class Batches {
  readonly #options: AnswerOptions & { heard(): void };
  readonly #reader = new SseReader({ parse: toWireEvent, refuse: invalid });
  readonly #kept: ModelEvent[] = [];
  failure: { readonly thrown: unknown } | undefined;

  constructor(options: AnswerOptions & { heard(): void }) {
    this.#options = options;
  }

  of(chunk: Chunk): ModelEvent[] {
    const events: ModelEvent[] = [];
    try {
      if ('bytes' in chunk) this.#takeAll(this.#reader.push(chunk.bytes), events);
      else this.#options.assembler.close(events, chunk.cause);
    } catch (thrown) {
      this.failure = { thrown: unreadable(thrown) };
    }
    return events;
  }

  /** Takes the events up to the end of the message. */
  #takeAll(wire: readonly WireEvent[], events: ModelEvent[]): void {
    for (const event of wire) {
      if (this.#options.assembler.isDone) return;
      this.#take(event, events);
    }
  }

  #take(event: WireEvent, events: ModelEvent[]): void {
    const { assembler, raw, errorIn, heard } = this.#options;
    const failure = errorIn(event);
    if (failure !== undefined) throw failure;
    const { size } = assembler;
    // An event that goes out means that the message is not asked for again: nothing goes out before the message has begun.
    const brought: ModelEvent[] = [];
    if (raw === true) this.#kept.push({ type: 'raw', event: event.value });
    if (event === DONE) assembler.sign(brought);
    else assembler.take(event, brought);
    if (assembler.size > size) heard();
    if (assembler.hasBegun) events.push(...this.#kept.splice(0), ...brought);
  }
}

/** Bytes, or the end of the stream with the error that ended it. */
type Chunk = { readonly bytes: Buffer } | { readonly cause: unknown };

async function nextChunk(source: ByteSource, { assembler, onIdle }: AnswerOptions): Promise<Chunk> {
  try {
    const bytes = assembler.awaitsUsage ? await soon(source.next()) : await source.next();
    if (bytes !== undefined) return { bytes };
  } catch (cause) {
    return { cause };
  }
  if (source.timedOut && !assembler.awaitsUsage) throw onIdle();
  return { cause: undefined };
}

async function soon(bytes: Promise<Buffer | undefined>): Promise<Buffer | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([bytes, sleep(USAGE_MS, undefined, { signal: over.signal })]);
  } finally {
    over.abort();
    bytes.catch(() => {});
  }
}

interface NoStream {
  readonly source: ByteSource;
  readonly options: AnswerOptions;
}

/** Its beginning says enough, and its end may never come. Some servers tell of an error with the status 200. */
async function notAStream(type: string, { source, options }: NoStream): Promise<LoadoutError> {
  const begin = await source.next().catch(() => undefined);
  source.close({ drain: false });
  const text = begin?.toString('utf8', 0, 2000) ?? '';
  try {
    const told = options.errorIn({ type: '', value: JSON.parse(text) as WireEvent['value'] });
    if (told !== undefined) return told;
  } catch {
    // The text says itself that it is no JSON.
  }
  const shown = redact(text, options.secrets).slice(0, 200);
  return invalid(`its content type is ${type}, it begins ${JSON.stringify(shown)}`);
}
