import type { FileProgram, OddValue } from './file-program.js';

/**
 * The options and operands of a subcommand that stay in its job: none starts another program than the program's own, names a
 * file outside of the folder, an address, or a configuration. Missing operands: `others`, whose words may be anything but `odd`.
 */
export type Covered = Omit<FileProgram, 'operands' | 'needsRule'> & {
  readonly operands?: FileProgram['operands'];
  readonly runs?: Runs;
};

/** The program that a subcommand starts. It is judged by its own table. */
export interface Runs {
  /** The programs that it may be: names, or `*` for any, if running programs is the job. */
  readonly of: string;
  /** Files that it may be instead. */
  readonly files?: RegExp;
  /** The number of operands before the program. -1: the subcommand itself is the program. */
  readonly from: number;
  /** The program whose words follow, if no word names it. */
  readonly as?: string;
}

/**
 * The calls of a program that an allow rule for it covers. Any other word or option makes a call unclear: it may run any program. A rule that
 * names the word itself (`Bash(git remote-ext:*)`) covers the call as it stands.
 */
export interface Program {
  /** The options before the subcommand. */
  readonly options: Covered;
  /** By subcommand, of one word or two. An empty name is a call without a subcommand. */
  readonly covers: Readonly<Record<string, Covered>>;
  /** Why no version of the program was at hand, so that no list of its subcommands is stored and no call of its rows ran. */
  readonly absent?: string;
  /** Words that some version of the program knows, and that a rule for the program does not cover. */
  readonly asks: string;
}

/** Operands of a subcommand that has none. */
export const NONE: readonly OddValue[] = [['', /^/]];
