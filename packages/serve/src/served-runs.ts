import { type Approvers, printableJson } from '@loadout/command';
import type { RunWatcher, WatchedRun } from '@loadout/command/runs';
import { messageOf } from '@loadout/core';
import { defined } from '@loadout/node';
import { type Agent, type Run, type RunResult, redactor, redactValue, type Secrets, wholeSecrets } from '@loadout/runner';
import { checkApprover, forApprovers } from './approvers.js';
import { clientTools } from './client-tools.js';
import { errors } from './errors.js';
import { EventLog } from './event-log.js';
import type { AnswerWish, HttpRuns, OpenAsk, RunState, RunWish, SessionState } from './http-runs.js';
import { type GivenAnswer, OpenAsks } from './open-asks.js';
import { checkNewSession, type RecordedRuns, runId } from './recorded-runs.js';
import { lineOf, logOf, resultOf } from './run-lines.js';

/** The number of ended runs that are kept. */
const MOST_ENDED = 200;

interface Served {
  readonly id: string;
  readonly agent: string;
  readonly session: string;
  readonly log: EventLog;
  readonly startedAt: string;
  readonly redact: ((text: string) => string) | undefined;
  /** The schema of the answer, which also the run that goes on after a question has. */
  readonly output: RunWish['output'];
  readonly tools: RunWish['tools'];
  /** The calls that wait. Absent: the run asks nobody, and has no tools of a client. */
  readonly asks: OpenAsks | undefined;
  /** The active run. It holds the whole conversation, so that an ended run is let go. */
  run: Run | undefined;
  /** The result. Absent while the run is active. */
  result?: RunResult;
}

interface ServedRunsParts {
  /** Returns the agent. Throws AGENT_UNKNOWN, and AGENT_AMBIGUOUS without a name if there are several agents. */
  readonly agentFor: (name: string | undefined) => Promise<Agent>;
  /** The agents by name. */
  readonly agents: Readonly<Record<string, { readonly description?: string | undefined }>>;
  /** The folder of the configuration. */
  readonly configDir: string;
  /** The people whose signed answers count (`permissions.approvals.from`). Absent: everybody's answers. */
  readonly from?: Approvers | undefined;
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

  get agents(): readonly string[] {
    return Object.keys(this.#parts.agents);
  }

  describe(agent: string): string | undefined {
    return this.#parts.agents[agent]?.description;
  }

  get running(): number {
    return this.#working.size + this.#starting.size;
  }

  /** Starts a run. Throws HTTP_BUSY, HTTP_ENDING, and any error of the start. */
  async start(wish: RunWish): Promise<RunState> {
    return this.#start({ ...wish, given: await this.#abandoned(wish) });
  }

  /** A client that sends a new message in place of the results of its tools gives none. */
  async #abandoned({ resume, tools }: RunWish): Promise<readonly GivenAnswer[]> {
    const { asks = [] } = (resume === undefined || tools === undefined ? undefined : await this.newest(resume)) ?? {};
    const message = 'it sent a new message instead';
    return asks.filter((ask) => isOfClient(ask, tools)).map((ask) => ({ ask, behavior: 'deny', message }));
  }

