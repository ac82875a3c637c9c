import { pathToFileURL } from 'node:url';
import { isLoadoutError, isObject, messageOf } from '@loadout/core';
import { after } from '@loadout/node';
import { errors } from '../errors.js';
import type { PositionEncoding } from '../files/position.js';
import { mayHaveChanged, readTextFile } from '../files/text-file.js';
import type { ServerProgram } from '../languages/choose-program.js';
import { answerServer, clientCapabilities, folderOf } from './answers.js';
import { type Connection, connect } from './connect.js';
import { DiagnosticsInbox } from './inbox.js';
import type { Offers } from './offers.js';
import { OpenDocuments } from './open-documents.js';
import { Readiness } from './readiness.js';
import { type ProcessStart, ServerProcess } from './server-process.js';

export interface ServerSettings {
  readonly program: ServerProgram;
  /** The working directory that it works on. A real path. */
  readonly root: string;
  readonly startTimeout: number;
  readonly requestTimeout: number;
  /** Called once when it ends without having been asked to. */
  readonly onFailure: ProcessStart['onFailure'];
  /** Aborted with the session, which also ends a pending start. */
  readonly signal: AbortSignal;
}

export interface Wait {
  readonly signal: AbortSignal;
  /** Seconds. With one of its own, that no answer comes does not count against the server. */
  readonly timeout?: number | undefined;
}

/** Two requests in a row without an answer: it hangs. */
const MOST_UNANSWERED = 2;
const FAREWELL_MS = 300;
const FILE_CHANGED = 2;
const CONTENT_MODIFIED = -32_801;

/** One language server at work on one folder. */
export class LanguageServer {
  readonly documents: OpenDocuments;
  readonly diagnostics = new DiagnosticsInbox();
  readiness = new Readiness();
  readonly settings: ServerSettings;
  encoding: PositionEncoding = 'utf-16';
  readonly #process: ServerProcess;
  readonly #connection: Connection;
  readonly #registered = new Set<string>();
  #capabilities: Readonly<Record<string, unknown>> = {};
  /** Listeners that learn that the server ended. */
  readonly #waiting = new Set<(reason: string) => void>();
  #unanswered = 0;

  private constructor(settings: ServerSettings, { process, connection }: { process: ServerProcess; connection: Connection }) {
    this.settings = settings;
    this.#process = process;
    this.#connection = connection;
    this.documents = new OpenDocuments(connection.notify);
    answerServer(connection.messages, {
      root: settings.root,
      settings: settings.program.settings,
      registered: this.#registered,
    });
    connection.messages.onNotification('textDocument/publishDiagnostics', (params: unknown) => this.diagnostics.take(params));
    connection.messages.onUnhandledProgress(({ token, value }) => this.readiness.progress(token, value));
    connection.messages.listen();
    void process.whenEnded.then((reason) => {
      for (const tell of this.#waiting) tell(reason);
    });
  }

  /** Contract: throws LSP_START_FAILED or LSP_TIMED_OUT; nothing of it runs then. */
  static async start(settings: ServerSettings): Promise<LanguageServer> {
    const { program, root, onFailure } = settings;
    const process = new ServerProcess({ ...program, cwd: root, onFailure });
    try {
      const server = new LanguageServer(settings, { process, connection: await connect(process) });
      await server.#initialize();
      return server;
    } catch (error) {
      process.fail('it did not start');
      await process.end();
      throw startError(error, { server: program.title, stderr: process.stderr });
    }
  }

  /** Why it ended, once it has. */
  get ended(): string | undefined {
    return this.#process.ended;
  }

  get title(): string {
    return this.settings.program.title;
  }

  get stderr(): string {
    return this.#process.stderr;
  }

  get offers(): Offers {
    return { capabilities: this.#capabilities, registered: this.#registered };
  }

  /** Waits for an answer: at most `timeout`, not beyond the signal, and not beyond the server's life. */
  async request(method: string, { params, wait }: { readonly params: object; readonly wait: Wait }): Promise<unknown> {
    try {
      return await this.#ask(method, { params, wait }).catch((error: unknown) => {
        // The server noticed a change during the request, which must be sent again.
        if (codeOf(error) === CONTENT_MODIFIED) return this.#ask(method, { params, wait });
        throw error;
      });
    } catch (error) {
      throw this.#named(error, method);
    }
  }

