import { setTimeout as pause } from 'node:timers/promises';
import { isLoadoutError, messageOf, type ToolContext } from '@loadout/core';
import { settlesWithin, untilAborted } from '@loadout/node';
import type { LoginStore } from '../auth/login-store.js';
import { loginAt, type ServerLogin } from '../auth/server-login.js';
import { isRemote } from '../config/server-config.js';
import { errors } from '../errors.js';
import { problemOf } from '../text/clean-text.js';
import type { KeptListing } from '../tools/kept-listing.js';
import type { ToolCall } from '../tools/mcp-tool.js';
import { callTool } from './call-tool.js';
import { type Connected, connectServer, isTransient, lateStart, listTools, newStage } from './connect-server.js';
import type { Connection } from './connection.js';
import type { ConnectionHost, McpListKind, McpNotice, NamedServer } from './host.js';
import { LinkNotices } from './link-notices.js';
import { statusOf } from './request-error.js';
import { type AttemptTime, LONGEST_REQUEST_MS, type McpTimings, SHORTEST_TIMEOUT_MS } from './timings.js';
import { ToolListing } from './tool-listing.js';

export type McpServerState = 'pending' | 'connected' | 'failed' | 'needs-auth' | 'disabled';

export interface LinkOptions
  extends Pick<ConnectionHost, 'cwd' | 'env' | 'stateDir' | 'clientInfo' | 'answers' | 'roots' | 'onLog'> {
  readonly timings: McpTimings;
  readonly approved?: Readonly<Record<string, string>> | undefined;
  readonly logins?: LoginStore | undefined;
  readonly kept?: KeptListing | undefined;
  onChange(what: McpListKind | 'status'): void;
  onNotice(notice: Omit<McpNotice, 'server'>): void;
}

interface Patience {
  /** Default: the start timeout. */
  readonly patienceMs?: number | undefined;
  readonly enough?: Promise<void> | undefined;
}

const FIRST_ATTEMPTS = 3;
const ATTEMPTS_AFTER_LOSS = 5;

/** One configured server over all its connections: connects it, notices its end, connects it again. Source: MCP-05. */
export class ServerLink {
  state: McpServerState = 'pending';
  /** Why it failed. */
  problem = '';
  readonly listing: ToolListing;
  readonly timeoutMs: number;
  /** Milliseconds for one call, whatever progress it reports. */
  readonly longestMs: number;
  readonly server: NamedServer;
  readonly login: ServerLogin | undefined;
  readonly notices: LinkNotices;
  readonly #options: LinkOptions;
  readonly #cap = new RestartCap();
  #stop = new AbortController();
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  #first: Promise<void> | undefined;
  readonly startMs: number;
  readonly #at = newStage();
  /** Work that must end before the link is closed. */
  readonly #ending = new Set<Promise<unknown>>();

