import type { MessageConnection } from 'vscode-jsonrpc/node';
import { BoundedReader } from './bounded-reader.js';
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