  /** Updates every open file to its content on disk, including changes that no tool made. */
  refresh(): void {
    for (const { path, languageId, stamp } of this.documents.all()) {
      if (!mayHaveChanged(path, stamp)) continue;
      try {
        this.documents.show({ ...readTextFile(path), languageId });
      } catch {
        this.documents.close(path);
      }
    }
  }

  /** A file that is open was written to the disk; some servers only then look at it, or at those that use it. */
  saved(path: string): void {
    const uri = pathToFileURL(path).href;
    this.#connection.notify('textDocument/didSave', { textDocument: { uri } });
    this.#connection.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: FILE_CHANGED }] });
  }

  /** Settles when nothing of it runs any more. */
  async end(): Promise<void> {
    if (this.ended === undefined) {
      const wait = { signal: AbortSignal.timeout(FAREWELL_MS) };
      await this.#ask('shutdown', { params: undefined, wait }).catch(() => {});
      this.#connection.notify('exit');
    }
    await this.#process.end();
    this.#connection.messages.dispose();
  }

  async #initialize(): Promise<void> {
    const { root, program, startTimeout: timeout, signal } = this.settings;
    const params = {
      processId: process.pid,
      clientInfo: { name: 'loadout' },
      rootPath: root,
      rootUri: folderOf(root).uri,
      workspaceFolders: [folderOf(root)],
      capabilities: clientCapabilities,
      initializationOptions: program.initializationOptions,
    };
    const answer = await this.#ask('initialize', { params, wait: { signal, timeout } });
    const capabilities = isObject(answer) && isObject(answer.capabilities) ? answer.capabilities : {};
    this.#capabilities = capabilities;
    const encoding = capabilities.positionEncoding;
    if (encoding === 'utf-8' || encoding === 'utf-32') this.encoding = encoding;
    this.readiness = new Readiness();
    this.#connection.notify('initialized', {});
    if (program.settings !== undefined)
      this.#connection.notify('workspace/didChangeConfiguration', { settings: program.settings });
  }

  #ask(method: string, { params, wait }: { readonly params: object | undefined; readonly wait: Wait }): Promise<unknown> {
    const { signal, timeout: seconds = this.settings.requestTimeout } = wait;
    const counts = wait.timeout === undefined;
    if (signal.aborted) return Promise.reject(errors.LSP_INTERRUPTED({ method }));
    if (this.ended !== undefined) return Promise.reject(new Error(this.ended));
    const { answer, cancel } = this.#connection.request(method, params);
    return new Promise<unknown>((resolve, reject) => {
      const giveUp = (error: Error) => {
        cancel();
        settle(() => reject(error));
      };
      const onAbort = () => giveUp(errors.LSP_INTERRUPTED({ method }));
      const stopWaiting = after(seconds * 1000, () => {
        giveUp(errors.LSP_TIMED_OUT({ server: this.title, method, seconds }));
        if (counts && ++this.#unanswered >= MOST_UNANSWERED) this.#process.fail('it does not answer');
      });
      const settle = (how: () => void) => {
        stopWaiting();
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(onEnd);
        how();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const onEnd = (reason: string) => settle(() => reject(new Error(reason)));
      this.#waiting.add(onEnd);
      const answered = (how: () => void) => {
        this.#unanswered = 0;
        settle(how);
      };
      answer.then(
        (value) => answered(() => resolve(value)),
        (error: unknown) => {
          const tell = () => answered(() => reject(error));
          // Its exit comes right behind, and says more.
          if (isBrokenPipe(error)) setTimeout(tell, EXIT_MS);
          else tell();
        },
      );
    });
  }

  #named(error: unknown, method: string): unknown {
    if (isLoadoutError(error)) return error;
    const reason = messageOf(error);
    const server = this.title;
    if (this.ended !== undefined) return errors.LSP_SERVER_ENDED({ server, reason: this.ended, stderr: this.stderr });
    return errors.LSP_REQUEST_FAILED({ server, method, reason: reason.slice(0, 500) }, { cause: error });
  }
}

function startError(error: unknown, { server, stderr }: { readonly server: string; readonly stderr: string }): unknown {
  if (isLoadoutError(error)) return error;
  const reason = messageOf(error);
  return errors.LSP_START_FAILED({ server, reason: reason.slice(0, 500), stderr }, { cause: error });
}

const EXIT_MS = 500;
const isBrokenPipe = (error: unknown) => error instanceof Error && /EPIPE|ECONNRESET|destroyed|after end/i.test(error.message);

const codeOf = (error: unknown) => (isObject(error) ? error.code : undefined);
