import { type MockApi, startMockApi } from '@loadout/testing';
import { expect, onTestFinished } from 'vitest';
import { environmentOf, project } from '../lib/loadout.js';
import { startProcess } from '../lib/warm/own-process.js';
import { type Heard, type Running, startWarm } from '../lib/warm/warm-command.js';
import { checkLine } from './check-line.js';

export type Line = Readonly<Record<string, unknown>>;
export type Replies = Parameters<typeof startMockApi>[0]['replies'];

export interface WireOptions {
  readonly replies?: Replies;
  /** In the place of what both SDKs always pass. */
  readonly argv?: readonly string[];
  /** Behind what both SDKs always pass. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Answers of the host by subtype of the request, as soon as it comes. */
  readonly host?: Readonly<Record<string, (request: Line, requestId: string) => unknown>>;
}

/** The flags with which each of the SDKs starts an engine. Source: CLI-01. */
export const STREAM = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'];
const MOST_MS = 120_000;

/**
 * The built command with a mock API, a home and a folder of its own, and a host at the other end that the test plays. It runs in a
 * process that has run it before.
 */
export const startWire = (options: WireOptions = {}) => wireOver(startWarm, options);

/** Starts the wire in a process of its own, for a law about the process. */
export const startWireProcess = (options: WireOptions = {}) => wireOver(startProcess, options);

async function wireOver(start: typeof startWarm, options: WireOptions): Promise<Wire> {
  const api = await startMockApi({ replies: options.replies ?? [] });
  const cwd = options.cwd ?? project(options.files ?? {});
  const env = {
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: 'key',
    CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
    CLAUDE_CODE_SDK_READS_SESSION_STATE: '1',
    ...options.env,
  };
  const argv = options.argv ?? [...STREAM, ...(options.args ?? [])];
  const wire = new Wire({
    start: (heard) => start({ argv, cwd, env: environmentOf({ cwd, env }) }, heard),
    api,
    cwd,
    host: options.host ?? {},
  });
  onTestFinished(async () => {
    await wire.end();
    expect(wire.wrong, 'lines that the published schema does not allow').toEqual([]);
    expect(wire.api.invalid).toEqual([]);
  });
  return wire;
}

interface Waiting {
  readonly fits: (line: Line) => boolean;
  readonly found: (line: Line) => void;
}

export class Wire {
  readonly api: MockApi;
  readonly cwd: string;
  /** Every line so far. */
  readonly lines: Line[] = [];
  /** Output that is not a line of the protocol. */
  readonly wrong: string[] = [];
  readonly finished: Running['finished'];
  readonly #command: Running;
  readonly #host: NonNullable<WireOptions['host']>;
  #stderr = '';
  #rest = '';
  #taken = 0;
  #waiting: Waiting | undefined;

