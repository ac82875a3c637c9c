import type { ToolContext } from '@loadout/core';
import type { OpenFile } from '../files/regular-file.js';

export interface ReadInput {
  readonly file_path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly pages?: string | undefined;
  readonly allow_large?: boolean | undefined;
}

/** One file being read. `path` is the real one, `shownPath` the one for messages. */
export interface ReadJob {
  readonly input: ReadInput;
  readonly context: ToolContext;
  readonly path: string;
  readonly shownPath: string;
  readonly file: OpenFile;
  /** Its first bytes; all of them when `isWhole`. */
  readonly head: Buffer;
  readonly isWhole: boolean;
}

export const DEFAULT_LINES = 2000;
/** About 25,000 tokens. */
export const MOST_CHARS = 100_000;
export const MOST_CHARS_LARGE = 400_000;

/** How much text one call shows. Source: TOOL-READ-09. */
export const charLimit = (input: ReadInput) => (input.allow_large === true ? MOST_CHARS_LARGE : MOST_CHARS);
