/** The words that a builtin may have and still do no more than print, end or wait. */
export interface BuiltinForm {
  /** Every word fits this. */
  readonly words: RegExp;
  /** At most so many words. */
  readonly most?: number;
  /** A word such as `$?`, which is a number whatever it turns out to be, fits too. */
  readonly numbers?: boolean;
}

const STATUS: BuiltinForm = { words: /^-?\d{1,9}$/, most: 1, numbers: true };
const COUNT: BuiltinForm = { words: /^\d{1,9}$/, most: 1, numbers: true };

/**
 * Left out on purpose: `jobs -x`, which runs its words; `wait -p`, which writes into a variable and so evaluates `a[$(command)]`;
 * numbers that are no literals, which other shells evaluate.
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

/** Print their words, or drop them, whatever they are. */
export const WORDS_ONLY: ReadonlySet<string> = new Set(['echo', 'true', 'false', ':']);
