import type { SyntaxNode } from 'unbash';
import type { Range } from './coverage.js';
import type { Chain, FileUse, Part } from './parts.js';

/** The findings over all nested scripts. */
export interface Collected {
  readonly commands: Part[];
  readonly files: FileUse[];
  unclear: string | undefined;
  waits: boolean;
  nodes: number;
}

export type NestedPlace = Pick<Walk, 'folders' | 'fed'>;

/** A walk over one script, for functions that take in one kind of its parts. */
export interface Walk {
  readonly source: string;
  readonly into: Collected;
  /** The understood parts of the source. */
  readonly ranges: Range[];
  /** The folders in which the script may be at this point. */
  folders: readonly Chain[];
  /** Whether a pipe or a redirection around this point gives the commands an input. */
  fed: boolean;
  visit(node: SyntaxNode): undefined;
  blame(what: string | undefined): undefined;
  /** Reads a script that is the text of a word. Returns the folders in which the script may end. */
  nested(source: string, place: NestedPlace): readonly Chain[];
}
