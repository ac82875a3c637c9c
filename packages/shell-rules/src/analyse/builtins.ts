import { assignedWordProblem, assignmentProblem } from './assignments.js';
import type { Effect } from './parts.js';
import { type Argument, isKnown } from './read-word.js';

/** The effect of a builtin that takes no files; `undefined` for another program. */
export function builtinEffect(args: readonly Argument[]): Effect | undefined {
  const [name, ...rest] = args;
  if (!isKnown(name)) return undefined;
  if (WORDS_ONLY.has(name)) return { does: 'reads' };
  const form = Object.hasOwn(BUILTIN_FORMS, name) ? BUILTIN_FORMS[name] : undefined;
  if (form !== undefined) return formEffect(rest, { name, form });
  switch (name) {
    case 'test':
    case '[':
      return testEffect(rest, name);
    case 'printf':
      return printfEffect(rest);
    case 'set':
      return rest.every((word, index) => isKnown(word) && (/^[-+][eux]*o?$/.test(word) || (word === 'pipefail' && index > 0)))
        ? { does: 'reads' }
        : { unclear: 'set, which can change more than its words say' };
    case 'read':
      return readEffect(rest);
    case 'export':
      return { does: 'reads', unclear: rest.map(exportProblem).find((one) => one !== undefined) };
    default:
      return undefined;
  }
}

function formEffect(args: readonly Argument[], { name, form }: { name: string; form: BuiltinForm }): Effect {
  const odd = args.find((word) => (isKnown(word) ? !form.words.test(word) : form.numbers !== true || word.isNumber !== true));
  if (odd !== undefined) return { unclear: `${name} with ${isKnown(odd) ? odd : odd.why}` };
  return args.length > (form.most ?? args.length) ? { unclear: `${name} with ${args.length} words` } : { does: 'reads' };
}

/** `%n` writes a number into the variable that an operand names, and `PATH=2` runs what lies in the folder `2`. */
const WRITES_COUNT = /%[^a-zA-Z%]*[hlLqjzt]*n/;

/** `-v` before the format makes printf write into a variable, and a write into `a[$(command)]` runs the command. */
function printfEffect(args: readonly Argument[]): Effect {
  const [format, ...operands] = args[0] === '--' ? args.slice(1) : args;
  if (format === undefined) return { does: 'reads' };
  if (isKnown(format)) {
    if (format.startsWith('-') && format !== '-' && args[0] !== '--') return { unclear: 'printf with an option' };
    return WRITES_COUNT.test(format.replaceAll('%%', ''))
      ? { unclear: 'printf with %n, which writes into a variable' }
      : { does: 'reads' };
  }
  const isOpen = !format.single || format.lead === '' || format.lead.startsWith('-') || operands.length > 0;
  return isOpen ? { unclear: `printf with ${format.why} as its format` } : { does: 'reads' };
}

const UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/;
const BINARY = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;

/** `-v` and `-R` look up a variable, and a lookup of `a[$(command)]` runs the command. */
function testEffect(given: readonly Argument[], name: string): Effect {
  const args = name === '[' ? given.slice(0, -1) : given;
  if (name === '[' && given.at(-1) !== ']') return { unclear: '[ without ]' };
  if (
    args.some((word) => word === '-v' || word === '-R' || (isKnown(word) && /\[/.test(word) && args.length > 1 && word !== '['))
  )
    return { unclear: 'a test that looks up a variable' };
  const open = args.some((word) => !isKnown(word));
  if (open && !isPlainTest(args[0] === '!' ? args.slice(1) : args)) return { unclear: 'a test of what is not known' };
  const files = args
    .filter((_, index) => !isText(args, index))
    .filter((word) => (isKnown(word) ? word.includes('/') && !word.startsWith('-') : word.home !== undefined));
  return { does: 'reads', files: files.map((path) => ({ kind: 'read' as const, path })) };
}

/** Operators that compare texts and numbers, and test for an empty text. */
const COMPARES = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-n|-z)$/;

/** Whether a word stands where the test compares texts, and opens no file. */
const isText = (args: readonly Argument[], index: number): boolean => {
  const [first, second] = args[0] === '!' ? args.slice(1) : args;
  const at = args[0] === '!' ? index - 1 : index;
  const count = args[0] === '!' ? args.length - 1 : args.length;
  if (count === 2) return at === 1 && isKnown(first) && COMPARES.test(first);
  return count === 1 || (count === 3 && isKnown(second) && COMPARES.test(second));
};

/** Whether the test has a form in which no unknown word can be an operator. */
function isPlainTest(args: readonly Argument[]): boolean {
  if (!args.every((word) => isKnown(word) || word.isNumber === true || (word.single && word.glob === undefined))) return false;
  const [first, second] = args;
  if (args.length === 1) return true;
  if (args.length === 2) return isKnown(first) && UNARY.test(first);
  return args.length === 3 && isKnown(second) && BINARY.test(second);
}

function readEffect(args: readonly Argument[]): Effect {
  const fits = args.every((word) => isKnown(word) && (word === '-r' || assignmentProblem(word, undefined) === undefined));
  return fits ? { does: 'reads' } : { unclear: 'read, which can change more than its words say' };
}

function exportProblem(word: Argument): string | undefined {
  if (!isKnown(word)) return 'an export of what is not known';
  return word.includes('=') ? assignedWordProblem(word) : `export ${word}`;
}

/** The words that a builtin may have if it only prints, ends or waits. */
interface BuiltinForm {
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
const BUILTIN_FORMS: Readonly<Record<string, BuiltinForm>> = {
  exit: STATUS,
  return: STATUS,
  break: COUNT,
  continue: COUNT,
  shift: COUNT,
  wait: { words: /^(?:\d{1,9}|%(?:\d{1,9}|[-+%])?)$/, numbers: true },
  jobs: { words: /^(?:-[lnprs]+|%(?:\d{1,9}|[-+%])?)$/ },
};

/** Builtins that print or drop their words, whatever the words are. */
const WORDS_ONLY: ReadonlySet<string> = new Set(['echo', 'true', 'false', ':']);
