import crypto from 'node:crypto';
import type { ToolContext } from '@loadout/core';
import type { OpenFile } from '../files/regular-file.js';
import { type Extent, ReadState } from '../read-state.js';

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
  readonly file: OpenFile;
  /** The first bytes of the file; all bytes when `isWhole`. */
  readonly head: Buffer;
  readonly isWhole: boolean;
}

export const DEFAULT_LINES = 2000;
/** The characters of one call, about 25,000 tokens. */
export const MOST_CHARS = 100_000;
export const MOST_CHARS_LARGE = 400_000;

/** Returns the number of characters that one call shows. Source: TOOL-READ-09. */
export const charLimit = (input: ReadInput) => (input.allow_large === true ? MOST_CHARS_LARGE : MOST_CHARS);

/** Whether the input asks for pages of a PDF. Models also send a blank text for no pages. */
export const isGiven = (pages: string | undefined): pages is string => pages !== undefined && pages.trim() !== '';

/** Records the extent of the file that the model has seen. `bytes` are given if they are the whole file. Source: TOOL-READ-10. */
export function remember(job: ReadJob, view: { readonly extent: Extent; readonly bytes?: Uint8Array | undefined }): void {
  const { mtimeMs, size } = job.file.stats;
  const digest = view.bytes === undefined ? undefined : crypto.hash('sha256', view.bytes);
  job.context.find(ReadState)?.record(job.path, { mtimeMs, size, hash: digest, extent: view.extent });
}
