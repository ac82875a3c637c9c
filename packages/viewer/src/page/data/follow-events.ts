import type { Trajectory } from '../../model/trajectory.js';
import type { LiveEvent } from '../../model/wire.js';
import { eventsOf } from './event-stream.js';
import type { LiveListener } from './recording.js';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

interface Following {
  readonly headers: Record<string, string>;
  readonly on: LiveListener;
  readonly signal: AbortSignal;
  /** Reads the whole recording again. */
  readonly again: () => Promise<Trajectory>;
}

/** Reads server-sent events until their end, and connects again behind the last event after a broken connection. */
export async function followEvents(url: string, { headers, on, signal, again }: Following): Promise<void> {
  let lastId = '';
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    try {
      const place = lastId === '' ? {} : { 'Last-Event-ID': lastId };
      const response = await fetch(url, { headers: { ...headers, ...place }, signal, cache: 'no-store' });
      // A lost key or an unknown recording does not become better by asking again.
      if (response.status >= 400 && response.status < 500) return on.connected(false);
      if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
      on.connected(true);
      pause = FIRST_PAUSE;
      for await (const { id, data } of eventsOf(response.body)) {
        lastId = id ?? lastId;
        const event = JSON.parse(data) as LiveEvent;
        if (event.type === 'anew') on.replaced(await again());
        else on.event(event);
        if (event.type === 'end') return on.connected(false);
      }
    } catch {
      if (signal.aborted) return;
    }
    on.connected(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}
