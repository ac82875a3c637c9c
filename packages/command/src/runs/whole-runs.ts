import type { AgentEvent, RunResult } from '@loadout/runner';

/**
 * The events of runs on an engine, whose records have an end also where a run waited for an answer. Such an end is left out, and the
 * next one counts the work before it too.
 */
export class WholeRuns {
  #before: RunResult | undefined;

  /** Returns the event as a reader gets it. `undefined`: the run goes on there. */
  next(event: AgentEvent): AgentEvent | undefined {
    if (event.type !== 'result') return event;
    const result = this.#before === undefined ? event.result : joined(this.#before, event.result);
    const isWaiting = event.result.outcome === 'deferred';
    this.#before = isWaiting ? result : undefined;
    return isWaiting ? undefined : { ...event, result };
  }
}

/** Adds up the work of two parts of a run. The outcome, the text and the error are those of the later part. */
const joined = (first: RunResult, last: RunResult): RunResult => ({
  ...last,
  turns: first.turns + last.turns,
  toolCalls: first.toolCalls + last.toolCalls,
  // A call that waited is made again.
  calls: [...first.calls.filter(({ outcome }) => outcome !== 'deferred'), ...last.calls],
  denials: [...first.denials, ...last.denials],
  spilled: first.spilled + last.spilled,
  usage: sum(first.usage, last.usage),
  costUsd: sum(first.costUsd, last.costUsd),
  models: sum(first.models, last.models),
  durationMs: first.durationMs + last.durationMs,
  modelMs: first.modelMs + last.modelMs,
});

/** Adds numbers, also in objects. A cost that is not known stays unknown, as `null`. */
function sum<T>(a: T, b: T): T {
  if (a === undefined || b === null) return b;
  if (b === undefined || a === null) return a;
  if (typeof a === 'number' && typeof b === 'number') return (a + b) as T;
  const [ours, theirs] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  const keys = new Set([...ours.keys(), ...theirs.keys()]);
  return Object.fromEntries([...keys].map((key) => [key, sum(ours.get(key), theirs.get(key))])) as T;
}
