import type { GitUse } from './git-words.js';
import type { Argument } from './read-word.js';

/** A word of a command; `null` stands for any number of words that are not known before it runs. */
export type PartWord = string | null;

/** The `cd`s that lead from the session's folder to where a command runs. */
export type Chain = readonly Argument[];

export interface FileUse {
  readonly kind: 'read' | 'write';
  /** Known, or one whose folder can be told. */
  readonly path: Argument;
  /** And all that lies below it. */
  readonly below?: boolean | undefined;
  /** What is put there may be, or hold, a link, so that a path through it does not lead where it leads now. */
  readonly fills?: 'tree' | 'link' | undefined;
  /** It is put elsewhere as it is: a link as a link, which may lead elsewhere from there. */
  readonly carried?: boolean | undefined;
  /** What is written below it follows the links that are there. */
  readonly through?: boolean | undefined;
  /** In a folder the links would be followed. */
  readonly plain?: boolean | undefined;
  /** A pattern that stands where options may: a file called `-x` would be one. Holds what such a name begins with. */
  readonly loose?: string | undefined;
  /** The files put there come from elsewhere, with names that only their archive or repository knows. */
  readonly makes?: boolean | undefined;
  /** The program is there to change what its words name. */
  readonly isMeant?: boolean | undefined;
  /** The folders that it may be relative to. */
  readonly folders: readonly Chain[];
  /** Tells the files of one command from those of others. */
  readonly command?: number | undefined;
}

/** A file as a kind of command names it. */
export type NamedFile = Omit<FileUse, 'folders' | 'command'>;

/** The orders that a program may take from files of the folder that it runs in. */
export interface Orders {
  /** Folders that it goes to by itself, one from the other. */
  readonly enters: readonly string[];
  /** For git: its use of the files of its repository. */
  readonly git: GitUse | undefined;
}

/** One simple command, without the wrappers that were seen through. */
export interface Part {
  readonly text: string;
  readonly end: number;
  readonly words: readonly PartWord[];
  /** Other names for it, for rules that forbid. */
  readonly also: readonly (readonly PartWord[])[];
  readonly unclear: string | undefined;
  /** All that it does is to read, or to change, the files told beside it. */
  readonly does: 'reads' | 'edits' | undefined;
  /** Absent for a program of which all is known that it does. */
  readonly orders?: Orders | undefined;
  /** The folders that it may run in. */
  readonly folders: readonly Chain[];
  readonly names?: Names | undefined;
}

export interface ScriptParts {
  readonly commands: readonly Part[];
  readonly files: readonly FileUse[];
  /** What stands in the way of reading all of it. */
  readonly unclear: string | undefined;
  /** A part of it may run long after it was looked at. */
  readonly waits: boolean;
}

/** What a kind of command makes of its arguments. */
export interface Effect {
  readonly does?: 'reads' | 'edits' | undefined;
  readonly files?: readonly NamedFile[] | undefined;
  readonly unclear?: string | undefined;
  /** Words of which nobody knows whether they name files. */
  readonly names?: Names | undefined;
  readonly orders?: Orders | undefined;
}

export interface Names {
  readonly words: readonly Argument[];
  /** Plain words may be tasks or branches, and are files only where there is one. */
  readonly areBare: boolean;
  /** The files that they name are read and never written. */
  readonly reads: boolean;
  /** The one of them that names a file to run, which is read. */
  readonly script?: Argument | undefined;
}

export const wordsOf = (args: readonly Argument[]): readonly PartWord[] =>
  args.map((one) => (typeof one === 'string' ? one : null));
