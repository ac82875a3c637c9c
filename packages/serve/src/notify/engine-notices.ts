import { setTimeout as sleep } from 'node:timers/promises';
import type { RunWatcher, WatchedRun } from '@loadout/command/runs';
import { messageOf } from '@loadout/core';
import type { EngineClient, ListedRun } from '@loadout/engine-restate';
import type { RunResult } from '@loadout/runner';
import { askOf, type EngineRuns, OVER } from '../engine-runs.js';

/** The interval at which the engine is asked. One look costs it some milliseconds. */
const EVERY_MS = 3_000;
/** Runs that have not ended come first in the list. */
const MOST_LISTED = 1_000;

interface EngineNoticesParts {
  readonly client: Pick<EngineClient, 'runs'>;
  readonly runs: Pick<EngineRuns, 'agents' | 'newest'>;
  readonly notices: RunWatcher;
  readonly tell: (text: string) => void;
  readonly everyMs?: number;
}

/**
 * Tells of runs whose workers are elsewhere: looks at the list of the engine, and tells what is new there. A question that waits when
 * this process starts is told again, since nobody knows whether an earlier one told it. A run that ended before that is not.
 */
export class EngineNotices {
  readonly #parts: EngineNoticesParts;
  readonly #closing = new AbortController();
  /** The news that was told of each run: its end, or the names of its questions. */
  #told: ReadonlyMap<string, string> | undefined;
  #isAnswered = true;

  constructor(parts: EngineNoticesParts) {
    this.#parts = parts;
  }

  async follow(): Promise<void> {
    const { signal } = this.#closing;
    const { everyMs = EVERY_MS } = this.#parts;
    while (!signal.aborted) {
      await this.#look().then(
        () => (this.#isAnswered = true),
        (error: unknown) => this.#failed(error),
      );
      await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
  }

  close(): void {
    this.#closing.abort();
  }

  async #look(): Promise<void> {
    const { client, runs } = this.#parts;
    const before = this.#told;
    const told = new Map<string, string>();
    const failures: unknown[] = [];
    for (const one of await client.runs({ limit: MOST_LISTED })) {
      if (!runs.agents.includes(one.agent)) continue;
      const news = newsOf(one);
      if (news === undefined) continue;
      const isNew = before?.get(one.run) !== news;
      try {
        if (isNew && one.asks.length > 0) this.#waits(one);
        else if (isNew && before !== undefined) await this.#ended(one);
        told.set(one.run, news);
      } catch (error) {
        failures.push(error);
      }
    }
    // The next look tries a run again that could not be read, and tells nothing twice because of it.
    this.#told = told;
    if (failures.length > 0) throw failures[0];
  }

  #waits(one: ListedRun): void {
    this.#parts.notices.ended({ ...watched(one), asks: one.asks.map(askOf) }, without('deferred'));
  }

  async #ended(one: ListedRun): Promise<void> {
    const state = await this.#parts.runs.newest(one.run);
    const outcome = one.state === 'cancelled' ? 'interrupted' : 'error_during_execution';
    this.#parts.notices.ended({ ...watched(one), id: state?.id ?? one.run }, state?.result ?? without(outcome));
  }

  #failed(error: unknown): void {
    if (this.#isAnswered && !this.#closing.signal.aborted) this.#parts.tell(`note: notify: ${messageOf(error)}\n`);
    this.#isAnswered = false;
  }
}

/** `undefined`: there is nothing to tell of a run in this state. */
function newsOf({ state, asks, view, at }: ListedRun): string | undefined {
  if (asks.length > 0) return `waits for ${asks.map(({ hash }) => hash).join()}`;
  return OVER.includes(state) ? `${state} ${view?.at ?? at}` : undefined;
}

const watched = ({ run, agent }: ListedRun): WatchedRun => ({ id: run, session: run, agent });

/** A result of which the engine has no more than the outcome. */
const without = (outcome: RunResult['outcome']): RunResult => ({
  outcome,
  sessionId: '',
  text: '',
  turns: 0,
  toolCalls: 0,
  calls: [],
  denials: [],
  spilled: 0,
  usage: { input_tokens: 0, output_tokens: 0 },
  costUsd: null,
  models: {},
  durationMs: 0,
  modelMs: 0,
});
