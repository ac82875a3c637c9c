import { printableJson } from '@loadout/command';
import { plainEvent, type RunWatcher, type WatchedRun } from '@loadout/command/runs';
import { messageOf } from '@loadout/core';
import {
  type Agent,
  type AgentEvent,
  type Run,
  type RunResult,
  redactor,
  redactValue,
  type Secrets,
  wholeSecrets,
} from '@loadout/runner';
import { errors } from './errors.js';
import { EventLog } from './event-log.js';
import type { HttpRuns, RunState, RunWish } from './http-runs.js';
import { type RecordedRuns, runId } from './recorded-runs.js';

/** The number of ended runs that are kept. */
const MOST_ENDED = 200;

interface Served {
  readonly id: string;
  readonly agent: string;
  readonly session: string;
  readonly log: EventLog;
  readonly startedAt: string;
  readonly redact: ((text: string) => string) | undefined;
  /** The active run. It holds the whole conversation, so that an ended run is let go. */
  run: Run | undefined;
  /** The result. Absent while the run is active. */
  result?: RunResult;
}

interface ServedRunsParts {
  /** Returns the agent. Throws AGENT_UNKNOWN, and AGENT_AMBIGUOUS without a name if there are several agents. */
  readonly agentFor: (name: string | undefined) => Promise<Agent>;
  /** The most runs at once. */
  readonly most: number;
  readonly watcher: RunWatcher;
  /** The runs of earlier processes. */
  readonly recorded: RecordedRuns;
}

/** The runs of a server: the active runs, and the newest ended runs. */
export class ServedRuns implements HttpRuns {
  readonly #parts: ServedRunsParts;
  readonly #runs = new Map<string, Served>();
  readonly #working = new Set<Promise<void>>();
  /** Requested runs that have not begun yet. */
  readonly #starting = new Set<Promise<unknown>>();
  #isClosing = false;

  constructor(parts: ServedRunsParts) {
    this.#parts = parts;
  }

  /** Whether new runs are accepted. */
  get isOpen(): boolean {
    return !this.#isClosing;
  }

  get running(): number {
    return this.#working.size + this.#starting.size;
  }

