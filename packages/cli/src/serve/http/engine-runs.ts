import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isLoadoutError, messageOf, type Plan } from '@loadout/core';
import type { EngineClient, ListedRun } from '@loadout/engine-restate';
import { type AgentEvent, redactor } from '@loadout/runner';
import { errors } from '../../errors.js';
import { plainEvent } from '../../render/json-views.js';
import { printableJson } from '../../render/printable.js';
import { sessionEvents } from '../../replay/session-events.js';
import { EventLog } from './event-log.js';
import type { AnswerWish, HttpRuns, RunState, RunWish } from './http-runs.js';
import { type RecordedRun, runId, runsIn } from './recorded-runs.js';

interface EngineRunsParts {
  readonly client: EngineClient;
  readonly plan: Plan;
  /** The hash of the plan. */
  readonly hash: string;
  /** The agents that are served. */
  readonly agents: readonly string[];
  /** Returns the name of an agent that is served. Throws AGENT_UNKNOWN, and AGENT_AMBIGUOUS without a name if there are several. */
  readonly agentFor: (name: string | undefined) => string;
}

/** A run of a session, by its number. */
interface Numbered {
  readonly session: string;
  readonly number: number;
}

const EVERY_MS = 500;

/**
 * The runs of an engine. This process keeps nothing of them: another process, or this one after a restart, gives the same answers and
 * continues the events at the same numbers.
 */
export class EngineRuns implements HttpRuns {
  readonly running = 0;
  readonly #parts: EngineRunsParts;
  #isOpen = true;

  constructor(parts: EngineRunsParts) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Refuses new runs. Those of the engine go on. */
  close(): void {
    this.#isOpen = false;
  }

  async start({ agent: name, prompt, resume }: RunWish): Promise<RunState> {
    if (!this.#isOpen) throw errors.HTTP_ENDING({});
    const { client, plan, hash, agentFor } = this.#parts;
    const agent = resume === undefined ? agentFor(name) : (await this.#find(resume)).agent;
    const session = resume ?? randomUUID();
    const number = resume === undefined ? 1 : (await this.#runsOf(session)).length + (await client.openPrompts(session)) + 1;
    const hide = redactor(plan.secrets) ?? ((text: string) => text);
    await client.submit(agent, { session, prompt: hide(prompt), plan: hash });
    return { id: runId(session, number), agent, session, state: 'queued', events: 0 };
  }

  async list(): Promise<readonly RunState[]> {
    const listed = await this.#parts.client.runs();
    return listed.filter(({ agent }) => this.#isServed(agent)).map((one) => stateOf(one, { id: one.run }));
  }

  async get(id: string): Promise<RunState> {
    const { session, number } = numberedOf(id);
    const listed = await this.#find(session);
    const recorded = (await this.#runsOf(session))[number - 1];
    const { result, events = [] } = recorded ?? {};
    if (result === undefined) return stateOf(listed, { id, events: events.length });
    return { id, agent: listed.agent, session, state: 'ended', events: events.length, result };
  }

  async events(id: string, signal: AbortSignal): Promise<EventLog> {
    const numbered = numberedOf(id);
    await this.#find(numbered.session);
    const log = new EventLog();
    void this.#follow(log, numbered, signal);
    return log;
  }

  async interrupt(id: string): Promise<RunState> {
    const { session } = numberedOf(id);
    await this.#find(session);
    await this.#parts.client.cancel(session);
    return this.get(id);
  }

  async answer(id: string, { call, by = 'a client of the HTTP server', ...given }: AnswerWish): Promise<RunState> {
    const { session } = numberedOf(id);
    await this.#find(session);
    await this.#parts.client.answer(session, call, { by, ...given });
    return this.get(id);
  }

  /** Adds the events of a run as the engine records them. */
  async #follow(log: EventLog, numbered: Numbered, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const started = performance.now();
      if (await this.#addNews(log, numbered)) break;
      // A long session takes longer to read, and is read less often.
      await pause(Math.max(EVERY_MS, 5 * (performance.now() - started)), undefined, { signal }).catch(() => {});
    }
    log.close();
  }

  /** Resolves to true after the last event. An engine that does not answer is asked again. */
  async #addNews(log: EventLog, { session, number }: Numbered): Promise<boolean> {
    try {
      // The state is read first: an event that comes between the two is not the last one.
      const { state } = await this.#find(session);
      const { events = [], result } = (await this.#runsOf(session))[number - 1] ?? {};
      for (const event of events.slice(log.count)) log.add(printableJson(plainEvent(event)));
      return result !== undefined || OVER.includes(state);
    } catch (error) {
      if (isLoadoutError(error) && error.code === 'ENGINE_UNREACHABLE') return false;
      log.add(printableJson({ type: 'notice', message: `The events behind this one cannot be told: ${messageOf(error)}` }));
      return true;
    }
  }

  async #runsOf(session: string): Promise<readonly Omit<RecordedRun, 'session'>[]> {
    const { records } = await this.#parts.client.session(session);
    // A run that waited for an answer goes on: it has no end there.
    return runsIn(sessionEvents(records, { path: session }).filter((event) => !isDeferred(event)));
  }

  /** Throws HTTP_RUN_UNKNOWN, also for a run of an agent that is not served here. */
  async #find(session: string): Promise<ListedRun> {
    const unknown = () => errors.HTTP_RUN_UNKNOWN({ id: session });
    const found = await this.#parts.client.run(session).catch((error: unknown) => {
      throw isLoadoutError(error) && error.code === 'ENGINE_RUN_UNKNOWN' ? unknown() : error;
    });
    if (!this.#isServed(found.agent)) throw unknown();
    return found;
  }

  #isServed(agent: string): boolean {
    return this.#parts.agents.includes(agent);
  }
}

const isDeferred = (event: AgentEvent): boolean => event.type === 'result' && event.result.outcome === 'deferred';

const OVER: readonly string[] = ['ended', 'cancelled', 'failed'];

function numberedOf(id: string): Numbered {
  const [, session = id, suffix] = /^(.+)-r(\d+)$/.exec(id) ?? [];
  return { session, number: Number(suffix ?? 1) };
}

const stateOf = (
  { run, agent, state, at, asks }: ListedRun,
  { id, events }: { readonly id: string; readonly events?: number | undefined },
): RunState => ({
  id,
  agent,
  session: run,
  state: OVER.includes(state) ? 'ended' : (state as RunState['state']),
  startedAt: at,
  ...(events === undefined ? {} : { events }),
  ...(asks.length === 0 ? {} : { asks }),
});
