/**
 * The options of a program that only reads or changes the files in its arguments. An option that is missing here, or is
 * abbreviated, makes the call unclear.
 */
export interface FileProgram {
  /** Letters without a value. */
  readonly flags?: string;
  /** Letters with a value, in the same word or the next. */
  readonly values?: string;
  readonly long?: string;
  /** Names with a value, after `=` or in the next word. */
  readonly longValues?: string;
  /** Options whose value is a file: letters and names. */
  readonly readsValue?: string;
  readonly writesValue?: string;
  /** Letters and names whose value is never the next word: `-w8`, `--context=3`. */
  readonly attached?: string;
  /** Whether a word that begins with `@` names a file with more words, including options. */
  readonly atFiles?: boolean;
  /**
   * By options, by the empty name for operands, and by `1` for the first operand: a pattern for words that are more than a value,
   * and a pattern for the beginning that a partly known word needs.
   */
  readonly odd?: readonly OddValue[];
  /** Words that are not a bundle of letters: `-nv`. */
  readonly whole?: string;
  /** Whether each letter is a separate word. The program drops the rest of a bundle, or takes it for further letters. */
  readonly single?: boolean;
  /** Whether the first word holds options without a dash: `tar xf`. */
  readonly bundle?: boolean;
  /** Whether long names may have one dash, and no letters are bundled: `-count=1`. */
  readonly oneDash?: boolean;
  /** Whether `-5` is a count. */
  readonly count?: boolean;
  /** Names with two words behind them, a name and a value: `--arg a 1`. */
  readonly pairs?: string;
  /** Names with two words behind them, a name and a file. */
  readonly readsPair?: string;
  /** Options that make the program descend into folders. `*`: the program always does. */
  readonly below?: string;
  /** Options that make the program change its operands. */
  readonly inPlace?: string;
  /** Options that are, or give, the first operand of `pattern` and `script`. */
  readonly brings?: string;
  /**
   * The meaning of the operands. `text`: anything. `others`: decided by the program. `plain-files`: files, never folders.
   * `pattern`, `script`, `mode`: the first operand is not a file. `copy`: the last is written, the rest read. `move`: all are
   * changed, and the last may be a folder. `link`: as `copy`, and the last then leads to the rest. `remote`: the first is the
   * name of a repository, or a file of that name. `command`: from the first on, a command of its own. `task`: the first
   * names a task, and all further words are its own. `own`: all words
   * are those of a task, also what looks like an option.
   */
  readonly operands:
    | 'text'
    | 'others'
    | 'files'
    | 'plain-files'
    | 'pattern'
    | 'one-file'
    | 'format'
    | 'script'
    | 'mode'
    | 'changed'
    | 'copy'
    | 'move'
    | 'link'
    | 'remote'
    | 'command'
    | 'task'
    | 'own';
  /** For `others`: whether the program only reads the files that its words name. */
  readonly onlyReads?: boolean;
  /** Whether every call needs a rule: the program leaves more than its files, or has a rule of its own. */
  readonly needsRule?: boolean;
}

export type OddValue = readonly [options: string, means: RegExp | ((word: string) => boolean), openLead?: RegExp];
