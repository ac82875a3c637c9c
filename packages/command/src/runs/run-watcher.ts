import type { AgentEvent, Run, RunResult } from '@loadout/runner';

/** A run that a server or a schedule works on. */
export interface WatchedRun {
  /** The id under which clients know the run. */
  readonly id: string;
  readonly session: string;
  readonly agent: string;
  /** The names of the tools that the client runs. A client can invent any number of names. */
  readonly clientTools?: readonly string[] | undefined;
  /**
   * The calls of a run that has ended which wait for a person. Empty: none does, for example because the client's tools are waited for.
   * Absent: this is not known.
   */
  readonly asks?: readonly WaitingCall[] | undefined;
}

/** A call that waits for a person. */
export interface WaitingCall {
  /** The name by which it is answered. */
  readonly call: string;
  readonly tool: string;
  readonly input: unknown;
}

/** A request that was not served. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** The request: `POST /runs`, or the name of the tool. */
  readonly what: string;
}

/** Hears of the work of a long-lived process, for a log or for metrics. Contract: never throws, and keeps no event. */
export interface RunWatcher {
  started(run: WatchedRun): void;
  event(run: WatchedRun, event: AgentEvent): void;
  ended(run: WatchedRun, result: RunResult): void;
  refused(refusal: Refusal): void;
}

/** One watcher for all of them. */
export const watchedBy = (all: readonly RunWatcher[]): RunWatcher => ({
  started: (run) => {
    for (const one of all) one.started(run);
  },
  event: (run, event) => {
    for (const one of all) one.event(run, event);
  },
  ended: (run, result) => {
    for (const one of all) one.ended(run, result);
  },
  refused: (refusal) => {
    for (const one of all) one.refused(refusal);
  },
});

/** Tells a watcher of a whole run. Resolves when the run has ended, and never rejects. */
export async function watchRun(
  run: Run,
  { agent, watcher }: { readonly agent: string; readonly watcher: RunWatcher },
): Promise<void> {
  const watched: WatchedRun = { id: run.sessionId, session: run.sessionId, agent };
  watcher.started(watched);
  try {
    for await (const event of run) watcher.event(watched, event);
  } finally {
    watcher.ended(watched, await run.result);
  }
}
