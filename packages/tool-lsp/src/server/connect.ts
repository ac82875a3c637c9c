import type { Readable } from 'node:stream';
import { messageOf } from '@loadout/core';
import type { DataCallback, Message, MessageConnection, MessageReader } from 'vscode-jsonrpc/node';
import { FrameParser } from './frame-parser.js';
import type { ServerProcess } from './server-process.js';

export interface Connection {
  /** `cancel` tells the server that nobody waits any more. */
  request(method: string, params: object | undefined): { readonly answer: Promise<unknown>; cancel(): void };
  notify(method: string, params?: object): void;
  readonly messages: MessageConnection;
}

/** Speaks JSON-RPC with a server over its pipes. */
export async function connect(process: ServerProcess): Promise<Connection> {
  const { CancellationTokenSource, createMessageConnection, StreamMessageWriter } = await import('vscode-jsonrpc/node');
  const reader = new BoundedReader(process.stdout, (reason) => process.fail(reason));
  const messages = createMessageConnection(reader, new StreamMessageWriter(process.stdin), undefined, {
    messageStrategy: {
      handleMessage(message, next) {
        reader.handled();
        return next(message);
      },
    },
  });
  // A broken pipe is the end of the process, which tells of itself.
  messages.onError(() => {});
  return {
    messages,
    request(method, params) {
      const source = new CancellationTokenSource();
      const given = params === undefined ? [] : [params];
      return { answer: messages.sendRequest(method, ...given, source.token), cancel: () => source.cancel() };
    },
    notify(method, params) {
      if (process.ended === undefined)
        messages.sendNotification(method, ...(params === undefined ? [] : [params])).catch(() => {});
    },
  };
}

/** The largest message of a language server. Real answers are never as large. */
const MOST_MESSAGE_BYTES = 32 * 1024 * 1024;
const MOST_WAITING = 1000;
/** The most messages in a short time. A working server never sends as many. */
const MOST_AT_ONCE = 20_000;
const AT_ONCE_MS = 10_000;

/**
 * Reads messages within limits, which the reader of the library does not have: on their size, on the number of waiting messages,
 * and on their rate. A server that exceeds a limit is ended.
 */
class BoundedReader implements MessageReader {
  readonly #stream: Readable;
  readonly #fail: (reason: string) => void;
  readonly #frames = new FrameParser(MOST_MESSAGE_BYTES);
  #waiting = 0;
  #lately = { since: performance.now(), count: 0 };

  constructor(stream: Readable, fail: (reason: string) => void) {
    this.#stream = stream;
    this.#fail = fail;
  }

  // The process reports its own end, so none of these events is ever fired.
  readonly onError = never;
  readonly onClose = never;
  readonly onPartialMessage = never;

  listen(callback: DataCallback) {
    const read = (chunk: Buffer) => {
      try {
        this.#frames.push(chunk, (message) => this.#take(message as Message, callback));
      } catch (error) {
        this.#fail(messageOf(error));
      }
    };
    this.#stream.on('data', read);
    return { dispose: () => void this.#stream.off('data', read) };
  }

  /** Counts a message as handled. */
  handled(): void {
    this.#waiting--;
    if (this.#waiting < MOST_WAITING / 2 && this.#stream.isPaused()) this.#stream.resume();
  }

  dispose(): void {}

  #take(message: Message, callback: DataCallback): void {
    if (this.#stream.destroyed) return;
    const now = performance.now();
    if (now - this.#lately.since > AT_ONCE_MS) this.#lately = { since: now, count: 0 };
    if (++this.#lately.count > MOST_AT_ONCE)
      throw new Error(`it sent more than ${MOST_AT_ONCE} messages in ${AT_ONCE_MS / 1000} s`);
    if (++this.#waiting >= MOST_WAITING) this.#stream.pause();
    callback(message);
  }
}

const never = () => ({ dispose() {} });
