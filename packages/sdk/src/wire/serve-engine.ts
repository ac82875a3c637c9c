import { join } from 'node:path';
import { claudeProjects, signalExitCode } from '@loadout/command';
import { isLoadoutError, isObject } from '@loadout/core';
import { debugLog } from '../engine/debug-log.js';
import { Engine } from '../engine/engine.js';
import { tellable } from '../frames/tellable.js';
import type { SDKMessage, SDKUserMessage } from '../types/messages.js';
import type { SessionStore } from '../types/sessions.js';
import type { EngineProcess } from './engine-process.js';
import { takeOutput } from './engine-process.js';
import type { WireFrame } from './fit-frame.js';
import type { EngineFlags } from './flags.js';
import { withHost, withInstances } from './host-parts.js';
import { HostRequests } from './host-requests.js';
import { optionsOf } from './options-of.js';
import { LONGEST_LINE, readLines } from './read-lines.js';
import { type HostLine, readMessage } from './read-message.js';
import { Wire } from './wire.js';
import { errors } from './wire-errors.js';
import { WireServer } from './wire-server.js';

/** Serves a program that speaks the control protocol. Returns the exit code. Source: CTRL-01 to CTRL-15. */
export async function serveEngine(flags: EngineFlags, io: EngineProcess): Promise<number> {
  const output = takeOutput(io).on('error', () => io.close());
  const wire = new Wire((line) => output.write(line));
  const code = await new Served(flags, { io, wire }).serve();
  await new Promise<void>((resolve) => output.end(resolve));
  return code;
}

interface ServedParts {
  readonly io: EngineProcess;
  readonly wire: Wire;
}

class Served {
  readonly #flags: EngineFlags;
  readonly #parts: ServedParts;
  readonly #requests: HostRequests;
  #servers = new Map<string, WireServer>();
  #engine: Engine | undefined;
  #running: Promise<unknown> | undefined;
  /** Prompts that arrived before the request that they wait for. */
  #early: HostLine[] = [];
  #signal: NodeJS.Signals | undefined;
  /** Whether the last turn ended with an error. If so, the exit code is 1. Source: CLI-04. */
  #hasFailed = false;
  #fail: (error: unknown) => void = () => {};
  /** A failed start ends the engine at once, even if the program still writes. */
  readonly #failed = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });

