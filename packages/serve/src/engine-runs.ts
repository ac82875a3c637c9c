import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { printableJson } from '@loadout/command';
import { type NumberedRun, nextNumber, plainEvent, runEvents, sessionEvents, WholeRuns } from '@loadout/command/runs';
import { isLoadoutError, messageOf } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import type { EngineClient, ListedRun } from '@loadout/engine-restate';
import { defined, jsonIn } from '@loadout/node';
import { redactor } from '@loadout/runner';
import { errors } from './errors.js';
import type { LoggedEvent, RunEvents } from './event-log.js';
import type { AnswerWish, HttpRuns, OpenAsk, RunState, RunWish, SessionState } from './http-runs.js';
import { engineGauge } from './metrics.js';
import { checkNewSession, numberedOf, type RecordedRun, runId, runsIn } from './recorded-runs.js';

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

/**
 * The runs of an engine. This process keeps nothing of them: another process, or this one after a restart, gives the same answers and
 * continues the events at the same numbers.
 */
export class EngineRuns implements HttpRuns {
  readonly running = 0;
  readonly #parts: EngineRunsParts;
  #isOpen = true;
  #counted: Promise<string> | undefined;
  #countedAt = 0;

  constructor(parts: EngineRunsParts) {
    this.#parts = parts;
  }

  get agents(): readonly string[] {
    return this.#parts.agents;
  }

