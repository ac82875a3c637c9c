import { messageOf } from '@loadout/core';
import { cleanLine } from '../clean-text.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be resolved now',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed by the server',
  UND_ERR_SOCKET: 'the connection was closed by the server before the answer was complete',
  UND_ERR_HEADERS_OVERFLOW: 'its headers are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer is not valid HTTP (its length is not the one that it said)',
  Z_DATA_ERROR: 'its compressed data is broken',
  Z_BUF_ERROR: 'its compressed data ends too early',
  ERR_PADDING_2: 'its compressed data is broken',
};

/** One plain sentence part about a network failure. Nothing of the answer's own bytes gets into it. */
export function failureReason(error: unknown): string {
  const one = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = codeOf(one) ?? '';
  const broken = /does not match the HTTP\/1\.1 protocol \((.*?)\)/.exec(messageOf(one))?.[1];
  if (broken !== undefined || code.startsWith('HPE_')) return `its answer is not valid HTTP (${broken ?? code})`;
  if (code.startsWith('ERR_BROTLI') || (code.startsWith('ERR_') && /BROTLI|ZSTD/.test(code)))
    return 'its compressed data is broken';
  return REASONS[code] ?? (cleanLine(messageOf(one), 200).replace(/\.$/, '') || code || 'there is no reason given');
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
