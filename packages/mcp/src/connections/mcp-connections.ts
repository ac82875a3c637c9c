import { LoginStore } from '../auth/login-store.js';
import { expandVariables } from '../config/expand-variables.js';
import type { McpServerConfig, McpServers } from '../config/server-config.js';
import { errors } from '../errors.js';
import { problemOf } from '../text/clean-text.js';
import { KeptListing, keptListing } from '../tools/kept-listing.js';
import type { McpTool } from '../tools/mcp-tool.js';
import { distinct } from '../tools/server-tools.js';
import type { McpConnectionsOptions } from './connections-options.js';
import { enoughWaited, tellWait } from './first-wait.js';
import type { McpLogEntry } from './host.js';
import {
  getPrompt,
  listPrompts,
  listResources,
  type McpPrompt,
  type McpPromptMessage,
  type McpResource,
  type McpResourceContent,
  readResource,
} from './requests.js';
import { ServerLink } from './server-link.js';
import {
  type McpChange,
  type McpFound,
  type McpServerChanges,
  type McpServerStatus,
  sameConfig,
  statusOfLink,
} from './status.js';
import { DEFAULT_TIMINGS } from './timings.js';

const LOG_KEPT = 200;

/** Whether the entry of a server says that the first request waits for it. */
const asksForTime = ({ start, startTimeout }: McpServerConfig): boolean => start === 'eager' || startTimeout !== undefined;

/** The MCP servers of one session. Nothing runs before `start` or `ready`. */
export class McpConnections {
  readonly #options: McpConnectionsOptions;
  readonly #links = new Map<string, ServerLink>();
  /** The configurations as given, for comparison with a new configuration. */
  readonly #given = new Map<string, McpServerConfig>();
  readonly #listeners = new Set<(change: McpChange) => void>();
  readonly #log: McpLogEntry[] = [];
  #roots: readonly string[];
  #tools: readonly McpTool[] | undefined;
  readonly #logins: LoginStore | undefined;

  constructor(options: McpConnectionsOptions) {
    this.#options = options;
    this.#logins = options.stateDir === undefined ? undefined : new LoginStore(options.stateDir);
    this.#roots = [options.cwd, ...(options.roots ?? [])];
    for (const key of Object.keys(options.servers).sort()) this.#add(key, options.servers);
    options.signal?.addEventListener('abort', () => void this.close(), { once: true });
  }