  describe(agent: string): string | undefined {
    return this.#parts.plan.agents[agent]?.description;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Refuses new runs. Those of the engine go on. */
  close(): void {
    this.#isOpen = false;
  }

  async start({ agent: name, prompt, resume, session: wanted, output, tools }: RunWish): Promise<RunState> {
    if (!this.#isOpen) throw errors.HTTP_ENDING({});
    checkNewSession(wanted);
    if (typeof prompt !== 'string') throw errors.HTTP_TEXT_ALONE({ found: 'pictures or files' });
    if (output !== undefined) throw errors.HTTP_TEXT_ALONE({ found: 'schema of the answer' });
    if (tools !== undefined) throw errors.HTTP_TEXT_ALONE({ found: 'tools of the client' });
    const { client, plan, hash, agentFor } = this.#parts;
    const agent = resume === undefined ? agentFor(name) : (await this.#find(resume)).agent;
    const session = resume ?? wanted ?? randomUUID();
    const number = resume === undefined ? 1 : await nextNumber(client, session);
    const hide = redactor(plan.secrets) ?? ((text: string) => text);
    await client.submit(agent, { session, prompt: hide(prompt), plan: hash });
    return { id: runId(session, number), agent, session, state: 'queued', events: 0 };
  }

  async list(): Promise<readonly RunState[]> {
    const listed = await this.#parts.client.runs();
    return listed.filter(({ agent }) => this.#isServed(agent)).map((one) => stateOf(one, { id: one.run }));
  }

  async sessions(): Promise<readonly SessionState[]> {
    const listed = await this.#parts.client.runs();
    return listed
      .filter(({ agent }) => this.#isServed(agent))
      .map((one) => ({
        id: one.run,
        agent: one.agent,
        prompt: one.prompt.replace(/\s+/g, ' ').slice(0, 200),
        changedAt: one.at,
        state: stateOf(one, { id: one.run }).state,
      }));
  }

  async runsOf(session: string): Promise<readonly string[]> {
    await this.#find(session);
    const { length } = await this.#runsOf(session);
    return Array.from({ length: Math.max(1, length) }, (_, index) => runId(session, index + 1));
  }

  async get(id: string): Promise<RunState> {
    const { session, number } = numberedOf(id);
    const listed = await this.#find(session);
    const recorded = (await this.#runsOf(session))[number - 1];
    const { result, events = [] } = recorded ?? {};
    if (result === undefined) return stateOf(listed, { id, events: events.length });
    return { id, agent: listed.agent, session, state: 'ended', events: events.length, result };
  }

  async newest(session: string): Promise<RunState | undefined> {
    try {
      await this.#find(session);
    } catch (error) {
      if (isLoadoutError(error) && error.code === 'HTTP_RUN_UNKNOWN') return undefined;
      throw error;
    }
    return this.get(runId(session, Math.max(1, (await this.#runsOf(session)).length)));
  }

  async events(id: string): Promise<RunEvents> {
    const run = numberedOf(id);
    await this.#find(run.session);
    return { after: (last, signal) => eventsAfter(last, { client: this.#parts.client, run, signal }) };
  }

  async untilWaiting(id: string, signal: AbortSignal): Promise<void> {
    const { session } = numberedOf(id);
    while (!signal.aborted) {
      // An engine that does not answer is asked again.
      const found = await this.#parts.client.run(session).catch(() => undefined);
      if ((found?.asks.length ?? 0) > 0) return;
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Asks the engine at most once in a few seconds, however many ask here. A scrape fails if the engine does not answer. */
  async metrics(): Promise<string> {
    const now = performance.now();
    if (this.#counted === undefined || now - this.#countedAt > COUNT_EVERY_MS) {
      this.#countedAt = now;
      this.#counted = this.#count();
      this.#counted.catch(() => {
        this.#counted = undefined;
      });
    }
    return this.#counted;
  }

  async #count(): Promise<string> {
    const listed = await this.#parts.client.runs({ limit: MOST_COUNTED });
    return engineGauge(listed.filter(({ agent, state }) => this.#isServed(agent) && !OVER.includes(state)));
  }

  async interrupt(id: string): Promise<RunState> {
    const { session } = numberedOf(id);
    await this.#find(session);
    await this.#parts.client.cancel(session);
    return this.get(id);
  }

  async answer(id: string, wishes: readonly AnswerWish[]): Promise<RunState> {
    const { session } = numberedOf(id);
    await this.#find(session);
    const kept = wishes.find(({ always }) => always === true);
    if (kept !== undefined) throw errors.HTTP_NO_RULE({ call: kept.call ?? 'of the run' });
    for (const { call, by = 'a client of the HTTP server', ...given } of wishes)
      await this.#parts.client
        .answer(session, call, { by, ...given })
        .catch((error: unknown) => this.#notAnswered(error, id, call));
    return this.get(id);
  }

  /** Says in the words of this server that nothing is asked: a client of it has no commands of the engine. */
  async #notAnswered(error: unknown, id: string, call: string | undefined): Promise<never> {
    if (!isLoadoutError(error) || error.code !== 'ENGINE_NOTHING_ASKED') throw error;
    const { asks = [] } = await this.get(id);
    throw errors.HTTP_NOTHING_ASKED({ id, call, open: asks.map((ask) => ask.call) });
  }

  async #runsOf(session: string): Promise<readonly Omit<RecordedRun, 'session'>[]> {
    const { records } = await this.#parts.client.session(session);
    const runs = new WholeRuns();
    return runsIn(sessionEvents(records, { path: session }).flatMap((event) => runs.next(event) ?? []));
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

interface Reading {
  readonly client: EngineClient;
  readonly run: NumberedRun;
  readonly signal: AbortSignal;
}

/** Reads events as fast as they are taken, so that a slow client costs no memory. */
async function* eventsAfter(last: number, { client, run, signal }: Reading): AsyncGenerator<LoggedEvent> {
  try {
    for await (const item of runEvents(client, run, signal)) {
      if ('live' in item) yield { json: printableJson(plainEvent(item.live)) };
      else if ('event' in item && item.id > last) yield { id: item.id, json: printableJson(plainEvent(item.event)) };
    }
  } catch (error) {
    yield { json: printableJson({ type: 'notice', message: `The events after this one cannot be sent: ${messageOf(error)}` }) };
  }
}

/** Open runs come first in the list of the engine. */
const MOST_COUNTED = 1_000;
const COUNT_EVERY_MS = 5_000;
/** The interval at which a run is asked whether it waits. One look costs the engine some milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** The states of a run that has ended. */
export const OVER: readonly string[] = ['ended', 'cancelled', 'failed'];

/** The engine keeps an input as JSON, and a long one cut: such a one stays a text. */
function inputOf(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

/** The calls of two agents may have the same id, so a client answers by a name that has that of the agent too. */
export const askOf = ({ agentId, call, input, ...ask }: ListedRun['asks'][number]): OpenAsk => ({
  ...ask,
  call: agentId === 'main' ? call : `${agentId}/${call}`,
  input: inputOf(input),
});

const stateOf = (
  { run, agent, state, at, asks }: ListedRun,
  { id, events }: { readonly id: string; readonly events?: number | undefined },
): RunState => ({
  id,
  agent,
  session: run,
  state: OVER.includes(state) ? 'ended' : (state as RunState['state']),
  startedAt: at,
  ...defined({ events }),
  ...(asks.length === 0 ? {} : { asks: asks.map(askOf) }),
});