  constructor(server: NamedServer, options: LinkOptions) {
    this.server = server;
    this.#options = options;
    this.login = loginAt(server, options.logins);
    this.notices = new LinkNotices(this.login, (notice) => options.onNotice(notice));
    const { timeout, maxTimeout = LONGEST_REQUEST_MS } = server.config;
    this.timeoutMs = timeout !== undefined && timeout >= SHORTEST_TIMEOUT_MS ? timeout : options.timings.call;
    this.startMs = server.config.startTimeout ?? options.timings.start;
    this.longestMs = Math.max(maxTimeout, this.timeoutMs);
    const owner = {
      server: server.key,
      alwaysLoad: server.config.alwaysLoad,
      call: (call: ToolCall, context: ToolContext) => callTool(this, { call, context }),
    };
    this.listing = new ToolListing({
      config: server.config,
      owner,
      approved: options.approved,
      kept: options.kept,
      signal: () => this.#stop.signal,
      fetch: async () => this.connection && listTools(this.connection, { signal: this.#stop.signal, ms: this.timeoutMs }),
      onChange: () => options.onChange('tools'),
      onWarning: (message) => this.notices.warnOnce(message),
    });
    if (server.config.disabled === true) this.state = 'disabled';
  }

  get connection(): Connection | undefined {
    return this.#connection?.endedBecause() === undefined ? this.#connection : undefined;
  }

  /** Connects for the first time, unless it is disabled, and never rejects. `isPatient`: the start continues when its time is over. */
  start({ isPatient = false } = {}): Promise<void> {
    if (this.state === 'disabled') return Promise.resolve();
    const attempts = isRemote(this.server.config) ? FIRST_ATTEMPTS : 1;
    const done = () => {};
    const ms = isPatient ? Math.max(this.startMs, this.#options.timings.giveUp) : this.startMs;
    this.#first ??= this.#begin(attempts, { ms, until: performance.now() + ms }).then(done, done);
    return this.#first;
  }

  /**
   * Starts the server and waits for at most its start timeout, and no longer than until `enough` settles. A later start continues, and
   * a notice reports it. Source: G1.
   */
  async startInTime({ patienceMs = this.startMs, enough }: Patience = {}): Promise<void> {
    const most = Math.min(this.startMs, patienceMs);
    const began = performance.now();
    const started = this.start({ isPatient: true });
    const isOver = !(await settlesWithin(most, enough === undefined ? started : Promise.race([started, enough])));
    if (this.state !== 'pending') return;
    const ms = isOver ? most : Math.round((performance.now() - began) / 1000) * 1000;
    const late = lateStart(this.server.key, { at: this.#at, ms });
    this.#set('pending', this.notices.redact(messageOf(late)));
    this.notices.warn(`${messageOf(late)}\nThe run continues without its tools. They join when the server is ready.`);
  }

  /** Returns the open connection, or makes a new one. Concurrent callers share the same attempt. Source: MCP-05. */
  async connected(signal?: AbortSignal): Promise<Connection> {
    const open = this.connection;
    if (open !== undefined) return open;
    if (this.state === 'disabled' || this.#stop.signal.aborted)
      throw this.#unavailable(this.state === 'disabled' ? '' : this.problem);
    // Nobody waits for minutes for a start that has already taken too long.
    if (this.state === 'pending' && this.problem !== '') throw this.#unavailable(this.problem);
    if (this.#connecting === undefined && !this.#cap.take()) throw this.#unavailable(CAP_TEXT);
    const connecting = this.#connecting ?? this.#begin(1);
    return signal === undefined ? connecting : untilAborted(connecting, signal);
  }

  /** A request over the open connection was refused for its credentials, or went well again. */
  credentialsAre(good: boolean, problem = ''): void {
    if (this.connection === undefined || good === (this.state === 'connected')) return;
    this.#set(good ? 'connected' : 'needs-auth', problem);
    if (!good) this.notices.error(problem);
  }

  async reconnect(): Promise<void> {
    this.#cap.reset();
    await this.#close();
    this.#stop = new AbortController();
    this.state = 'pending';
    await this.#begin(1);
  }

  async disable(): Promise<void> {
    await this.#close();
    this.#set('disabled', '');
  }

  async enable(): Promise<void> {
    if (this.state !== 'disabled') return;
    await this.reconnect();
  }

  async close(): Promise<void> {
    await this.#close();
    this.#set('failed', 'it was closed');
  }

  async #close() {
    this.#stop.abort(new Error('the connection is closed'));
    const open = this.#connection;
    this.#connection = undefined;
    if (open !== undefined) this.#end(open);
    await Promise.allSettled([this.#connecting, ...this.#ending]);
  }

  #end(connection: Connection) {
    const ending = connection.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #begin(attempts: number, time: AttemptTime = { ms: this.startMs }): Promise<Connection> {
    this.#set('pending', '');
    const connecting = this.#attempt(attempts, time).finally(() => {
      this.#connecting = undefined;
    });
    this.#connecting = connecting;
    connecting.catch(() => {});
    return connecting;
  }

  async #attempt(attempts: number, { ms, until = Number.POSITIVE_INFINITY }: AttemptTime): Promise<Connection> {
    const { signal } = this.#stop;
    for (let count = 1; ; count++) {
      try {
        const connected = await this.#connectOnce(signal, Math.min(ms, Math.max(1, Math.ceil(until - performance.now()))));
        if (!signal.aborted) return this.#take(connected);
        await connected.connection.close();
        throw signal.reason;
      } catch (error) {
        const backoff = this.#options.timings.backoff * 2 ** (count - 1);
        const isLast = count >= attempts || performance.now() + backoff >= until;
        if (isLast || !isTransient(error) || signal.aborted) throw this.#failed(error);
        // A referenced timer: `loadout mcp doctor` waits for nothing else meanwhile, and must not end.
        await pause(backoff, undefined, { signal });
      }
    }
  }

  #connectOnce(signal: AbortSignal, startMs: number): Promise<Connected> {
    const { cwd, env, stateDir, clientInfo, answers, roots, onLog } = this.#options;
    const host: ConnectionHost = {
      cwd,
      env,
      stateDir,
      clientInfo,
      answers,
      login: this.login,
      roots,
      onLog: (entry) => onLog({ ...entry, message: this.notices.redact(entry.message) }),
      onWarning: (message) => this.notices.warnOnce(message),
      onListChanged: (what) => (what === 'tools' ? this.listing.refresh() : this.#options.onChange(what)),
      onFault: reactToFaults(this),
    };
    return connectServer(this.server, { host, startMs, signal, at: this.#at });
  }

  #take({ connection, listed }: Connected): Connection {
    this.#connection = connection;
    this.listing.take(listed);
    this.#set('connected', '');
    void connection.ended.then((why) => this.#onEnd(connection, why));
    return connection;
  }

  #onEnd(connection: Connection, why: string) {
    this.#end(connection);
    if (this.#connection !== connection || this.#stop.signal.aborted) return;
    this.#connection = undefined;
    this.notices.warn(`the connection was lost: ${why}`);
    if (isRemote(this.server.config)) void this.#begin(ATTEMPTS_AFTER_LOSS);
    else this.#set('failed', `${why}; it is started again at its next use`);
  }

  #failed(error: unknown): unknown {
    if (this.#stop.signal.aborted) return this.#unavailable('it was closed');
    const needsAuth = isLoadoutError(error) && error.code === 'MCP_NEEDS_AUTH';
    this.#set(needsAuth ? 'needs-auth' : 'failed', this.notices.redact(messageOf(error)));
    this.notices.error(this.problem);
    return error;
  }

  #set(state: McpServerState, problem: string) {
    this.state = state;
    this.problem = problem;
    this.#options.onChange('status');
  }

  #unavailable(problem: string) {
    const state = this.#stop.signal.aborted && this.state !== 'disabled' ? 'closed' : this.state;
    return errors.MCP_SERVER_UNAVAILABLE({ key: this.server.key, state, problem });
  }
}

const MOST = 5;
const WINDOW_MS = 60_000;

/** Says no when a server was started again too often within a minute: one that dies at each call must not eat the machine. */
class RestartCap {
  #starts: number[] = [];

  take(): boolean {
    const now = performance.now();
    this.#starts = this.#starts.filter((at) => now - at < WINDOW_MS);
    if (this.#starts.length >= MOST) return false;
    this.#starts.push(now);
    return true;
  }

  reset(): void {
    this.#starts = [];
  }
}

const CAP_TEXT = `it was started again ${MOST} times within a minute`;

const MOST_FAULTS = 1_000;

interface FaultyLink {
  readonly connection: Connection | undefined;
  readonly notices: Pick<LinkNotices, 'warn'>;
}

/**
 * Returns the reaction to broken messages of one connection. The first is reported; a flood ends the connection, and so does the
 * end of the stream for the server's own messages.
 */
function reactToFaults(link: FaultyLink): (error: Error) => void {
  let count = 0;
  return (error) => {
    count += 1;
    const open = link.connection;
    const isStreamGone = error.name === 'SseError' || error.message.startsWith('Maximum reconnection attempts');
    if (open !== undefined && isStreamGone) void open.fail(`its event stream ended (${problemOf(error)})`);
    else if (count === MOST_FAULTS) void open?.fail(`it sent ${count} messages that mean nothing here`);
    // Refused credentials are reported by the request that needed them.
    else if (count === 1 && open !== undefined && statusOf(error) !== 401) link.notices.warn(problemOf(error));
  };
}
