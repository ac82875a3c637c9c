import type { Entry } from './entry.js';
import type { GrepInput, OutputMode } from './grep-input.js';
import type { SearchPlace } from './search-place.js';

/** One search by ripgrep. */
export interface SearchRun {
  readonly input: GrepInput;
  readonly mode: OutputMode;
  readonly place: SearchPlace;
  /** In the order of the paths, so that the first entries are the same ones each time. */
  readonly sorted: boolean;
  /** Files are mapped into memory instead of read; slower for many, bounded for large ones. */
  readonly mapped?: boolean | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Takes one entry. `false` ends the search: enough is known. */
  readonly onEntry: (entry: Entry) => boolean;
}

export interface SearchEnd {
  /** The time was up. */
  readonly timedOut: boolean;
  /** The findings were more than is kept in memory. */
  readonly overflowed: boolean;
  /** A file was too large to be read: only a mapped search gets through. */
  readonly needsMapping?: boolean | undefined;
  /** Remarks about files that were not searched, or only in part. */
  readonly remarks: readonly string[];
}
