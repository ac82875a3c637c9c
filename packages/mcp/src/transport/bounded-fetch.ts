import type { UnderlyingSource } from 'node:stream/web';
import { errors } from '../errors.js';
import { type AnswerRules, withAnswers, withBody } from './with-answers.js';

export interface FetchRules {
  /** Headers for every request. Headers of the protocol override them. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** After a 401 of a request with these headers: whether there are new ones to try once more with. */
  renew?: ((refused: Readonly<Record<string, string>>) => Promise<boolean>) | undefined;
  /** The requests that wait for their answers. Absent: the bodies are no messages. */
  readonly answers?: AnswerRules | undefined;
  /** A body ended in a way that leaves a request without its answer. */
  onBroken(problem: string): void;
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

const LARGEST_MESSAGE = 16 * 1024 * 1024;

/** `fetch` with the headers of the configuration, and with bodies that end in an error before they fill the memory. */
export function boundedFetch(rules: FetchRules): Fetch {
  const once = async (url: string | URL, init: RequestInit | undefined) => {
    const sent = await rules.headers();
    const headers = new Headers(sent);
    new Headers(init?.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    return { sent, response: await fetch(url, { ...init, headers }) };
  };
  const answered = async (url: string | URL, init: RequestInit | undefined) => {
    let { sent, response } = await once(url, init);
    if (response.status === 401 && (await rules.renew?.(sent)) === true) {
      await response.body?.cancel();
      ({ sent, response } = await once(url, init));
    }
    return bounded(response, { rules, post: init?.method === 'POST' });
  };
  const { answers } = rules;
  return (url, init) =>
    answers === undefined ? answered(url, init) : withAnswers(() => answered(url, init), { rules: answers, init });
}

function bounded(response: Response, { rules, post }: { rules: FetchRules; post: boolean }): Response {
  if (response.body === null) return response;
  const stream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const counter = stream ? new EventCounter() : new ByteCounter();
  const body = new ReadableStream<Uint8Array>(
    boundedSource(response.body.getReader(), { rules, counter, watched: stream && post }),
  );
  return withBody(response, body);
}

type Counter = ByteCounter | EventCounter;

function boundedSource(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { rules, counter, watched }: { rules: FetchRules; counter: Counter; watched: boolean },
): UnderlyingSource<Uint8Array> {
  return {
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        counter.add(value);
        if (counter.held <= LARGEST_MESSAGE) return controller.enqueue(value);
        const error = errors.MCP_ANSWER_TOO_LARGE({ limit: LARGEST_MESSAGE });
        rules.onBroken(error.message);
        controller.error(error);
        await reader.cancel();
      } catch (error) {
        // A stream with event ids can be taken up again, which the SDK does.
        const takenUp = counter instanceof EventCounter && counter.resumable;
        if (watched && !takenUp && !isAbort(error)) rules.onBroken(`the stream broke off (${error})`);
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

class ByteCounter {
  held = 0;
  add(chunk: Uint8Array) {
    this.held += chunk.length;
  }
}

/** Counts from the last empty line, which ends an event. */
class EventCounter {
  held = 0;
  resumable = false;
  #tail = '';

  add(chunk: Uint8Array) {
    const text = this.#tail + Buffer.from(chunk).toString('latin1');
    const end = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\r\n\r\n'), text.lastIndexOf('\r\r'));
    this.held = end === -1 ? this.held + chunk.length : text.length - end;
    this.resumable ||= /(?:^|[\r\n])id:/.test(text);
    this.#tail = text.slice(-4);
  }
}