  async #start(wish: Wanted): Promise<RunState> {
    checkNewSession(wish.session);
    if (this.#isClosing) throw errors.HTTP_ENDING({});
    if (this.running >= this.#parts.most) throw errors.HTTP_BUSY({ most: this.#parts.most });
    const starting = this.#begin(wish);
    this.#starting.add(starting);
    try {
      return this.#stateOf(await starting);
    } finally {
      this.#starting.delete(starting);
    }
  }

  async list(): Promise<readonly RunState[]> {
    return [...this.#runs.values()].map((served) => this.#stateOf(served)).reverse();
  }

  async sessions(): Promise<readonly SessionState[]> {
    const told = await Promise.all(this.#parts.recorded.sessions(this.agents).map((one) => this.#sessionOf(one)));
    return told.filter((one) => one !== undefined);
  }

  async runsOf(session: string): Promise<readonly string[]> {
    const here = [...this.#runs.values()].filter((one) => one.session === session).map(({ id }) => id);
    const all = [...new Set([...this.#parts.recorded.runIds(session), ...here])];
    if (all.length === 0) throw errors.HTTP_RUN_UNKNOWN({ id: session });
    await this.get(all[0] ?? session);
    return all;
  }

  /** Hides the secrets of the agent in the prompt. `undefined`: the agent cannot be prepared. */
  async #sessionOf(session: SessionState): Promise<SessionState | undefined> {
    const agent = await this.#parts.agentFor(session.agent).catch(() => undefined);
    if (agent === undefined) return undefined;
    const newest = this.#newestOf(session.id);
    const state = newest === undefined ? {} : { state: this.#stateOf(newest).state };
    return { ...session, prompt: redactor(agent.spec.secrets)?.(session.prompt) ?? session.prompt, ...state };
  }

  /** Returns a run, also one of an earlier process. Throws HTTP_RUN_UNKNOWN. */
  async get(id: string): Promise<RunState> {
    const served = this.#runs.get(id);
    return served === undefined ? (await this.#before(id)).state : this.#stateOf(served);
  }

  async newest(session: string): Promise<RunState | undefined> {
    const served = this.#newestOf(session);
    if (served !== undefined) return this.#stateOf(served);
    const id = this.#parts.recorded.newest(session);
    return id === undefined ? undefined : (await this.#before(id).catch(() => undefined))?.state;
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
    const before = this.#parts.recorded.newest(session) === id ? askedBefore(result, redact) : [];
    const asks = before.map((ask) => forApprovers(ask, { session, from: this.#parts.from }));
    const ended = asks.length > 0 ? 'waiting' : 'ended';
    const state: RunState = {
      id,
      agent: found.agent,
      session,
      state: result === undefined ? 'unfinished' : ended,
      events: events.length,
      ...(result === undefined ? {} : { result: redactValue(result, redact) }),
      ...(asks.length === 0 ? {} : { asks }),
    };
    return { state, log: () => logOf(events, redact) };
  }

  /** Starts the run that goes on with the answers. Questions without an answer are asked again. */
  async answer(id: string, wishes: readonly AnswerWish[], wish: Pick<RunWish, 'asks' | 'tools'> = {}): Promise<RunState> {
    const served = this.#runs.get(id);
    const { agent, session, asks: open = [] } = await this.get(id);
    if (served !== undefined && served.asks === undefined) throw errors.HTTP_NOBODY_ASKED({});
    const tools = wish.tools ?? served?.tools;
    const asks = open.map((ask) => (isOfClient(ask, tools) ? { ...ask, from: undefined } : ask));
    // The record of an earlier process names one of the calls that wait. The client is asked for the results of the others again.
    const known = served === undefined && asks.length > 0 ? wishes.filter((one) => isAsked(one, asks)) : wishes;
    const answers = (known.length === 0 ? wishes : known).map((one) => givenOf(one, { id, asks }));
    const given = [...(served?.asks?.kept ?? []), ...answers];
    return this.#start({ agent, prompt: undefined, resume: session, asks: true, ...wish, tools, output: served?.output, given });
  }

  async interrupt(id: string): Promise<RunState> {
    const served = this.#find(id);
    served.run?.interrupt();
    return this.#stateOf(served);
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

  async #begin({ agent: name, prompt, resume, session, output, asks, tools, given }: Wanted): Promise<Served> {
    const agent = await this.#parts.agentFor(name);
    const redact = redactor(agent.spec.secrets);
    const { configDir, from } = this.#parts;
    const waiting = new OpenAsks({ given, redact, session: () => run.sessionId, configDir, from });
    const asking = asks === true ? waiting : undefined;
    const wished = {
      ...(output === undefined ? {} : { output: { schema: output } }),
      ...(tools === undefined ? {} : { tools: clientTools(tools, { pool: agent.pool, asks: waiting }) }),
    };
    const run: Run = agent.run(prompt, { resume, id: session, answer: asking?.person, ...wished });
    if (asking !== undefined) run.setAsker(asking.asker);
    const served: Served = {
      id: this.#freeId(run.sessionId, resume),
      agent: agent.name,
      session: run.sessionId,
      run,
      log: new EventLog(),
      startedAt: new Date().toISOString(),
      redact,
      output,
      tools,
      asks: tools === undefined ? asking : waiting,
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
      log.add(printableJson({ type: 'notice', message: `The events after this one cannot be sent: ${messageOf(error)}` }));
    }
    served.result = await resultOf(run, redact);
    served.run = undefined;
    this.#parts.watcher.ended({ ...watched(served), asks: askedOfPeople(served) }, served.result);
    log.close();
    this.#forget();
  }

  #freeId(session: string, resume: string | undefined): string {
    let number = resume === undefined ? 1 : this.#parts.recorded.ended(session) + 1;
    while (this.#runs.has(runId(session, number))) number += 1;
    return runId(session, number);
  }

  /** A question is open while no later run of the session has taken it up. */
  #stateOf(served: Served): RunState {
    const { id, agent, session, log, startedAt, result } = served;
    const asks = result?.outcome === 'deferred' && this.#newestOf(session) === served ? served.asks?.open : undefined;
    const ended = asks === undefined ? 'ended' : 'waiting';
    return {
      id,
      agent,
      session,
      state: result === undefined ? 'running' : ended,
      startedAt,
      events: log.count,
      ...defined({ result, asks }),
    };
  }

  #newestOf(session: string): Served | undefined {
    return [...this.#runs.values()].findLast((one) => one.session === session);
  }

  #forget(): void {
    const ended = [...this.#runs.values()].filter(({ result }) => result !== undefined);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) this.#runs.delete(id);
  }
}

type Redact = Served['redact'];

/** Absent prompt: the run goes on with the answers to its questions. */
type Wanted = Omit<RunWish, 'prompt'> & {
  readonly prompt: RunWish['prompt'] | undefined;
  readonly given: readonly GivenAnswer[];
};

/** Finds the question of an answer. Throws HTTP_NOTHING_ASKED. */
function givenOf(wish: AnswerWish, { id, asks }: { readonly id: string; readonly asks: readonly OpenAsk[] }): GivenAnswer {
  const { call } = wish;
  const [ask, ...others] = asks.filter((one) => call === undefined || one.call === call);
  if (ask === undefined || others.length > 0) throw errors.HTTP_NOTHING_ASKED({ id, call, open: asks.map((one) => one.call) });
  if (wish.always === true && ask.rules === undefined) throw errors.HTTP_NO_RULE({ call: ask.call });
  checkApprover(ask, wish);
  return { ...wish, ask };
}

const isOfClient = ({ ofClient, tool }: OpenAsk, tools: RunWish['tools'] = []): boolean =>
  ofClient === true || tools.some(({ name }) => name === tool);

const isAsked = ({ call }: AnswerWish, asks: readonly OpenAsk[]): boolean =>
  call === undefined || asks.some((ask) => ask.call === call);

/** The calls that wait for a person. The client itself answers those of its tools. */
const askedOfPeople = ({ asks }: Served): readonly OpenAsk[] | undefined =>
  asks?.open.filter(({ ofClient }) => ofClient !== true);

const watched = ({ id, agent, session, tools }: Served): WatchedRun => ({
  id,
  agent,
  session,
  ...(tools === undefined ? {} : { clientTools: tools.map(({ name }) => name) }),
});

/** The question that a run of an earlier process ended with. */
function askedBefore(result: RunResult | undefined, redact: Redact): readonly OpenAsk[] {
  const call = result?.outcome === 'deferred' ? result.deferredCall : undefined;
  if (call === undefined) return [];
  const input = redactValue(call.input, redact);
  return [{ call: call.id, tool: call.name, input, reason: 'The run waits for an answer.', ...questionsIn(input) }];
}

/** The questions in the input of a call, with their choices, if it is one that asks a person. */
function questionsIn(input: unknown): Pick<OpenAsk, 'questions'> {
  const { questions } = (input ?? {}) as { readonly questions?: unknown };
  if (!Array.isArray(questions) || questions.length === 0) return {};
  const asked = questions.map((one: { readonly question?: unknown; readonly options?: unknown } | null) => ({
    question: String(one?.question ?? ''),
    choices: (Array.isArray(one?.options) ? one.options : []).map((option: { readonly label?: unknown } | null) =>
      String(option?.label ?? ''),
    ),
  }));
  return { questions: asked };
}
