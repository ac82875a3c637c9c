/** The words that a builtin may have if it only prints, ends or waits. */
export interface BuiltinForm {
  /** The pattern that every word matches. */
  readonly words: RegExp;
  /** The most words. */
  readonly most?: number;
  /** Whether a word that is always a number, such as `$?`, is also allowed. */
  readonly numbers?: boolean;
}

const STATUS: BuiltinForm = { words: /^-?\d{1,9}$/, most: 1, numbers: true };
const COUNT: BuiltinForm = { words: /^\d{1,9}$/, most: 1, numbers: true };

/**
 * The table leaves out on purpose: `jobs -x`, which runs its words; `wait -p`, which writes into a variable and so evaluates
 * `a[$(command)]`; numbers that are not literals, which other shells evaluate.
 */
export const BUILTIN_FORMS: Readonly<Record<string, BuiltinForm>> = {
  exit: STATUS,
  return: STATUS,
  break: COUNT,
  continue: COUNT,
  shift: COUNT,
  wait: { words: /^(?:\d{1,9}|%(?:\d{1,9}|[-+%])?)$/, numbers: true },
  jobs: { words: /^(?:-[lnprs]+|%(?:\d{1,9}|[-+%])?)$/ },
};

/** Builtins that print or drop their words, whatever the words are. */
export const WORDS_ONLY: ReadonlySet<string> = new Set(['echo', 'true', 'false', ':']);
