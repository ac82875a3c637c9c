import type { SyntaxNode } from 'unbash';
import type { Range } from './coverage.js';
import type { Chain, FileUse, Part } from './parts.js';

/** What is found, over all nested scripts. */
export interface Collected {
  readonly commands: Part[];
  readonly files: FileUse[];
  unclear: string | undefined;
  waits: boolean;
  nodes: number;
}

/** A walk over one script, as those see it who take in one kind of its parts. */
export interface Walk {
  readonly source: string;
  readonly into: Collected;
  /** What of the source was understood. */
  readonly ranges: Range[];
  /** Where the script may be by now. */
  folders: readonly Chain[];
  visit(node: SyntaxNode): undefined;
  blame(what: string | undefined): undefined;
  /** Reads a script that stands in a word. Gives back the folders in which it may end. */
  nested(source: string, folders: readonly Chain[]): readonly Chain[];
}