  /** Starts in the background the servers that the first request waits for. */
  start(): void {
    for (const link of this.#waited()) void link.start({ isPatient: link.server.config.start !== 'required' });
  }

  /** Starts every server and waits until each is connected or has failed. The start timeouts limit the wait. */
  async settled(): Promise<void> {
    if (this.#options.signal?.aborted === true) return;
    await Promise.all([...this.#links.values()].map((link) => link.start()));
  }

  /**
   * Starts all servers at once and waits for each until its tools are listed, its start has failed, or its start timeout is over.
   * The wait for a server whose entry asks for none ends after three seconds, as soon as there is a tool. A server with `start: lazy`,
   * or whose tools are known from `loadout.lock`, starts at its first use. Rejects only if a required server is not available.
   * Source: G1, MCP-06, MCP-07, GAP-G9.
   */
  async ready(): Promise<void> {
    const waited = this.#waited();
    this.start();
    const isRequired = (link: ServerLink) => link.server.config.start === 'required';
    const { patienceMs } = this.#options;
    // Before `tellWait`, whose first message is for a wait that goes on.
    const enough = enoughWaited({
      canBegin: () => this.#options.hasTools === true || this.tools().length > 0,
      onChange: (listener) => this.onChange(listener),
    });
    const told = tellWait(waited, { tell: (message) => this.#options.onWaiting?.(message), patienceMs });
    const startOne = (link: ServerLink) => {
      if (isRequired(link)) return link.start();
      const asks = patienceMs !== undefined || asksForTime(link.server.config);
      return link.startInTime({ patienceMs, enough: asks ? undefined : enough.settled });
    };
    await Promise.all(waited.map(startOne)).finally(() => {
      enough.end();
      told.end();
    });
    const failed = waited.find((link) => isRequired(link) && link.state !== 'connected');
    if (failed !== undefined) throw errors.MCP_REQUIRED_FAILED({ key: failed.server.key, problem: failed.problem });
  }

  /** The servers that start before the first request. */
  #waited(): readonly ServerLink[] {
    if (this.#options.signal?.aborted === true) return [];
    return [...this.#links.values()].filter((link) => link.state !== 'disabled' && startsAtOnce(link));
  }

  /** The keys of servers that wait for their first use, with no tools to offer until then. */
  lazy(): readonly string[] {
    const isLazy = (link: ServerLink) =>
      !startsAtOnce(link) && !link.listing.isKept && link.state !== 'connected' && link.state !== 'disabled';
    return this.#sorted()
      .filter(isLazy)
      .map((link) => link.server.key);
  }

  /** Connects a server at its first use and returns its tools. Contract: rejects with the reason when it does not go well. */
  async use(key: string, signal: AbortSignal): Promise<readonly McpTool[]> {
    await this.#link(key).connected(signal);
    return this.tools().filter(({ mcp }) => mcp.server === key);
  }

  /** The tools that can be offered now, ordered by name. A server whose connection was lost keeps its tools. */
  tools(): readonly McpTool[] {
    const taken = new Set<string>();
    this.#tools ??= this.#sorted().flatMap((link) =>
      link.state === 'disabled' ? [] : link.listing.tools.map((tool) => distinct(tool, taken)),
    );
    return this.#tools;
  }

  get isEmpty(): boolean {
    return this.#links.size === 0;
  }

  onChange(listener: (change: McpChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  status(): readonly McpServerStatus[] {
    return this.#sorted().map(statusOfLink);
  }

  /** The newest messages that servers logged. */
  log(): readonly McpLogEntry[] {
    return this.#log;
  }

  /** Contract: rejects with the reason when it does not go well. */
  async reconnect(key: string): Promise<void> {
    await this.#link(key).reconnect();
  }

  async toggle(key: string, on: boolean): Promise<void> {
    const link = this.#link(key);
    await (on ? link.enable() : link.disable());
  }

  /** Closes servers that are missing from `servers` or changed, and connects new ones. Source: MCP-16. */
  async setServers(servers: McpServers): Promise<McpServerChanges> {
    const gone = [...this.#links].filter(([key]) => !sameConfig(this.#given.get(key), servers[key]));
    await Promise.all(gone.map(([key, link]) => this.#remove(key, link)));
    const added = Object.keys(servers).filter((key) => !this.#links.has(key));
    for (const key of added.sort()) this.#add(key, servers);
    await Promise.all(added.map((key) => this.#link(key).start()));
    const failed = added.map((key) => this.#link(key)).filter((link) => link.state !== 'connected' && link.state !== 'disabled');
    const problems = failed.map((link) => [link.server.key, link.problem]);
    return { added, removed: gone.map(([key]) => key), errors: Object.fromEntries(problems) };
  }

  /** Tells the servers that the working directories are others now. */
  async setRoots(cwd: string, roots: readonly string[]): Promise<void> {
    this.#roots = [cwd, ...roots];
    await Promise.allSettled([...this.#links.values()].map((link) => link.connection?.notifyRootsChanged()));
  }

  /** Asked of the servers anew each time. Rejects only for a key that is not known. Source: TOOL-MCPR-01. */
  resources(key?: string, signal?: AbortSignal): Promise<McpFound<McpResource>> {
    return this.#ask(key, (link) => listResources(link, signal));
  }

  async readResource(key: string, uri: string, signal?: AbortSignal): Promise<readonly McpResourceContent[]> {
    return readResource(this.#link(key), { uri, signal });
  }

  prompts(key?: string, signal?: AbortSignal): Promise<McpFound<McpPrompt>> {
    return this.#ask(key, (link) => listPrompts(link, signal));
  }

  async getPrompt(key: string, name: string, args: Readonly<Record<string, string>> = {}): Promise<readonly McpPromptMessage[]> {
    return getPrompt(this.#link(key), { name, args });
  }

  /** Stores a copy of the tools that are approved now, for sessions that start without the server. */
  keep(key: string, approved: Readonly<Record<string, string>>): void {
    const { stateDir } = this.#options;
    const { entries, quarantined } = this.#link(key).listing;
    if (stateDir !== undefined) new KeptListing(stateDir, approved).write(entries, quarantined);
  }

  /** Ends all connections and processes; settles when none is left, within two seconds. */
  async close(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.close()));
  }

  #add(key: string, servers: McpServers) {
    const given = servers[key] ?? {};
    this.#given.set(key, given);
    const { variables, cwd, env, stateDir, approved = {}, answers = {}, timings } = this.#options;
    const { config, unset } = variables === undefined ? { config: given, unset: [] } : expandVariables(given, variables);
    const link = new ServerLink(
      { key, config },
      {
        cwd,
        env,
        stateDir,
        answers,
        clientInfo: this.#options.clientInfo,
        approved: Object.hasOwn(approved, key) ? approved[key] : undefined,
        logins: this.#logins,
        kept: keptListing(key, this.#options),
        timings: { ...DEFAULT_TIMINGS, ...timings },
        roots: () => this.#roots,
        onLog: (entry) => {
          this.#log.push(entry);
          if (this.#log.length > LOG_KEPT) this.#log.shift();
        },
        onChange: (what) => this.#changed(key, what),
        onNotice: (notice) => this.#options.onNotice?.({ server: key, ...notice }),
      },
    );
    this.#links.set(key, link);
    for (const name of unset) this.#warn(key, `\${${name}} is not set and has no default; it was left as it is`);
  }

  async #remove(key: string, link: ServerLink) {
    await link.close();
    this.#links.delete(key);
    this.#given.delete(key);
    this.#changed(key, 'tools');
  }

  #warn(server: string, message: string) {
    this.#options.onNotice?.({ server, level: 'warning', message });
  }

  #changed(server: string, what: McpChange['what']) {
    if (what === 'tools' || what === 'status') this.#tools = undefined;
    for (const listener of this.#listeners) listener({ server, what });
  }

  #sorted = () => [...this.#links.values()].sort((a, b) => (a.server.key < b.server.key ? -1 : 1));

  #link(key: string): ServerLink {
    const link = this.#links.get(key);
    if (link === undefined) throw errors.MCP_SERVER_UNKNOWN({ key, known: [...this.#links.keys()] });
    return link;
  }

  async #ask<T>(key: string | undefined, ask: (link: ServerLink) => Promise<readonly T[]>): Promise<McpFound<T>> {
    const links = key === undefined ? this.#sorted().filter((link) => link.state !== 'disabled') : [this.#link(key)];
    return askAll(links, ask);
  }
}

/** Asks several servers at once. A server that fails is among the problems. */
async function askAll<T>(links: readonly ServerLink[], ask: (link: ServerLink) => Promise<readonly T[]>): Promise<McpFound<T>> {
  const answers = await Promise.allSettled(links.map(ask));
  const problems = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? [] : [{ server: links[index]?.server.key ?? '', problem: problemOf(answer.reason) }],
  );
  return { items: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])), problems };
}

/**
 * Whether a server starts before the first request. A server whose approved tools are known starts at its first call, unless the
 * run needs it or the file says otherwise. Source: G1, MCP-06.
 */
function startsAtOnce({ server: { config }, listing }: Pick<ServerLink, 'server' | 'listing'>): boolean {
  if (config.start === 'required' || config.start === 'eager') return true;
  if (listing.isKept) return false;
  return config.start !== 'lazy' || config.alwaysLoad === true;
}