  constructor(flags: EngineFlags, parts: ServedParts) {
    this.#flags = flags;
    this.#parts = parts;
    this.#requests = new HostRequests({
      send: (frame) => parts.wire.send(frame),
      answer: (request) => this.#answer(request),
      beside: ({ subtype }) => (subtype === 'initialize' ? this.#openQuestions() : {}),
    });
  }

  async serve(): Promise<number> {
    const { io, wire } = this.#parts;
    const stop = (signal?: NodeJS.Signals) => {
      this.#signal ??= signal;
      wire.end();
      this.#engine?.close();
      this.#fail(STOPPED);
    };
    // The official SDK may send SIGTERM twice. The second signal must not end this process before its commands have ended.
    process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop);
    io.whenClosed(() => stop());
    // The end of a pipe does not tell whether the program still runs. Background work would outlive a killed program.
    const watched = whenOrphaned(() => stop());
    try {
      await Promise.race([this.#read(), this.#failed]);
      this.#started({});
      this.#engine?.endInput();
      await this.#running;
    } catch (error) {
      this.#engine?.close();
      await this.#running?.catch(() => {});
      if (error !== STOPPED) return this.#failure(error);
    } finally {
      watched();
    }
    return this.#signal === undefined ? Number(this.#hasFailed) : signalExitCode(this.#signal);
  }

  /**
   * Reads to the end of the input. After it, every waiting and every new question is denied, because nobody answers. Source:
   * CTRL-14.
   */
  async #read(): Promise<void> {
    for await (const text of readLines(this.#parts.io.stdin, { tooLong: () => errors.ENGINE_LINE({ limit: LONGEST_LINE }) })) {
      const line = readMessage(text);
      if (line !== undefined) this.#take(line);
    }
    this.#parts.wire.end();
  }

  #failure(error: unknown): number {
    this.#parts.io.tell(`Error: ${tellable(error)}\n`);
    return 1;
  }

  #take(line: HostLine): void {
    switch (line.type) {
      case 'control_request':
        this.#requests.take(line);
        return;
      case 'control_cancel_request':
        this.#requests.cancel(line);
        return;
      case 'control_response':
        this.#parts.wire.answered(line.response);
        return;
      case 'user':
        if (this.#engine === undefined && this.#flags['await-initialize'] === true) this.#early.push(line);
        else this.#submit(line);
    }
  }

  #submit(line: HostLine): void {
    this.#started({});
    this.#engine?.submit(line as unknown as SDKUserMessage);
  }

  /** Starts the engine at the first message, with or without the values of `initialize`. */
  #started(initialize: HostLine): void {
    if (this.#engine !== undefined) return;
    const { io, wire } = this.#parts;
    const flags = this.#flags;
    const mirror = flags['session-mirror'] === true ? { sessionStore: mirrorOver(wire, io.env) } : {};
    const { options, servers } = withHost({ ...optionsOf(flags, io), ...mirror }, { flags, wire, initialize });
    this.#servers = new Map(servers);
    const log = debugLog({ ...options, stderr: (text) => io.tell(text) });
    this.#engine = new Engine(options, {
      replaysPrompts: flags['replay-user-messages'] === true,
      send: (message: SDKMessage) => {
        if (message.type === 'result') this.#hasFailed = message.is_error;
        log?.(message);
        wire.send(message as unknown as WireFrame);
      },
    });
    this.#running = this.#engine.run();
    this.#running.catch(this.#fail);
    for (const line of this.#early.splice(0)) this.#submit(line);
  }

  async #answer(request: HostLine): Promise<unknown> {
    if (request.subtype === 'initialize') this.#started(request);
    if (request.subtype === 'mcp_message') return this.#toClient(request);
    this.#started({});
    if (request.subtype === 'initialize') return this.#initialized(request);
    return this.#engine?.control({ ...request, subtype: String(request.subtype), ...this.#connected(request) });
  }

  /** Leaves the request unanswered if its session is unknown: the result says so, and the engine ends (W9). */
  async #initialized(request: HostLine): Promise<unknown> {
    try {
      return await this.#engine?.control({ ...request, subtype: 'initialize' });
    } catch (error) {
      return isLoadoutError(error) && error.code === 'SESSION_UNKNOWN' ? new Promise(() => {}) : Promise.reject(error);
    }
  }

  /** The open questions, for a program that attaches while a question is open. Source: CTRL-08. */
  #openQuestions = () => ({
    pending_permission_requests: this.#parts.wire.unanswered('can_use_tool'),
    pending_user_dialog_requests: [],
  });

  /** A server that is added later may also be inside the program. */
  #connected({ subtype, servers }: HostLine): { readonly servers?: unknown } {
    if (subtype !== 'mcp_set_servers' || !isObject(servers)) return {};
    const { wire } = this.#parts;
    for (const [name, server] of Object.entries(servers))
      if (isObject(server) && server.type === 'sdk' && !this.#servers.has(name))
        this.#servers.set(name, new WireServer(name, wire));
    return { servers: withInstances(servers, this.#servers) };
  }

  /** A message that a server in the program sends by itself gets an empty acknowledgement. */
  async #toClient({ server_name, message }: HostLine): Promise<unknown> {
    const name = String(server_name);
    const server = this.#servers.get(name);
    if (server === undefined) throw new Error(`Server '${name}' not found`);
    await server.receive(message);
    return {};
  }
}

const STOPPED = new Error('stopped');

/** Sends every write to the files of a program's sessions to the program, so that it can store a copy. Source: SESS-05. */
function mirrorOver(wire: Wire, env: EngineProcess['env']): SessionStore {
  const projects = claudeProjects(env);
  return {
    append: async ({ projectKey, sessionId, subpath }, entries) => {
      const file = subpath === undefined ? sessionId : join(sessionId, subpath);
      const filePath = join(projects, projectKey, `${file}.jsonl`);
      for (const entry of entries) wire.send({ type: 'transcript_mirror', filePath, entries: [entry] });
    },
    // The program has written its stored records into the files before it started the engine.
    load: async () => null,
  };
}

const LOOK_EVERY_MS = 1_000;

/**
 * Calls back when the parent of this process is gone, however it ended, because nobody else would end the engine. Returns a
 * function that ends the watch. A process without a parent of its own gets no call.
 */
function whenOrphaned(tell: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    tell();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
