import { isLoadoutError, type LoadoutError } from '@loadout/core';
import type { ModelEvent, RateLimit } from '@loadout/core/model';
import { type Answer as AnswerOf, ByteSource, SseReader } from '@loadout/node/http';
import { errors } from '../errors.js';
import type { Answered } from '../exchange.js';
import { Assembler } from './assembler.js';
import { rateLimits } from './rate-limits.js';
import { invalid, toWireEvent, unreadable, type WireEvent } from './wire-event.js';

export interface AnswerOptions {
  readonly idleMs: number;
  readonly onIdle: () => LoadoutError;
  /** Makes an error of an event that reports one; `undefined` for any other event. */
  readonly errorIn: (event: WireEvent) => LoadoutError | undefined;
  /** An answer of more characters is ended with MODEL_ANSWER_TOO_LONG. */
  readonly maxChars?: number | undefined;
  /**
   * True to emit the raw events as well, each before the events built from it. The first ones are emitted together with the first
   * visible event.
   */
  readonly raw?: boolean | undefined;
}

export type Answer = AnswerOf<ModelEvent, RateLimit>;

export async function readAnswer({ headers, body }: Answered, options: AnswerOptions): Promise<Answer> {
  const source = new ByteSource(body, options);
  const type = headers['content-type'] ?? 'text/event-stream';
  if (!type.includes('text/event-stream')) throw await notAStream(type, { source, options });
  const reader = new SseReader({ parse: toWireEvent, refuse: invalid });
  const assembler = new Assembler(options);
  const kept: ModelEvent[] = [];
  let failure: unknown;
  const batch = (chunk: Buffer): ModelEvent[] => {
    const events: ModelEvent[] = [];
    try {
      for (const event of reader.push(chunk)) {
        const told = options.errorIn(event);
        if (told !== undefined) throw told;
        const { size } = assembler;
        if (options.raw !== true) assembler.take(event, events);
        else takeRaw(event, { assembler, kept, events });
        if (assembler.size > size) source.heard();
        if (assembler.done) break; // The message has ended.
      }
    } catch (error) {
      failure = unreadable(error); // Events before the failure in this chunk are emitted first.
    }
    return events;
  };
  return {
    limits: rateLimits(headers),
    requestId: (headers['request-id'] ?? headers['x-amzn-requestid'])?.toString(),
    async next() {
      while (!assembler.done && failure === undefined) {
        const chunk = await nextChunk(source, { assembler, options });
        const events = Buffer.isBuffer(chunk) ? batch(chunk) : [...kept.splice(0), ...chunk];
        if (events.length > 0) return events;
      }
      if (failure !== undefined) throw failure;
      await source.ended();
      return undefined;
    },
    close: () => source.close({ drain: assembler.done }),
  };
}

interface Taking {
  readonly assembler: Assembler;
  readonly kept: ModelEvent[];
  readonly events: ModelEvent[];
}

/** An event that goes out means that the message is not asked for again: nothing goes out before the message has begun. */
function takeRaw(event: WireEvent, { assembler, kept, events }: Taking): void {
  const brought: ModelEvent[] = [];
  kept.push({ type: 'raw', event });
  assembler.take(event, brought);
  if (!assembler.hasBegun) return;
  events.push(...kept.splice(0), ...brought);
}

interface NoStream {
  readonly source: ByteSource;
  readonly options: AnswerOptions;
}

/** Its beginning says enough, and its end may never come. Some servers report an error with the status 200. */
async function notAStream(type: string, { source, options }: NoStream): Promise<LoadoutError> {
  const begin = await source.next().catch(() => undefined);
  source.close({ drain: false });
  const text = begin?.toString('utf8', 0, 2000) ?? '';
  const told = errorIn(text, options);
  if (told !== undefined) return told;
  return errors.MODEL_STREAM_INVALID({
    problem: `its content type is ${type}, it begins ${JSON.stringify(text.slice(0, 200))}`,
  });
}

function errorIn(text: string, options: AnswerOptions): LoadoutError | undefined {
  try {
    return options.errorIn({ type: '', ...(JSON.parse(text) as object) });
  } catch {
    return undefined;
  }
}

/** Returns the next bytes, or the last events of a message that is complete without more. */
async function nextChunk(
  source: ByteSource,
  { assembler, options }: { assembler: Assembler; options: AnswerOptions },
): Promise<Buffer | readonly ModelEvent[]> {
  try {
    const chunk = await source.next();
    if (chunk !== undefined) return chunk;
  } catch (cause) {
    if (isLoadoutError(cause)) throw cause;
    return assembler.over(cause);
  }
  if (source.timedOut) throw options.onIdle();
  return assembler.over(undefined);
}
