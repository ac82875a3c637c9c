const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

interface Following {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  /** The id of the last event that the page has. */
  readonly after?: string;
  /** Takes an event. `true`: it is the last one. */
  readonly on: (event: unknown, id: string | undefined) => unknown;
  readonly connected: (isConnected: boolean) => void;
  /** Whether nothing follows where a stream ends. */
  readonly endsWithStream?: boolean;
}

/**
 * Reads server-sent events to their end, and connects again behind the last event after a broken connection. Returns the status with
 * which the server refused: a lost key or an unknown record does not become better by asking again.
 */
export async function followEvents(
  url: string,
  { headers, signal, after, on, connected, endsWithStream = false }: Following,
): Promise<number | undefined> {
  let last = after;
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    try {
      const place = last === undefined ? {} : { 'Last-Event-ID': last };
      const response = await fetch(url, { headers: { ...headers, ...place }, signal, cache: 'no-store' });
      if (response.status >= 400 && response.status < 500) return response.status;
      if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
      connected(true);
      pause = FIRST_PAUSE;
      for await (const { id, data } of eventsOf(response.body)) {
        last = id ?? last;
        if ((await on(JSON.parse(data), id)) === true) return undefined;
      }
      if (endsWithStream) return undefined;
    } catch {
      if (signal.aborted) return undefined;
    }
    connected(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
  return undefined;
}

/** The events of a stream of server-sent events, up to its end. */
async function* eventsOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const read = eventReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield* read(decoder.decode(value, { stream: true }));
  }
}

interface ServerEvent {
  readonly id?: string | undefined;
  readonly data: string;
}

/** Returns a function that takes pieces of an event stream and returns the events that are complete. */
function eventReader(): (piece: string) => readonly ServerEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    return blocks.map(eventOf).filter((event) => event.data !== '');
  };
}

function eventOf(block: string): ServerEvent {
  const fields = block.split(/\r?\n/).map((line) => /^(id|data): ?(.*)$/s.exec(line));
  const values = (name: string) => fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '');
  return { id: values('id').at(-1), data: values('data').join('\n') };
}
