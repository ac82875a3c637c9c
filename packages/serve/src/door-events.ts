import type { Message } from '@loadout/core/model';
import type { RunInit, RunResult } from '@loadout/runner';
import type { HttpRuns } from './http-runs.js';

/** The events of a run that doors tell, as their lines say them (`plainEvent`). */
export type DoorEvent =
  | { readonly type: 'init'; readonly init: RunInit }
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  | { readonly type: 'message_start'; readonly uuid: string; readonly model: string }
  | { readonly type: 'message'; readonly uuid: string; readonly message: Message }
  /** The message under way is thrown away, and requested again. */
  | { readonly type: 'discard'; readonly reason: string }
  | { readonly type: 'tool_call' | 'tool_start'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: 'tool_result';
      readonly id: string;
      readonly name: string;
      readonly outcome: 'done' | 'failed' | 'denied' | 'deferred' | 'refused' | 'interrupted';
      readonly content: string;
    }
  /** `toolUseId`: the call that started the agent. */
  | {
      readonly type: 'subagent';
      readonly path: readonly string[];
      readonly toolUseId?: string | undefined;
      readonly event: Exclude<DoorEvent, { readonly type: 'subagent' }>;
    }
  /** Events before the next one were dropped, because the client read too slowly. */
  | { readonly type: 'gap' }
  | { readonly type: 'result'; readonly result: RunResult };

interface Reading {
  /** The number of the last event that the client has. */
  readonly after?: number | undefined;
  /** Whether the events of a run that waits end there, also on an engine, whose run goes on under its own id. */
  readonly toQuestion?: boolean | undefined;
}

/** The events of a run up to its end, or up to the abort. Behind the last event, the state of the run is that of a run that has ended. */
export async function* eventsOf(
  runs: HttpRuns,
  id: string,
  gone: AbortSignal,
  { after = 0, toQuestion = false }: Reading = {},
): AsyncGenerator<DoorEvent> {
  const over = new AbortController();
  const signal = AbortSignal.any([gone, over.signal]);
  let last = after;
  let isEnded = false;
  let end = Number.POSITIVE_INFINITY;
  const toEnd = async () => {
    await runs.untilWaiting?.(id, signal);
    end = (await runs.get(id)).events ?? 0;
    // Records that came before the question are read first.
    if (last >= end) over.abort();
  };
  if (toQuestion && runs.untilWaiting !== undefined) toEnd().catch(() => {});
  try {
    for await (const event of (await runs.events(id)).after(after, signal)) {
      // Live events of an engine are told again with their message.
      if (event.id === undefined) continue;
      if (event.id !== last + 1) yield { type: 'gap' };
      last = event.id;
      if (last >= end) over.abort();
      const told = JSON.parse(event.json) as DoorEvent & { readonly omitted?: string };
      // An event that cannot be told as a line, such as a call with endless nesting.
      if (told.omitted !== undefined) continue;
      isEnded ||= told.type === 'result';
      yield told;
    }
    if (isEnded || signal.aborted) return;
    const { result } = await runs.get(id);
    if (result !== undefined) yield { type: 'result', result };
  } finally {
    over.abort();
  }
}

/** The events of a run for the only client that hears it. A client that goes away interrupts the run, unless the server itself ends. */
export async function* doorEvents(
  runs: HttpRuns,
  id: string,
  gone: AbortSignal,
  reading: Reading = {},
): AsyncGenerator<DoorEvent> {
  const interrupt = () => {
    if (runs.isOpen) runs.interrupt(id).catch(() => {});
  };
  gone.addEventListener('abort', interrupt, { once: true });
  if (gone.aborted) interrupt();
  try {
    yield* eventsOf(runs, id, gone, reading);
  } finally {
    gone.removeEventListener('abort', interrupt);
  }
}
