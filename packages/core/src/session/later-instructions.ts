/** The export of `@loadout/claude-files` that the runner uses. It loads the package by name. */
export interface LaterInstructions {
  /** Returns the texts for a path that a call works on, without those that were told. */
  readLater(path: string, query: LaterQuery): Promise<readonly LaterText[]>;
}

/** A question for the instructions that are for one path: those of its folders, and rules for some files. */
export interface LaterQuery {
  /** The real path of the project's root. */
  readonly root: string;
  /** The folder that names are shown from. */
  readonly folder: string;
  /** The names of instruction files in each folder, without the rules. */
  readonly names: readonly string[];
  /** The real paths that were told. Each found file is added. */
  readonly heard: Set<string>;
  /** The globs of the rules that were read, so that a rule is parsed once. Each rule is added. */
  readonly globs: Map<string, readonly string[]>;
  /** Milliseconds since 1970. A file that changed later may be the work of the run, and is named without its text. */
  readonly since: number;
  /** The most characters of all texts. */
  readonly room: number;
  /** Whether no rule stands against reading the file. */
  mayRead(path: string): boolean;
}

/** Instructions that apply once a call works on a path. */
export interface LaterText {
  readonly file: string;
  readonly name: string;
  readonly reason: 'nested_traversal' | 'path_glob_match';
  /** Absent: the file changed since the session began. */
  readonly text?: string | undefined;
}
