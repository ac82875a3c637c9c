import { isLoadoutError } from '@loadout/core';
import { errors } from '../errors.js';
import type { ServerProgram } from '../languages/choose-program.js';
import type { LspOptions } from '../options.js';
import type { LanguageServer } from '../server/language-server.js';

export interface Use<T> {
  /** Asked when it has to be started. Contract: may throw; then nothing is started. */
  readonly program: () => ServerProgram;
  readonly signal: AbortSignal;
  /** Done once more, with a new server, when the first ends meanwhile. */
  readonly work: (server: LanguageServer) => Promise<T>;
}

interface Failure {
  readonly at: number;
  readonly reason: string;
  readonly stderr: string;
}

/** A server is restarted once. After a second end within FORGIVEN_AFTER_MS it is not started again. */
const MOST_FAILURES = 2;
const FORGIVEN_AFTER_MS = 5 * 60_000;

/** One server of a session. It starts on first use, and restarts once if it ends unexpectedly. */
export class ServerSlot {
  running: LanguageServer | undefined;
  readonly #place: { readonly root: string; readonly options: LspOptions };
  readonly #life = new AbortController();
  #starting: Promise<LanguageServer> | undefined;
  #failures: readonly Failure[] = [];

  constructor(place: { readonly root: string; readonly options: LspOptions }) {
    this.#place = place;
  }

  async use<T>({ program, signal, work }: Use<T>): Promise<T> {
    for (;;) {
      this.#assertUsable(program);
      try {
        const server = this.running ?? (await orAborted(this.#start(program), signal));
        return await work(server);
      } catch (error) {
        if (!isCrash(error) || this.#isSpent) throw error;
      }
    }
  }

  async end(): Promise<void> {
    this.#life.abort();
    const server = this.running ?? (await this.#starting?.catch(() => undefined));
    await server?.end();
  }

  get #isSpent(): boolean {
    const now = performance.now();
    this.#failures = this.#failures.filter(({ at }) => now - at < FORGIVEN_AFTER_MS);
    return this.#failures.length >= MOST_FAILURES;
  }

  #assertUsable(program: () => ServerProgram): void {
    if (this.#life.signal.aborted) throw errors.LSP_SESSION_ENDED({});
    const last = this.#failures.at(-1);
    if (this.#isSpent && last !== undefined) throw errors.LSP_SERVER_ENDED({ server: program().title, ...last });
  }

  /** Calls at the same time share one start; that one of them is interrupted does not end it. */
  #start(program: () => ServerProgram): Promise<LanguageServer> {
    this.#starting ??= this.#startNow(program()).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #startNow(program: ServerProgram): Promise<LanguageServer> {
    const { root, options } = this.#place;
    const language = await import('../server/language-server.js');
    if (this.#life.signal.aborted) throw errors.LSP_SESSION_ENDED({});
    const server = await language.LanguageServer.start({
      program,
      root,
      startTimeout: options.startTimeout,
      requestTimeout: options.requestTimeout,
      signal: this.#life.signal,
      onFailure: (failure) => {
        this.running = undefined;
        this.#failures = [...this.#failures, { ...failure, at: performance.now() }];
      },
    });
    if (server.ended === undefined) this.running = server;
    return server;
  }
}

const isCrash = (error: unknown) =>
  isLoadoutError(error) && (error.code === 'LSP_SERVER_ENDED' || error.code === 'LSP_START_FAILED');

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(errors.LSP_INTERRUPTED({ method: 'initialize' }));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const done = () => signal.removeEventListener('abort', onAbort);
    work.then(resolve, reject).finally(done);
  });
}
