import { eventsOf } from '../data/event-stream.js';
import { Refused } from './api.js';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

interface Following {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  /** The number of the last event that the page has. */
  readonly after: number;
  readonly on: (event: unknown, told: { readonly id: number | undefined; readonly isLive: boolean }) => void;
  readonly connected: (isConnected: boolean) => void;
}

/** Reads the events of a run to their end. A broken connection is taken up behind the last event. Throws Refused. */
export async function followRun(id: string, { headers, signal, after, on, connected }: Following): Promise<void> {
  let last = after;
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    const asked = { headers: { ...headers, 'Last-Event-ID': String(last) }, signal, cache: 'no-store' } as const;
    const response = await fetch(`runs/${id}/events`, asked).catch(() => undefined);
    if (signal.aborted) return;
    if (response?.status === 401) throw new Refused('The server no longer knows this page.');
    if (response !== undefined && response.status >= 400 && response.status < 500)
      throw new Error(`The server has no events of the run ${id}.`);
    if (response?.ok === true && response.body !== null) {
      connected(true);
      pause = FIRST_PAUSE;
      try {
        for await (const { id: number, data } of eventsOf(response.body)) {
          const told = number === undefined ? undefined : Number(number);
          last = told ?? last;
          // The live events of an engine have no number.
          on(JSON.parse(data), { id: told, isLive: told === undefined });
        }
        return;
      } catch {
        if (signal.aborted) return;
      }
    }
    connected(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}