  /** Starts a run. Throws HTTP_BUSY, HTTP_ENDING, and any error of the start. */
  async start(wish: RunWish): Promise<RunState> {
    if (this.#isClosing) throw errors.HTTP_ENDING({});
    if (this.running >= this.#parts.most) throw errors.HTTP_BUSY({ most: this.#parts.most });
    const starting = this.#begin(wish);
    this.#starting.add(starting);
    try {
      return stateOf(await starting);
    } finally {
      this.#starting.delete(starting);
    }
  }

  async list(): Promise<readonly RunState[]> {
    return [...this.#runs.values()].map(stateOf).reverse();
  }

  /** Returns a run, also one of an earlier process. Throws HTTP_RUN_UNKNOWN. */
  async get(id: string): Promise<RunState> {
    const served = this.#runs.get(id);
    return served === undefined ? (await this.#before(id)).state : stateOf(served);
  }

  /** Returns the events of a run. Throws HTTP_RUN_UNKNOWN. */
  async events(id: string): Promise<EventLog> {
    return this.#runs.get(id)?.log ?? (await this.#before(id)).log();
  }

  /** Reads a run of an earlier process. Its agent must be served here, and its secrets are hidden as those of a new run. */
  async #before(id: string): Promise<{ readonly state: RunState; readonly log: () => EventLog }> {
    const found = this.#parts.recorded.find(id);
    const agent = found === undefined ? undefined : await this.#parts.agentFor(found.agent).catch(() => undefined);
    if (found === undefined || agent === undefined) throw errors.HTTP_RUN_UNKNOWN({ id });
    const redact = redactor(agent.spec.secrets);
    const { result, session, events } = found;
    const state: RunState = {
      id,
      agent: found.agent,
      session,
      state: result === undefined ? 'unfinished' : 'ended',
      events: events.length,
      ...(result === undefined ? {} : { result: redactValue(result, redact) }),
    };
    return { state, log: () => logOf(events, redact) };
  }

  async interrupt(id: string): Promise<RunState> {
    const served = this.#find(id);
    served.run?.interrupt();
    return stateOf(served);
  }

  /** Refuses new runs, and waits for the active ones. */
  async drain(): Promise<void> {
    this.#isClosing = true;
    while (this.running > 0) await Promise.allSettled([...this.#starting, ...this.#working]);
  }

  interruptAll(): void {
    for (const { run } of this.#runs.values()) run?.interrupt();
  }

  #find(id: string): Served {
    const served = this.#runs.get(id);
    if (served === undefined) throw errors.HTTP_RUN_UNKNOWN({ id });
    return served;
  }

  async #begin({ agent: name, prompt, resume }: RunWish): Promise<Served> {
    const agent = await this.#parts.agentFor(name);
    const run = agent.run(prompt, { resume });
    const served: Served = {
      id: this.#freeId(run.sessionId, resume),
      agent: agent.name,
      session: run.sessionId,
      run,
      log: new EventLog(),
      startedAt: new Date().toISOString(),
      redact: redactor(agent.spec.secrets),
    };
    this.#runs.set(served.id, served);
    this.#parts.watcher.started(watched(served));
    const work = this.#follow(served, { run, secrets: agent.spec.secrets }).finally(() => this.#working.delete(work));
    this.#working.add(work);
    return served;
  }

  async #follow(served: Served, { run, secrets }: { readonly run: Run; readonly secrets: Secrets }): Promise<void> {
    const { log, redact } = served;
    try {
      for await (const event of wholeSecrets(run, { secrets, redact })) {
        if (event.type !== 'raw') log.add(lineOf(event, redact));
        this.#parts.watcher.event(watched(served), event);
      }
    } catch (error) {
      log.add(printableJson({ type: 'notice', message: `The events behind this one cannot be told: ${messageOf(error)}` }));
    }
    served.result = await resultOf(run, redact);
    served.run = undefined;
    this.#parts.watcher.ended(watched(served), served.result);
    log.close();
    this.#forget();
  }

  #freeId(session: string, resume: string | undefined): string {
    let number = resume === undefined ? 1 : this.#parts.recorded.ended(session) + 1;
    while (this.#runs.has(runId(session, number))) number += 1;
    return runId(session, number);
  }

  #forget(): void {
    const ended = [...this.#runs.values()].filter(({ result }) => result !== undefined);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) this.#runs.delete(id);
  }
}

type Redact = Served['redact'];

const watched = ({ id, agent, session }: Served): WatchedRun => ({ id, agent, session });

function logOf(events: readonly AgentEvent[], redact: Redact): EventLog {
  const log = new EventLog();
  for (const event of events) log.add(lineOf(event, redact));
  log.close();
  return log;
}

/**
 * Writes an event as a line. An event that cannot be written as text, such as one with endless nesting, is reported by its name.
 */
function lineOf(event: AgentEvent, redact: Redact): string {
  try {
    return printableJson(redactValue(plainEvent(event), redact));
  } catch (error) {
    return printableJson({ type: event.type, omitted: messageOf(error) });
  }
}

/** The result of a run. Never rejects: a failure of a run is its own result and affects no other run. */
async function resultOf(run: Run, redact: Redact): Promise<RunResult> {
  const result = await run.result;
  try {
    const told = redactValue(result, redact);
    printableJson(told);
    return told;
  } catch (error) {
    const { sessionId, outcome, text } = result;
    const problem = { code: 'INTERNAL', message: `The result cannot be told as a whole: ${messageOf(error)}` };
    return {
      ...result,
      sessionId,
      outcome,
      text: redact?.(text) ?? text,
      calls: [],
      denials: [],
      structuredOutput: undefined,
      error: problem,
    };
  }
}

const stateOf = ({ id, agent, session, log, startedAt, result }: Served): RunState => ({
  id,
  agent,
  session,
  state: result === undefined ? 'running' : 'ended',
  startedAt,
  events: log.count,
  ...(result === undefined ? {} : { result }),
});
