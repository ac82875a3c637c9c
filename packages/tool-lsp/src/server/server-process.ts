import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { endTree } from '@loadout/node';
import { programStart, startProblem } from '@loadout/node/platform';

export interface ProcessStart {
  readonly command: string;
  readonly args: readonly string[];
  /** All of it: nothing is added but the tag by which its processes are found again. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Called once, before pending requests fail. Not called for `end`. */
  readonly onFailure: (failure: { readonly reason: string; readonly stderr: string }) => void;
}

export const SERVER_TAG = 'LOADOUT_LSP_SERVER';
const STDERR_KEPT = 600;
const DRAIN_MS = 100;
/** All in all less than two seconds: the word to exit, then SIGTERM, then SIGKILL, each with its time. */
const PATIENCE = { askedMs: 400, termMs: 500 };

/** A server as a process group of its own, with all that it starts. No shell is between. */
export class ServerProcess {
  /** Why it ended, once it has. */
  ended: string | undefined;
  readonly whenEnded: Promise<string>;
  readonly #start: ProcessStart;
  readonly #tag: string = randomUUID();
  readonly #child: ChildProcessWithoutNullStreams;
  #tellEnded: (reason: string) => void = () => {};
  #stderr = '';
  #ending: Promise<void> | undefined;

  constructor(start: ProcessStart) {
    this.#start = start;
    this.whenEnded = new Promise((resolve) => {
      this.#tellEnded = resolve;
    });
    const env = { ...start.env, [SERVER_TAG]: this.#tag };
    const { file, args, options } = programStart(start.command, start.args, { env });
    const child = spawn(file, args, { ...options, cwd: start.cwd, env });
    this.#child = child;
    if (child.stdin === undefined) {
      // Without a descriptor to spare it has no streams, and its error comes later, to nobody.
      child.once('error', () => {});
      throw new Error(`${start.command} could not be started: too many files are open`);
    }
    child.once('error', (error) => this.fail(startProblem(error, start)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_KEPT);
    });
    // The exit that breaks a pipe explains more than the error of the pipe.
    for (const stream of [child.stdout, child.stderr, child.stdin]) stream.on('error', () => {});
    child.once('exit', (code, signal) => this.#exited(signal ?? `code ${code}`));
  }

  get stdin() {
    return this.#child.stdin;
  }

  get stdout() {
    return this.#child.stdout;
  }

  /** The end of its stderr, on one line. */
  get stderr(): string {
    return this.#stderr.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  }

  /** Ends a server that can no longer be used. Pending requests fail with the reason. */
  fail(reason: string): void {
    if (this.ended !== undefined) return;
    this.ended = reason;
    this.#start.onFailure({ reason, stderr: this.stderr });
    void this.end();
  }

  /** Settles when nothing of it runs any more. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.ended ??= 'the session has ended';
    this.#tellEnded(this.ended);
    this.#child.stdout.destroy();
    this.#child.stdin.end();
    if (this.#child.pid !== undefined) await endTree({ pid: this.#child.pid, tag: this.#tag }, PATIENCE);
    this.#child.stderr.destroy();
    this.#child.unref();
  }

  /** Waits a moment for the last output, but no longer: a child process may hold the pipes open. */
  #exited(how: string): void {
    const finish = () => {
      clearTimeout(timer);
      this.fail(`it exited with ${how}`);
    };
    const timer = setTimeout(finish, DRAIN_MS);
    this.#child.once('close', finish);
  }
}
