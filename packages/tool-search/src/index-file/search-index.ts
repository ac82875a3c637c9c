/** A file of an index. Its passages are `count` numbers from `first` on. */
export interface IndexedFile {
  /** Absolute. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly hash: string;
  readonly first: number;
  readonly count: number;
}

/** Where a passage is, and how many terms it has. */
export interface PassageTable {
  readonly file: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly length: Uint32Array;
  readonly headings: readonly string[];
}

/**
 * An index over passages: for each term the passages that have it. The postings of the term with the number `n` are the pairs
 * (passage, how often) from `offsets[n]` to `offsets[n + 1]`.
 */
export interface SearchIndex {
  readonly files: readonly IndexedFile[];
  readonly passages: PassageTable;
  readonly terms: ReadonlyMap<string, number>;
  readonly offsets: Uint32Array;
  readonly postings: Uint32Array;
}

export const EMPTY: SearchIndex = {
  files: [],
  passages: {
    file: new Uint32Array(),
    from: new Uint32Array(),
    to: new Uint32Array(),
    length: new Uint32Array(),
    headings: [],
  },
  terms: new Map(),
  offsets: new Uint32Array(1),
  postings: new Uint32Array(),
};
