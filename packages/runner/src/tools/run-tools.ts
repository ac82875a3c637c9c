import { createHash } from 'node:crypto';
import type { AnyTool } from '@loadout/core';
import type { ModelRequest } from '@loadout/core/model';
import {
  type OpenToolSource,
  type PoolTool,
  type ServerControl,
  type ServerState,
  type ToolPool,
  type ToolSource,
  type ToolSourceSession,
  wireNames,
} from '@loadout/core/run';
import { inOne, type Told, told } from '../told/told.js';
import { standsForServer } from './find-tools.js';

interface RunToolsParts {
  readonly sources: readonly ToolSource[];
  /** Returns the pool with these tools after all others. */
  readonly poolWith: (tools: readonly AnyTool[]) => ToolPool;
  readonly requestFor: (pool: ToolPool) => Omit<ModelRequest, 'messages'>;
  readonly changed: () => void;
  /** Whether the conversation contains a text, from an earlier process. */
  readonly heard: (text: string) => boolean;
}

/**
 * The tools of one run. Without sources the tools never change. With sources, the pool and the request are made anew between
 * turns, and only after a change, so that the prompt cache stays valid as long as possible.
 */
export class RunTools {
  readonly #parts: RunToolsParts;
  readonly #open: OpenToolSource[] = [];
  #stale = false;
  /** Whether a source has changed since the last `announce`. */
  #hasNews = false;
  readonly #news: ServerNews;
  /** Called when a source has changed, for code that does not call `refresh` itself. */
  whenStale: (() => void) | undefined;
  #fromSources: readonly AnyTool[] = [];
  #pool: ToolPool;
  #request: Omit<ModelRequest, 'messages'> | undefined;
  /** The tools that the API refused. */
  readonly #refused = new Set<string>();
  /** The tools of the last request that a model answered. */
  #taken: { readonly model: string; readonly tools: ModelRequest['tools'] } | undefined;

  constructor(parts: RunToolsParts) {
    this.#parts = parts;
    this.#pool = parts.poolWith([]);
    this.#news = new ServerNews(parts.heard);
  }

  get pool(): ToolPool {
    return this.#pool;
  }

  /** The tools of the sources, also those that the lists of the run leave out. */
  get fromSources(): readonly AnyTool[] {
    return this.#fromSources;
  }

  /** Returns the next request of a turn: the same object until something changes. */
  nextRequest(): Omit<ModelRequest, 'messages'> {
    this.#request ??= this.#withoutRefused(this.#parts.requestFor(this.#pool));
    return this.#request;
  }

