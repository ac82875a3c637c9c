/** One line of a search's findings. */
export interface Entry {
  /** Below the folder that is searched. */
  readonly path: string;
  /** The line; in count mode, how many matched. */
  readonly text: string;
  readonly line?: string | undefined;
  /** `:` for a match and `-` for a line around one. */
  readonly mark: ':' | '-';
  /** Lines of the file are left out before this one. */
  readonly afterGap: boolean;
}

/** A longer line, in bytes, is cut to as many characters. */
export const LONGEST_LINE = 2000;

/** The end of a line that was cut. */
export const OMITTED = ' [... omitted end of long line]';
