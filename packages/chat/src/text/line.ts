/** The styles of a terminal's own palette, so that a person's theme applies. */
export type Style =
  | 'bold'
  | 'dim'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'red'
  | 'green'
  | 'yellow'
  | 'blue'
  | 'magenta'
  | 'cyan'
  | 'inverse';

/**
 * A part of a line with its styles. The text may come from a model, a tool or a file: whoever writes a span to the terminal makes its
 * text safe, so nobody else has to.
 */
export interface Span {
  readonly text: string;
  readonly styles?: readonly Style[] | undefined;
  /** The target of a link, shown as one where the terminal has links. */
  readonly link?: string | undefined;
}

export type Line = readonly Span[];

/** Something to show, laid out for a number of columns. Each line fits: nothing wraps by itself. */
export type Block = (columns: number) => readonly Line[];

/** The part of the screen that is drawn again, the lowest rows. `cursor`: where the person types; absent, it is hidden. */
export interface Picture {
  readonly lines: readonly Line[];
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}