  #withoutRefused(request: Omit<ModelRequest, 'messages'>): Omit<ModelRequest, 'messages'> {
    if (this.#refused.size === 0) return request;
    return { ...request, tools: request.tools.filter(({ name }) => !this.#refused.has(name)) };
  }

  /** Leaves a tool out of all further requests. Returns false if it is out already. */
  refuse(name: string): boolean {
    if (this.#refused.has(name)) return false;
    this.#refused.add(name);
    this.renewRequest();
    return true;
  }

  /** Counts the tools of the request as taken by a model, which has answered. */
  wereTaken(model: string): void {
    this.#taken = { model, tools: this.#request?.tools ?? [] };
  }

  /** Returns the tools of servers in the request that the model has not taken before: the newest ones. */
  newest(model: string): readonly PoolTool[] {
    const sent = new Set(this.nextRequest().tools.map(({ name }) => name));
    const taken = new Set(this.#taken?.model === model ? this.#taken.tools.map(({ name }) => name) : []);
    return this.#pool.tools.filter(({ name, origin }) => origin.server !== undefined && sent.has(name) && !taken.has(name));
  }

  /** Applies changes and makes the next request, which decides the deferred tools. */
  prepare(): void {
    this.refresh();
    this.nextRequest();
  }

  /** Discards the request after a change of another part than the tools. */
  renewRequest(): void {
    this.#request = undefined;
  }

  /** Opens all sources at once. Rejects with the error of the first required source that fails. */
  async open(session: ToolSourceSession): Promise<void> {
    for (const source of this.#parts.sources) {
      const opened = source.open(session);
      opened.onChange(() => {
        this.#stale = true;
        this.#hasNews = true;
        this.whenStale?.();
      });
      this.#open.push(opened);
    }
    await Promise.all(this.#open.map((opened) => opened.ready()));
    this.#stale = this.#open.length > 0;
    this.#hasNews = this.#stale;
    this.refresh();
  }

  /** Returns a text about servers whose tools are missing or came late, if the model does not know it yet. */
  announce(): Told | undefined {
    if (!this.#hasNews) return undefined;
    this.#hasNews = false;
    return this.#news.announce(this.servers);
  }

  /** Forgets what the model was told, after the conversation was replaced. */
  forget(): void {
    this.#hasNews = this.#open.length > 0;
    this.#news.forget();
  }

  /** Applies changes of the sources. Called between turns: within a turn the tools stay as the model knows them. */
  refresh(): void {
    if (!this.#stale) return;
    this.#stale = false;
    this.#fromSources = this.#open.flatMap((opened) => opened.tools());
    const pool = this.#parts.poolWith(this.#fromSources);
    if (isSame(pool, this.#pool)) return;
    this.#pool = pool;
    this.renewRequest();
    this.#parts.changed();
  }

  /**
   * Starts the servers of a pool that wait for their first use, for an agent whose tools are fixed when it starts. Returns whether there
   * are any. The next `refresh` shows their tools to this agent too. A server that cannot be started reports that itself. Source: G1.
   */
  async startServers({ tools }: ToolPool): Promise<boolean> {
    const keys = tools.filter(({ tool }) => standsForServer(tool)).flatMap(({ origin }) => origin.server ?? []);
    if (keys.length === 0) return false;
    const startOne = async (key: string) => {
      const control = this.servers.find((one) => one.list().some((server) => server.key === key));
      await control?.reconnect(key).catch(() => {});
    };
    await Promise.all(keys.map(startOne));
    this.#fromSources = this.#open.flatMap((opened) => opened.tools());
    return true;
  }

  /** The controls of the sources with servers, one for each source. */
  get servers(): readonly ServerControl[] {
    return this.#open.flatMap((opened) => opened.servers ?? []);
  }

  /** Says why a tool of a server is not in the pool: the server is late, is not available, or came in this turn. Source: GAP-F2. */
  whyMissing(name: string): Told | undefined {
    const server = this.#serverOf(name);
    if (server === undefined) return undefined;
    if (isMissing(server)) return missingText(server);
    return this.#hasCome(server, name) ? cameText(server) : undefined;
  }

  /** Returns the same for an agent that starts now, whose tools stay those that are known now. Source: GAP-F2. */
  whyMissingBelow(): (name: string) => Told | undefined {
    const known = this.#fromSources;
    return (name) => {
      const server = this.#serverOf(name);
      if (server === undefined || known.some((tool) => tool.name.startsWith(serverPrefix(server.key)))) return undefined;
      if (server.state === 'pending' || this.#hasCome(server, name)) return told.serverLate(server.key, serverPrefix(server.key));
      return isMissing(server) ? missingText(server) : undefined;
    };
  }

  #serverOf(name: string): ServerState | undefined {
    return this.servers.flatMap((control) => control.list()).find(({ key }) => name.startsWith(serverPrefix(key)));
  }

  #hasCome({ state }: ServerState, name: string): boolean {
    return state === 'connected' && this.#open.some((opened) => opened.tools().some((tool) => tool.name === name));
  }

  /** Tells the sources that the session works in another folder. */
  moved(place: Parameters<NonNullable<OpenToolSource['moved']>>[0]): void {
    for (const opened of this.#open) opened.moved?.(place);
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((opened) => opened.close()));
  }
}

const isSame = (a: ToolPool, b: ToolPool) =>
  a.tools.length === b.tools.length && a.tools.every((tool, index) => tool.tool === b.tools[index]?.tool);

const { serverPrefix } = wireNames((text) => createHash('sha256').update(text).digest('hex'));

const PROBLEM_CHARS = 200;

/** The texts for the model about servers whose tools are missing, and about servers that came later. Source: G1. */
class ServerNews {
  #heard: (text: string) => boolean;
  /** The servers whose words the model has read. */
  readonly #instructed = new Set<string>();
  /** The missing servers that the conversation contains, each with the state that was told. */
  #told = new Map<string, string>();

  constructor(heard: (text: string) => boolean) {
    this.#heard = heard;
  }

  announce(controls: readonly ServerControl[]): Told | undefined {
    const servers = controls.flatMap((control) => control.list());
    const missing = servers.filter(isMissing);
    const fresh = missing.filter(({ key, state }) => this.#told.get(key) !== state);
    const came = servers.filter(({ key, state }) => state === 'connected' && this.#told.has(key));
    this.#told = new Map(missing.map(({ key, state }) => [key, state]));
    return inOne([...fresh.map(missingText), ...came.map(cameText), ...servers.flatMap((server) => this.#words(server))]);
  }

  #words({ key, state, instructions }: ServerState): readonly Told[] {
    if (state !== 'connected' || instructions === undefined || this.#instructed.has(key)) return [];
    this.#instructed.add(key);
    const text = told.serverInstructions(key, instructions);
    return this.#heard(text) ? [] : [text];
  }

  /** Forgets everything after the conversation was replaced. */
  forget(): void {
    this.#told.clear();
    this.#instructed.clear();
    this.#heard = () => false;
  }
}

/** A server that waits for its first use has no problem. */
const isMissing = ({ state, problem }: ServerState) => problem !== undefined && state !== 'connected' && state !== 'disabled';

function missingText({ key, state, problem = '' }: ServerState): Told {
  if (state === 'pending') return told.serverStarting(key, serverPrefix(key));
  const why = (problem.split('\n', 1)[0] ?? '').slice(0, PROBLEM_CHARS);
  return told.serverMissing(key, serverPrefix(key), why);
}

const cameText = ({ key }: ServerState) => told.serverCame(key, serverPrefix(key));
