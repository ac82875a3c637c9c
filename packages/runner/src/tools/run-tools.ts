/** The tools of one run: those of its sources, and which of them the model knows by name only. */

import type { AnyTool, DeferredTool, DeferredTools } from '@loadout/core';
import { type ApiTool, type ModelRequest, tokensOfChars } from '@loadout/core/model';
import type {
  OpenToolSource,
  PoolTool,
  ServerControl,
  ServerState,
  SettledCall,
  ToolPool,
  ToolSource,
  ToolSourceSession,
} from '@loadout/core/run';
import { type ModelText, modelText } from '../prompts/model-texts.js';
import { standsForServer, toolWith } from './find-tools.js';
import { cameText, isMissing, missingText, ServerNews, serverPrefix } from './server-news.js';

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
  announce(): ModelText | undefined {
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
  whyMissing(name: string): ModelText | undefined {
    const server = this.#serverOf(name);
    if (server === undefined) return undefined;
    if (isMissing(server)) return missingText(server);
    return this.#hasCome(server, name) ? cameText(server) : undefined;
  }

  /** Returns the same for an agent that starts now, whose tools stay those that are known now. Source: GAP-F2. */
  whyMissingBelow(): (name: string) => ModelText | undefined {
    const known = this.#fromSources;
    return (name) => {
      const server = this.#serverOf(name);
      if (server === undefined || known.some((tool) => tool.name.startsWith(serverPrefix(server.key)))) return undefined;
      if (server.state === 'pending' || this.#hasCome(server, name))
        return modelText.serverLate(server.key, serverPrefix(server.key));
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

const USUAL_PERCENT = 10;
const USUAL_WINDOW = 200_000;

interface DeferralRules {
  /** See `AgentPlan.toolSearch`. */
  readonly when: 'on' | 'off' | number | undefined;
  /** The tokens of the model's window. */
  readonly window: number | undefined;
  /** Whether the provider receives all tools and defers them itself, so that the request never changes (POOL-14). */
  readonly byReference: boolean;
  /** The name of the tool that finds tools, as known before the first request. */
  readonly search?: string | undefined;
  /** The tools that the conversation loaded before this run. Default: no tool. */
  readonly loaded?: readonly string[] | undefined;
}

/** The tools of a run that the model knows by name only. Source: POOL-12, POOL-13. */
export class Deferral implements DeferredTools {
  readonly #rules: DeferralRules;
  /** The tools sent with their schema. They stay so, for the prompt cache. */
  readonly #sent = new Set<string>();
  readonly #deferred = new Map<string, PoolTool>();
  readonly #loaded: Set<string>;
  /** The tool that finds and loads deferred tools. Without this tool, no tool is deferred. */
  #search: string | undefined;
  /** The names that the conversation contains. */
  #told = new Set<string>();
  /** Called when the next request differs. */
  whenLoaded: (() => void) | undefined;

  constructor(rules: DeferralRules) {
    this.#rules = rules;
    this.#loaded = new Set(rules.loaded);
    this.#search = rules.search;
  }

  list(): readonly DeferredTool[] {
    const open = [...this.#deferred.values()].filter((tool) => !this.#loaded.has(tool.name));
    return open.map(({ name, api }) => ({ name, description: api.description }));
  }

  load(names: readonly string[]): readonly string[] {
    const found = names.filter((name) => this.#deferred.has(name));
    const fresh = found.filter((name) => !this.#loaded.has(name));
    for (const name of fresh) this.#loaded.add(name);
    if (fresh.length > 0 && !this.#rules.byReference) this.whenLoaded?.();
    return found;
  }

  /**
   * Completes the result of a call. A search refers to the tools that it loaded. A failed call of a tool that is not loaded says how
   * to load the tool, because the model has guessed the input. Source: POOL-14, G15, PIPE-04.
   */
  completed(call: SettledCall): SettledCall {
    if (call.name === this.#search) return this.#referring(call);
    const isGuessed = call.outcome === 'failed' || call.code?.startsWith('TOOL_INPUT_') === true;
    if (this.#search === undefined || !isGuessed || !this.#deferred.has(call.name) || this.#loaded.has(call.name)) return call;
    const hint = modelText.neverLoaded(call.name, this.#search);
    const { content } = call.block;
    const hinted = typeof content === 'string' ? `${content}\n${hint}` : [...content, { type: 'text', text: hint }];
    return { ...call, block: { ...call.block, content: hinted } as SettledCall['block'] };
  }

  /** Makes the result of a search refer to the tools that it loaded, which shows the model their schemas. Source: POOL-14. */
  #referring(call: SettledCall): SettledCall {
    if (!this.#rules.byReference || call.outcome !== 'done') return call;
    const { matches } = (call.result.structuredContent ?? {}) as { readonly matches?: readonly string[] };
    const content = (matches ?? [])
      .filter((name) => this.#loaded.has(name))
      .map((tool_name) => ({ type: 'tool_reference', tool_name }));
    return content.length === 0 ? call : { ...call, block: { ...call.block, content } };
  }

  /** Returns the tools of the next requests: tools with schemas in the order of the pool, then loaded tools in their order. */
  sent(pool: ToolPool): readonly ApiTool[] {
    this.#decide(pool);
    const whole = pool.tools.filter((tool) => !this.#deferred.has(tool.name)).map((tool) => tool.api);
    if (this.#rules.byReference)
      return [...whole, ...[...this.#deferred.values()].map((tool) => ({ ...tool.api, defer_loading: true }))];
    return [...whole, ...[...this.#loaded].flatMap((name) => this.#deferred.get(name)?.api ?? [])];
  }

  /** Returns a text about deferred tools that the model does not know yet. */
  announce(): ModelText | undefined {
    const fresh = this.list().filter(({ name }) => !this.#told.has(name));
    if (fresh.length === 0 || this.#search === undefined) return undefined;
    for (const { name } of fresh) this.#told.add(name);
    return modelText.deferredTools(
      this.#search,
      fresh.map(({ name }) => name),
    );
  }

  /**
   * Forgets the names after the conversation was replaced. Loaded tools stay loaded, but references to them are gone (POOL-15).
   */
  forget(): void {
    this.#told = new Set();
    if (!this.#rules.byReference || this.#loaded.size === 0) return;
    for (const name of this.#loaded) {
      this.#deferred.delete(name);
      this.#sent.add(name);
    }
    this.#loaded.clear();
    this.whenLoaded?.();
  }

  #decide(pool: ToolPool): void {
    this.#search = toolWith(pool, 'finds-tools')?.name;
    for (const name of this.#deferred.keys()) if (pool.get(name) === undefined) this.#deferred.delete(name);
    const keepsBack = this.#keepsBack(pool);
    for (const tool of pool.tools) {
      const isKept = keepsBack && tool.deferral !== 'never' && !this.#sent.has(tool.name);
      if (isKept || (this.#deferred.has(tool.name) && this.#search !== undefined)) this.#deferred.set(tool.name, tool);
      else {
        this.#deferred.delete(tool.name);
        this.#sent.add(tool.name);
      }
    }
  }

  #keepsBack(pool: ToolPool): boolean {
    const { when = USUAL_PERCENT, window = USUAL_WINDOW } = this.#rules;
    if (when === 'off' || this.#search === undefined) return false;
    if (when === 'on') return true;
    const candidates = pool.tools.filter((tool) => tool.deferral !== 'never');
    if (candidates.some((tool) => tool.deferral === 'always')) return true;
    return candidates.reduce((sum, { api }) => sum + tokensOfChars(JSON.stringify(api).length), 0) > (window * when) / 100;
  }
}