  constructor(parts: {
    start: (heard: Heard) => Running;
    api: MockApi;
    cwd: string;
    host: NonNullable<WireOptions['host']>;
  }) {
    this.api = parts.api;
    this.cwd = parts.cwd;
    this.#host = parts.host;
    this.#command = parts.start({
      stdout: (text) => this.#read(text),
      stderr: (text) => {
        this.#stderr += text;
      },
    });
    this.finished = this.#command.finished;
  }

  get pid(): number {
    return this.#command.pid;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** As it is, or as a line of JSON. */
  write(...frames: readonly (Line | string | Buffer)[]): void {
    for (const frame of frames)
      this.#command.write(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : `${JSON.stringify(frame)}\n`);
  }

  closeInput(): void {
    this.#command.closeInput();
  }

  kill(signal: NodeJS.Signals): void {
    this.#command.kill(signal);
  }

  /** The next line that fits, behind the one that was found last. Fails in seconds, with what came instead. */
  next(fits: Line | ((line: Line) => boolean)): Promise<Line> {
    const test = typeof fits === 'function' ? fits : (line: Line) => includes(line, fits);
    return this.#within(
      new Promise((found, reject) => {
        this.#waiting = { fits: test, found };
        this.#look();
        void this.finished.then(() => reject(this.#problem('it ended')));
      }),
      () => `no line like ${typeof fits === 'function' ? String(fits) : JSON.stringify(fits)}`,
    );
  }

  /** Sends a control request and gives back what is in its answer, or the error. */
  async ask(request: Line, request_id = `host-${Math.random().toString(36).slice(2)}`): Promise<Line> {
    this.write({ type: 'control_request', request_id, request });
    const isAnswer = (line: Line) => line.type === 'control_response' && answerOf(line).request_id === request_id;
    const line = this.lines.find(isAnswer) ?? (await this.#anywhere(isAnswer));
    return answerOf(line);
  }

  /** Exit code and signal; input is closed before. */
  async end(): Promise<{ readonly code: number | null; readonly signal: string | null }> {
    this.closeInput();
    const over = await this.over();
    await this.api.close();
    return over;
  }

  over(): Promise<{ readonly code: number | null; readonly signal: string | null }> {
    return this.#within(this.finished, () => 'it did not end');
  }

  of(type: string, subtype?: string): readonly Line[] {
    return this.lines.filter((line) => line.type === type && (subtype === undefined || line.subtype === subtype));
  }

  async #anywhere(fits: (line: Line) => boolean): Promise<Line> {
    const at = this.lines.length;
    while (true) {
      const found = this.lines.slice(at).find(fits);
      if (found !== undefined) return found;
      await this.#within(this.#arrival(), () => 'no answer');
    }
  }

  #arrivals: (() => void)[] = [];
  #arrival = () => new Promise<void>((resolve) => this.#arrivals.push(resolve));

  #read(text: string): void {
    const parts = (this.#rest + text).split('\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) this.#take(part);
  }

  #take(text: string): void {
    const { line, problem } = checkLine(text);
    if (problem !== undefined) this.wrong.push(problem);
    if (line === undefined) return;
    this.lines.push(line);
    this.#play(line);
    this.#look();
    for (const tell of this.#arrivals.splice(0)) tell();
  }

  #play({ type, request, request_id }: Line): void {
    const asked = request as Line | undefined;
    const play = type === 'control_request' && asked !== undefined ? this.#host[String(asked.subtype)] : undefined;
    const answer = play?.(asked ?? {}, String(request_id));
    if (answer !== undefined) this.write(success(String(request_id), answer));
  }

  #look(): void {
    const waiting = this.#waiting;
    while (waiting !== undefined && this.#taken < this.lines.length) {
      const line = this.lines[this.#taken++];
      if (line === undefined || !waiting.fits(line)) continue;
      this.#waiting = undefined;
      waiting.found(line);
      return;
    }
  }

  async #within<T>(wanted: Promise<T>, problem: () => string): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#command.kill('SIGKILL');
        reject(this.#problem(`${problem()} within ${MOST_MS} ms`));
      }, MOST_MS);
    });
    return Promise.race([wanted, late]).finally(() => clearTimeout(timer));
  }

  #problem(what: string): Error {
    const seen = this.lines.map((line) => JSON.stringify(line).slice(0, 300)).join('\n');
    return new Error(`${what}; lines so far:\n${seen}\nstderr: ${this.#stderr}`);
  }
}

export const answerOf = (line: Line): Line => line.response as Line;

export const success = (request_id: string, response: unknown): Line => ({
  type: 'control_response',
  response: { subtype: 'success', request_id, response },
});

export const initialize = (request: Line = {}, request_id = 'init_1'): Line => ({
  type: 'control_request',
  request_id,
  request: { subtype: 'initialize', ...request },
});

export const user = (text: string, more: Line = {}): Line => ({
  type: 'user',
  session_id: '',
  message: { role: 'user', content: [{ type: 'text', text }] },
  parent_tool_use_id: null,
  ...more,
});

/** Every field of `part` is in `whole`, at any depth. */
function includes(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return whole === part;
  if (typeof whole !== 'object' || whole === null) return false;
  return Object.entries(part).every(([key, value]) => includes((whole as Record<string, unknown>)[key], value));
}
