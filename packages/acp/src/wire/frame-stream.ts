import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { messageOf } from '@loadout/core';
import type { Frames } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { Lines } from './lines.js';

/** A longer message is refused. A prompt with several pictures is smaller. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The messages of a client over the frames of the command. The SDK's own stream holds a line of any length and prints a line that is
 * not JSON; here both are answered with an error, and the next line is read.
 */
export function frameStream(frames: Frames, limit = MOST_BYTES): Stream {
  const write = (message: object) =>
    new Promise<void>((resolve, reject) =>
      frames.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve())),
    );
  const refuse = (error: Error, code: number) =>
    write({ jsonrpc: '2.0', id: null, error: { code, message: error.message } }).catch(() => {});
  const source = messages(frames.input, { limit, refuse });
  return {
    readable: new ReadableStream<AnyMessage>(
      {
        pull: async (controller) => {
          const { value, done } = await source.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        },
      },
      { highWaterMark: 0 },
    ),
    writable: new WritableStream<AnyMessage>({ write }),
  };
}

interface Reading {
  readonly limit: number;
  readonly refuse: (error: Error, code: number) => Promise<void>;
}

async function* messages(input: Frames['input'], { limit, refuse }: Reading): AsyncGenerator<AnyMessage, undefined> {
  for await (const line of linesOf(input, limit)) {
    if (line === 'too long') {
      await refuse(errors.ACP_LINE_TOO_LONG({ limit }), PARSE_ERROR);
      continue;
    }
    if (line.text.trim() === '') continue;
    const read = readMessage(line.text);
    if ('problem' in read) await refuse(errors.ACP_NOT_JSON({ problem: read.problem }), read.code);
    else yield read.message;
  }
}

async function* linesOf(input: Frames['input'], limit: number) {
  const lines = new Lines(limit);
  for await (const chunk of input) yield* lines.push(chunk);
  yield* lines.end();
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

function readMessage(text: string): { readonly message: AnyMessage } | { readonly problem: string; readonly code: number } {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (error) {
    return { problem: messageOf(error), code: PARSE_ERROR };
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return { problem: 'it is not an object', code: INVALID_REQUEST };
  return { message: message as AnyMessage };
}
