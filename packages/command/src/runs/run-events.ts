import type { AgentEvent } from '@loadout/runner';
import type { SessionRecord } from '@loadout/sessions';
import { SessionEvents } from './session-events.js';
import { WholeRuns } from './whole-runs.js';

/** An engine, as far as runs are read from it. `State`: what it says about a run as a whole. */
export interface RunFeed<State> {
  follow(
    session: string,
    signal: AbortSignal,
  ): AsyncIterable<{ readonly records: readonly SessionRecord[] } | { readonly live: AgentEvent } | { readonly state: State }>;
}

/** A run of a session, by its number from 1. */
export interface NumberedRun {
  readonly session: string;
  readonly number: number;
}

/** An event of a run on an engine, or a look at the run. */
export type RemoteEvent<State> =
  /** An event of the records, with its number from 1. The numbers are the same each time. */
  | { readonly id: number; readonly event: AgentEvent }
  /** An event that has no record: a piece of a message under way, or the progress of a call. It is told once, or not at all. */
  | { readonly live: AgentEvent }
  | { readonly state: State };

/** The events of a run, up to its result, or until no prompt of its session is open. Throws ENGINE_RUN_UNKNOWN. */
export async function* runEvents<State>(
  client: RunFeed<State>,
  { session, number }: NumberedRun,
  signal: AbortSignal,
): AsyncGenerator<RemoteEvent<State>> {
  const events = new SessionEvents({ path: session });
  const runs = new WholeRuns();
  let current = 1;
  let id = 0;
  for await (const item of client.follow(session, signal)) {
    if ('state' in item) yield item;
    else if ('live' in item) {
      if (current === number) yield item;
    } else
      for (const recorded of events.next(item.records)) {
        const event = runs.next(recorded);
        if (event === undefined) continue;
        if (current === number) {
          id += 1;
          yield { id, event };
        }
        if (event.type !== 'result') continue;
        if (current === number) return;
        current += 1;
      }
  }
}
