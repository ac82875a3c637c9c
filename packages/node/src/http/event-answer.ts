import type { Readable } from 'node:stream';
import { ByteSource } from './byte-source.js';
import { SseReader } from './sse-reader.js';

/** How long counts may come behind the end of a message. Servers that send them there do so at once. */
const COUNTS_MS = 250;

/** Makes a message out of the events of a stream, block by block. Source: LOOP-02. */
export interface Assembler<Wire, Event> {
  /** Part of the message has gone out, so it cannot be asked for again. */
  readonly hasBegun: boolean;
  /** Grows with each event that adds something to the message. */
  readonly size: number;
  /** The message is complete and its end has gone out. */
  readonly isDone: boolean;
  /** The message is complete but for counts that may still come. */
  readonly awaitsCounts?: boolean;
  /** Adds the events of a wire event to `out`. */
  take(wire: Wire, out: Event[]): void;
  /** The stream is over. Contract: adds the end, or throws an error of the provider. */
  close(out: Event[], cause: unknown): void;
}

/** The way of one API from bytes to events. */
export interface EventReading<Wire, Event> {
  readonly contentType: string | undefined;
  readonly assembler: Assembler<Wire, Event>;
  readonly idleMs: number;
  readonly onIdle: () => Error;
  /** Makes an event of its data and its name; `undefined` leaves it out. */
  readonly parse: (data: string, name: string) => Wire | undefined;
  /** Makes the error for what cannot be read. */
  readonly refuse: (problem: string) => Error;
  /** Makes the error for an event that cannot be read, of what was thrown. */
  readonly unreadable: (thrown: unknown) => Error;
  /** Makes an error of an event that reports one; `undefined` for any other event. */
  readonly errorIn: (wire: Wire) => Error | undefined;
  readonly redact: (text: string) => string;
  /** Given where the raw events are emitted as well, each before the events built from it. The first ones wait for the first visible event. */
  readonly rawOf?: ((wire: Wire) => Event) | undefined;
}

/** Reads the events of an answer out of its body, in batches. Throws for a body that is no stream of events. */
export async function eventAnswer<Wire, Event>(body: Readable, reading: EventReading<Wire, Event>) {
  const { assembler, contentType = 'text/event-stream' } = reading;
  const source = new ByteSource(body, reading);
  if (!contentType.includes('text/event-stream')) throw await notAStream(contentType, { source, reading });
  const batches = new Batches({ source, reading });
  return {
    async next(): Promise<readonly Event[] | undefined> {
      while (!assembler.isDone && batches.failure === undefined) {
        const events = batches.of(await nextChunk(source, reading));
        if (events.length > 0) return events;
      }
      if (batches.failure !== undefined) throw batches.failure;
      await source.ended();
      return undefined;
    },
    close: () => source.close({ drain: assembler.isDone }),
  };
}

interface Body<Wire, Event> {
  readonly source: ByteSource;
  readonly reading: EventReading<Wire, Event>;
}

/** The events of each chunk. Events before a failure in a chunk are emitted first. */
class Batches<Wire, Event> {
  readonly #body: Body<Wire, Event>;
  readonly #reader: SseReader<Wire>;
  readonly #kept: Event[] = [];
  failure: Error | undefined;

  constructor(body: Body<Wire, Event>) {
    this.#body = body;
    this.#reader = new SseReader(body.reading);
  }

  of(chunk: Chunk): Event[] {
    const events: Event[] = [];
    const { assembler, unreadable } = this.#body.reading;
    try {
      if ('bytes' in chunk) for (const wire of this.#reader.push(chunk.bytes)) this.#take(wire, events);
      else {
        const ending: Event[] = [];
        assembler.close(ending, chunk.cause);
        events.push(...this.#kept.splice(0), ...ending);
      }
    } catch (thrown) {
      this.failure = unreadable(thrown);
    }
    return events;
  }

  #take(wire: Wire, events: Event[]): void {
    const { source, reading } = this.#body;
    const { assembler, errorIn, rawOf } = reading;
    if (assembler.isDone) return;
    const failure = errorIn(wire);
    if (failure !== undefined) throw failure;
    const { size } = assembler;
    // An event that goes out means that the message is not asked for again: nothing goes out before the message has begun.
    const brought: Event[] = [];
    if (rawOf !== undefined) this.#kept.push(rawOf(wire));
    assembler.take(wire, brought);
    if (assembler.size > size) source.heard();
    if (assembler.hasBegun) events.push(...this.#kept.splice(0), ...brought);
  }
}

/** Bytes, or the end of the stream with the error that ended it. */
type Chunk = { readonly bytes: Buffer } | { readonly cause: unknown };

interface Waiting {
  readonly assembler: { readonly awaitsCounts?: boolean };
  readonly onIdle: () => Error;
}

async function nextChunk(source: ByteSource, { assembler: { awaitsCounts = false }, onIdle }: Waiting): Promise<Chunk> {
  try {
    const bytes = awaitsCounts ? await soon(source.next()) : await source.next();
    if (bytes !== undefined) return { bytes };
  } catch (cause) {
    return { cause };
  }
  if (source.timedOut && !awaitsCounts) throw onIdle();
  return { cause: undefined };
}

async function soon(bytes: Promise<Buffer | undefined>): Promise<Buffer | undefined> {
  const { setTimeout: sleep } = await import('node:timers/promises');
  const over = new AbortController();
  try {
    return await Promise.race([bytes, sleep(COUNTS_MS, undefined, { signal: over.signal })]);
  } finally {
    over.abort();
    bytes.catch(() => {});
  }
}

/** Its beginning says enough, and its end may never come. Some servers report an error with the status 200. */
async function notAStream<Wire, Event>(type: string, { source, reading }: Body<Wire, Event>): Promise<Error> {
  const begin = await source.next().catch(() => undefined);
  source.close({ drain: false });
  const text = begin?.toString('utf8', 0, 2000) ?? '';
  const shown = reading.redact(text).slice(0, 200);
  return errorOf(text, reading) ?? reading.refuse(`its content type is ${type}, it begins ${JSON.stringify(shown)}`);
}

function errorOf<Wire, Event>(text: string, { parse, errorIn }: EventReading<Wire, Event>): Error | undefined {
  try {
    const wire = parse(text, '');
    return wire === undefined ? undefined : errorIn(wire);
  } catch {
    return undefined;
  }
}
