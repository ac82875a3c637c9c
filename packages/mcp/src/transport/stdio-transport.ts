import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { messageOf } from '@loadout/core';
import { endTree } from '@loadout/node';
import { programStart, startProblem } from '@loadout/node/platform';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { errors } from '../errors.js';
import { AskedRequests } from './asked-requests.js';
import { ByteTail } from './byte-tail.js';

export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  /** All of it: nothing is added but the tag by which its processes are found again. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export const SERVER_TAG = 'LOADOUT_MCP_SERVER';
const LONGEST_LINE = 16 * 1024 * 1024;
const STDERR_KEPT = 8 * 1024;
const MOST_FAULTS = 100;
const DRAIN_MS = 100;
/** How long a request waits for its answer after a broken line that may have been it. */
const BROKEN_LINE_MS = 1_000;

/**
 * A server that runs as its own process group. Unlike the SDK's transport, it ends the connection at a line that is too long or
 * after a number of invalid lines, and it also ends the processes below the server.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** Why it ended, once it has. */
  ended: string | undefined;
  readonly #server: StdioServer;
  readonly #tag: string = randomUUID();
  readonly #lines = new LineSplitter(LONGEST_LINE);
  readonly #stderr = new ByteTail(STDERR_KEPT);
  #child: ChildProcessWithoutNullStreams | undefined;
  #closing: Promise<void> | undefined;
  readonly #asked = new AskedRequests();
  #faults = 0;

  constructor(server: StdioServer) {
    this.#server = server;
  }

  get stderr(): string {
    return this.#stderr.text().trim();
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.#server;
    const start = programStart(command, args, { env });
    const child = spawn(start.file, start.args, { ...start.options, cwd, env: { ...env, [SERVER_TAG]: this.#tag } });
    this.#child = child;
    const started = new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        this.ended ??= startProblem(error, { command, cwd });
        reject(new Error(this.ended, { cause: error }));
      });
    });
    // Without a descriptor to spare it has no streams, and the error is on its way.
    if (child.stdout === undefined) return started;
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    for (const stream of [child.stdout, child.stderr]) stream.on('error', () => {});
    // A server that is gone breaks its pipes, and its exit tells that better.
    child.stdin.on('error', (error) => setTimeout(() => this.#fail(`its stdin broke (${error.message})`), DRAIN_MS));
    child.once('exit', (code, signal) => this.#exited(child, signal ?? `code ${code}`));
    return started;
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#asked.sent(message);
    const stdin = this.#child?.stdin;
    if (stdin === undefined || !stdin.writable) return Promise.reject(new Error(this.ended ?? 'the server is not running'));
    return new Promise((resolve) => {
      stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#end('it was closed');
    return this.#closing;
  }

  async #end(why: string): Promise<void> {
    this.ended ??= why;
    const child = this.#child;
    this.#lines.clear();
    child?.stdout?.destroy();
    child?.stdin?.end();
    // Pending requests fail now, not when the last process has ended.
    this.onclose?.();
    if (child?.pid !== undefined) await endTree({ pid: child.pid, tag: this.#tag }, PATIENCE);
    child?.stderr?.destroy();
    child?.unref();
  }

  /** Waits a moment for the last output, but no longer: a child process may hold the server's stdout open. */
  #exited(child: ChildProcessWithoutNullStreams, how: string) {
    const finish = () => {
      clearTimeout(timer);
      this.#fail(`it exited with ${how}`);
    };
    const timer = setTimeout(finish, DRAIN_MS);
    child.once('close', finish);
  }

  #fail(why: string) {
    this.#closing ??= this.#end(why);
  }

  #read(chunk: Buffer) {
    try {
      this.#lines.push(chunk, (line) => {
        if (this.ended === undefined) this.#take(line);
      });
    } catch (error) {
      this.#fail(messageOf(error));
    }
  }

  #take(line: string) {
    const messages = this.#asked.read(line);
    for (const message of messages) this.onmessage?.(message);
    if (messages.length > 0 || line.trim() === '') return;
    this.#faults++;
    const invalid = errors.MCP_STREAM_INVALID({ lines: this.#faults, sample: line.slice(0, 120) });
    this.onerror?.(invalid);
    this.#failAsked(line);
    if (this.#faults >= MOST_FAULTS) this.#fail(invalid.message);
  }

  /** Without an id in the line the real answer may still come, behind a line that was noise. */
  #failAsked(line: string) {
    const asked = this.#asked.answeredBy(line);
    if (asked === undefined) return;
    const fail = () => {
      const failed =
        this.ended === undefined
          ? this.#asked.fail(asked.id, `the server answered with a line that is not JSON: ${line.slice(0, 120)}`)
          : undefined;
      if (failed !== undefined) this.onmessage?.(failed);
    };
    if (asked.isNamed) fail();
    else setTimeout(fail, BROKEN_LINE_MS).unref();
  }
}

const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines. Holds one unfinished line, at most `limit` bytes; more throws MCP_ANSWER_TOO_LARGE. */
class LineSplitter {
  #parts: Buffer[] = [];
  #held = 0;
  #isFirst = true;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Buffer, onLine: (line: string) => void): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#hold(chunk.subarray(from, end));
      from = end + 1;
      const line = Buffer.concat(this.#parts, this.#held).toString();
      this.clear();
      // Programs of Windows begin their output with a byte order mark.
      onLine(this.#isFirst ? line.replace(/^\ufeff/, '') : line);
      this.#isFirst = false;
    }
    this.#hold(chunk.subarray(from));
  }

  clear(): void {
    this.#parts = [];
    this.#held = 0;
  }

  #hold(part: Buffer) {
    if (part.length === 0) return;
    this.#held += part.length;
    if (this.#held > this.#limit) {
      this.clear();
      throw errors.MCP_ANSWER_TOO_LARGE({ limit: this.#limit });
    }
    this.#parts.push(part);
  }
}

/** All in all less than two seconds: the end of stdin, then SIGTERM, then SIGKILL, each with its time. */
export const PATIENCE = { askedMs: 400, termMs: 600 };
