import type { ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { fill, type OpenFile } from '../files/regular-file.js';

export interface ReadInput {
  readonly file_path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly pages?: string | undefined;
  readonly allow_large?: boolean | undefined;
}

/** One file being read. `path` is the real path, `shownPath` the path for messages. */
export interface ReadJob {
  readonly input: ReadInput;
  readonly context: ToolContext;
  readonly path: string;
  readonly shownPath: string;
  /** The pages of a PDF that are asked for. Models also send a blank text for no pages. */
  readonly pages: string | undefined;
  /** The number of characters that the call shows. Source: TOOL-READ-09. */
  readonly most: number;
  readonly file: OpenFile;
  /** The first bytes of the file; all bytes when `isWhole`. */
  readonly head: Buffer;
  readonly isWhole: boolean;
}

export const DEFAULT_LINES = 2000;
/** The characters of one call, about 25,000 tokens. */
export const MOST_CHARS = 100_000;
export const MOST_CHARS_LARGE = 400_000;

/**
 * All bytes of a file that is of use only as a whole. It is refused before it is loaded when it is too large, and afterwards
 * when it grew meanwhile.
 */
export function loadWhole(job: ReadJob, what: { readonly kind: string; readonly limit: number }): Buffer {
  const { file, head, shownPath: path } = job;
  if (file.stats.size > what.limit)
    throw errors.FILE_TOO_LARGE_TO_SHOW({ path, kind: what.kind, bytes: file.stats.size, limit: what.limit });
  if (job.isWhole) return head;
  const bytes = Buffer.allocUnsafe(file.stats.size + 1);
  head.copy(bytes);
  const length = head.length + fill(file.fd, bytes.subarray(head.length));
  if (length > file.stats.size) throw errors.FILE_MODIFIED({ path });
  return bytes.subarray(0, length);
}
