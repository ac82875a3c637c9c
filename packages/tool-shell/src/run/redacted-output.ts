import { Redaction, type ToolContext } from '@loadout/core';
import type { OutputName } from './running-shell.js';

/**
 * The output of one command without the known secrets of the session. The end is held back while it may be the beginning of a
 * secret.
 */
export interface RedactedOutput {
  take(chunk: Buffer, from: OutputName): Buffer;
  /** The bytes that were held back because they could be the beginning of a secret. */
  rest(from: OutputName): Buffer;
}

/** Redacts before the output is stored or cut, so that no file contains a secret and no cut leaves half of one. */
export function redactedOutput(context: Pick<ToolContext, 'find'>): RedactedOutput {
  const redaction = context.find(Redaction);
  if (redaction === undefined) return { take: (chunk) => chunk, rest: () => Buffer.alloc(0) };
  const streams = { stdout: redaction.stream(), stderr: redaction.stream() };
  return {
    take: (chunk, from) => asBuffer(streams[from].push(chunk)),
    rest: (from) => asBuffer(streams[from].flush()),
  };
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
