import { followEvents } from '../data/follow-events.js';
import { putInAddress } from './access.js';
import { type Answer, type Api, type OpenAsk, Refused, type RunState, type SessionLine } from './api.js';
import { Feed } from './feed/feed.js';
import { fieldsOf, textIn } from './feed/fields.js';

/** The interval at which a run under way is asked whether it waits for an answer. */
const LOOK_MS = 3_000;
const PAUSE_MS = 500;
/** The most characters of an answer that are read out. */
const MOST_SAID = 400;

export interface TalkState {
  readonly agents: readonly string[];
  readonly sessions: readonly SessionLine[];
  /** The session that is shown. Absent: a new one begins with the next prompt. */
  readonly session: string | undefined;
  readonly feed: Feed;
  /** The newest run of the session. */
  readonly run: RunState | undefined;
  readonly connection: 'live' | 'lost' | undefined;
  /** Whether a prompt or an answer is on its way, or a session is being read. */
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** The next words of a screen reader. */
  readonly said: string;
  /** The server wants its token. */
  readonly isRefused: boolean;
}

/** The state of the page, and what a person can do. Changes between two pictures of the screen are drawn together. */
export class Talk {
  readonly #api: Api;
  readonly #changed: () => void;
  #state: TalkState = {
    agents: [],
    sessions: [],
    session: undefined,
    feed: new Feed(),
    run: undefined,
    connection: undefined,
    isBusy: false,
    problem: undefined,
    said: '',
    isRefused: false,
  };
  #isDue = false;
  #shown = new AbortController();

  constructor(api: Api, changed: () => void) {
    this.#api = api;
    this.#changed = changed;
  }

  get state(): TalkState {
    return this.#state;
  }

  get asks(): readonly OpenAsk[] {
    return this.#state.run?.asks ?? [];
  }

  get isRunning(): boolean {
    return ['running', 'queued', 'scheduled', 'stuck'].includes(this.#state.run?.state ?? '');
  }

  /** Opens the session of the address at once: opened later, it would replace what a person has chosen meanwhile. */
  async begin(session: string | undefined): Promise<void> {
    const opened = session === undefined ? undefined : this.open(session);
    await this.#attempt(async () => {
      this.#set({ agents: await this.#api.agents() });
      await this.#list();
    });
    await opened;
  }

  /** Reads the list of sessions again. */
  refresh(): Promise<void> {
    return this.#attempt(() => this.#list());
  }

  /** Shows a session from its first run, and follows its newest. `undefined`: a new one. */
  async open(session: string | undefined): Promise<void> {
    const signal = this.#leave(session);
    if (session === undefined) return;
    this.#set({ isBusy: true });
    await this.#attempt(async () => {
      const runs = await this.#api.runsOf(session);
      for (const id of runs) {
        if (signal.aborted) return;
        const run = await this.#api.run(id);
        if (signal.aborted) return;
        this.#set({ run });
        this.#opening = run.id;
        await this.#follow(run, signal);
      }
    }, signal);
    if (!signal.aborted) this.#set({ isBusy: false });
  }

  async send(prompt: string, agent: string | undefined): Promise<boolean> {
    const { session } = this.#state;
    return this.#act(() =>
      this.#api.start({ prompt, ...(session === undefined ? { ...(agent && { agent }) } : { resume: session }) }),
    );
  }

  async answer(answer: Answer): Promise<boolean> {
    const { run } = this.#state;
    return run === undefined ? false : this.#act(() => this.#api.answer(run.id, answer));
  }

  async stop(): Promise<void> {
    const { run } = this.#state;
    if (run !== undefined) await this.#attempt(() => this.#api.stop(run.id), this.#shown.signal);
  }

  dismiss(): void {
    this.#set({ problem: undefined });
  }

  /** Begins a run of the session that is shown, and follows it. Resolves when the server has taken it. */
  async #act(begin: () => Promise<RunState>): Promise<boolean> {
    const { signal } = this.#shown;
    this.#set({ isBusy: true, problem: undefined });
    const began = await this.#attempt(begin, signal);
    if (signal.aborted) return began !== undefined;
    this.#set({ isBusy: false });
    if (began === undefined) return false;
    this.#set({ run: began, session: began.session });
    putInAddress(began.session);
    void this.#attempt(async () => {
      await this.#list();
      // A run of an engine goes on under its own id, and its events are read already.
      if (this.#followed !== began.id) await this.#follow(began, signal);
      await this.#list();
    }, signal);
    return true;
  }

  /** Reads the list. An answer that a later request has overtaken is dropped. */
  async #list(): Promise<void> {
    this.#lists += 1;
    const asked = this.#lists;
    const sessions = await this.#api.sessions();
    if (asked === this.#lists) this.#set({ sessions });
  }

  #leave(session: string | undefined): AbortSignal {
    this.#shown.abort();
    this.#shown = new AbortController();
    putInAddress(session);
    this.#read.clear();
    this.#followed = undefined;
    this.#opening = undefined;
    this.#set({ session, feed: new Feed(), run: undefined, connection: undefined, isBusy: false, problem: undefined, said: '' });
    return this.#shown.signal;
  }

  /** Adds the events of a run to the feed, until it has ended or waits. */
  async #follow(run: RunState, signal: AbortSignal): Promise<void> {
    const { feed } = this.#state;
    let after = this.#read.get(run.id) ?? 0;
    this.#followed = run.id;
    const look = setInterval(() => void this.#look(run.id, signal), LOOK_MS);
    try {
      for (let state = run; ; ) {
        const refused = await followEvents(`runs/${run.id}/events`, {
          headers: this.#api.headers,
          signal,
          after: String(after),
          on: (event, id) => {
            after = Number(id ?? after);
            // The live events of an engine have no number.
            this.#add(feed, event, id === undefined);
          },
          connected: (isConnected) => this.#set({ connection: isConnected ? 'live' : 'lost' }),
          endsWithStream: true,
        });
        if (signal.aborted) return;
        if (refused === 401) throw new Refused('The server no longer knows this page.');
        if (refused !== undefined) throw new Error(`The server has no events of the run ${run.id}.`);
        state = await this.#api.run(run.id);
        if (signal.aborted) return;
        this.#read.set(run.id, after);
        this.#show(state);
        if (state.state !== 'running') return this.#set({ connection: undefined });
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    } finally {
      clearInterval(look);
      if (this.#followed === run.id) this.#followed = undefined;
    }
  }

  /** The number of times that the list was asked for. */
  #lists = 0;
  /** The run whose events are being read. */
  #followed: string | undefined;
  /** The run of the session that is opened which is being read. */
  #opening: string | undefined;
  /** The last event of each run that the feed has: a run of an engine goes on under its own id. */
  readonly #read = new Map<string, number>();

  /** Asks for the state of a run. An answer that something newer has overtaken is dropped: it could take back the end of the run. */
  async #look(id: string, signal: AbortSignal): Promise<void> {
    const { run } = this.#state;
    const state = await this.#api.run(id).catch(() => undefined);
    if (state === undefined || signal.aborted || this.#state.run !== run || run?.id !== id) return;
    this.#show(state);
    // The events of an engine do not end while its run waits, so the session that is opened is read up to here.
    if (this.#opening !== id || state.state !== 'waiting') return;
    this.#opening = undefined;
    this.#set({ isBusy: false });
  }

  #show(run: RunState): void {
    const before = this.asks.map(({ call }) => call).join();
    const [ask] = run.asks ?? [];
    this.#set({ run });
    if (ask !== undefined && before !== this.asks.map(({ call }) => call).join())
      this.#set({ said: `${ask.tool} waits for your approval. ${ask.reason}` });
  }

  #add(feed: Feed, event: unknown, isLive: boolean): void {
    try {
      feed.add(event, { isLive });
    } catch {
      feed.add({ type: 'notice', message: 'An event of the run cannot be shown.' });
    }
    const { type, result } = fieldsOf(event);
    if (type === 'result') {
      const { outcome, text } = fieldsOf(result);
      if (outcome !== 'deferred') this.#set({ said: `${textIn(text).slice(0, MOST_SAID)} The run ended: ${textIn(outcome)}.` });
    }
    this.#draw();
  }

  /** A failure is a text on the page. Resolves to `undefined` then. */
  async #attempt<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted === true) return undefined;
      if (error instanceof Refused) this.#set({ isRefused: true });
      else this.#set({ problem: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  }

  #set(change: Partial<TalkState>): void {
    this.#state = { ...this.#state, ...change };
    this.#draw();
  }

  #draw(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    // A tab in the background draws no pictures, and is up to date when it is shown again.
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#changed();
    });
  }
}
