/** How the classes of a pattern read in JavaScript's `v` syntax, for one kind of text. */
export interface ClassWords {
  readonly word: string;
  readonly digit: string;
  readonly space: string;
}
