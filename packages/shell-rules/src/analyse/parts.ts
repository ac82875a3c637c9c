import type { GitUse } from './git-words.js';
import type { Argument } from './read-word.js';

/** A word of a command. `null` stands for any number of words that are unknown until the command runs. */
export type PartWord = string | null;

/** The `cd`s that lead from the session's folder to the folder of a command. */
export type Chain = readonly Argument[];

export interface FileUse {
  readonly kind: 'read' | 'write';
  /** A known path, or a path with a known folder. */
  readonly path: Argument;
  /** Whether everything below the path is used too. */
  readonly below?: boolean | undefined;
  /** The written file may be a link or contain links, so that a path through it may lead elsewhere afterwards. */
  readonly fills?: 'tree' | 'link' | undefined;
  /** Whether the program puts the file elsewhere as it is: a link stays a link, which may lead to another place from there. */
  readonly carried?: boolean | undefined;
  /** Whether a write below the path follows the links that exist there. */
  readonly through?: boolean | undefined;
  /** Whether the path must not be a folder, in which the program would follow links. */
  readonly plain?: boolean | undefined;
  /**
   * Set for a pattern in a place where options may be: a file called `-x` would be an option. Holds the beginning of each
   * matching name.
   */
  readonly loose?: string | undefined;
  /** Whether the written files come from elsewhere, with names that only their archive or repository knows. */
  readonly makes?: boolean | undefined;
  /** Whether changing the files that its words name is the purpose of the program. */
  readonly isMeant?: boolean | undefined;
  /** The folders that the path may be relative to. */
  readonly folders: readonly Chain[];
  /** The number of the command that uses the file. */
  readonly command?: number | undefined;
}

/** A file in the arguments of a command, before its folder is known. */
export type NamedFile = Omit<FileUse, 'folders' | 'command'>;

/** The orders that a program may take from files of the folder that it runs in. */
export interface Orders {
  /** The folders that the program enters by itself, each relative to the one before. */
  readonly enters: readonly string[];
  /** For git: its use of the files of the repository. */
  readonly git: GitUse | undefined;
}

/** One simple command, without its transparent wrappers. */
export interface Part {
  readonly text: string;
  readonly end: number;
  readonly words: readonly PartWord[];
  /** Other readings of the command, for deny rules. */
  readonly also: readonly (readonly PartWord[])[];
  readonly unclear: string | undefined;
  readonly named: number | undefined;
  /** Set if the command does nothing but read, or change, the files listed beside it. */
  readonly does: 'reads' | 'edits' | undefined;
  /** Whether the command is given an input that it may take for more than data. */
  readonly fed: boolean;
  /** Whether the command holds a script that is not read and may start other programs. */
  readonly unread: boolean;
  /** Absent for a program whose whole effect is known. */
  readonly orders?: Orders | undefined;
  /** The folders in which the command may run. */
  readonly folders: readonly Chain[];
  readonly names?: Names | undefined;
}

export interface ScriptParts {
  readonly commands: readonly Part[];
  readonly files: readonly FileUse[];
  /** The reason why a part of the script could not be read. */
  readonly unclear: string | undefined;
  /** Whether a part of the script may run long after the check. */
  readonly waits: boolean;
}

/** The effect of one kind of command with its arguments. */
export interface Effect {
  readonly does?: 'reads' | 'edits' | undefined;
  readonly files?: readonly NamedFile[] | undefined;
  readonly unclear?: string | undefined;
  /** The number of words that an allow rule has to name so that it covers the unclear call. */
  readonly named?: number | undefined;
  /** The words of an unclear call that may be commands, for deny rules. */
  readonly commands?: readonly Argument[] | undefined;
  /** The words that may name files. */
  readonly names?: Names | undefined;
  readonly orders?: Orders | undefined;
}

export interface Names {
  readonly words: readonly Argument[];
  /** Whether plain words may be tasks or branches, and count as files only if a file of that name exists. */
  readonly areBare: boolean;
  /** Whether the program reads all that is in a folder that a word names, as an archiver does. */
  readonly walks: boolean;
  /** Whether the program only reads the files that the words name. */
  readonly reads: boolean;
  /** The word that names a file to run. The program reads that file. */
  readonly script?: Argument | undefined;
}

export const wordsOf = (args: readonly Argument[]): readonly PartWord[] =>
  args.map((one) => (typeof one === 'string' ? one : null));
