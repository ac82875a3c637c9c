/** The placeholders of a skill's text and their values. Source: SKILL-05. */
export interface Places {
  /** The arguments as written after the skill's name. */
  readonly args: string;
  /** Names of the arguments in order. */
  readonly names: readonly string[];
  /** Values of `${NAME}` by name. */
  readonly values: Readonly<Record<string, string>>;
}

const PLACE = /\\\$|\$ARGUMENTS(?:\[(\d+)\])?|\$(\d+)(?!\w)|\$\{(\w+(?:\.\w+)?)\}|\$([a-zA-Z_]\w*)/g;

/** Fills in arguments. A text without placeholders gets the arguments at its end. `\$` is a dollar sign. */
export function substitute(text: string, { args, names, values }: Places): string {
  const words = splitArguments(args);
  let isUsed = false;
  const use = (value: string | undefined) => {
    isUsed = true;
    return value ?? '';
  };
  const filled = text.replace(PLACE, (whole, index?: string, number?: string, key?: string, name?: string) => {
    if (whole === '\\$') return '$';
    if (index !== undefined || number !== undefined) return use(words[Number(index ?? number)]);
    if (whole === '$ARGUMENTS') return use(args);
    if (key !== undefined) return Object.hasOwn(values, key) ? (values[key] ?? '') : whole;
    const at = name === undefined ? -1 : names.indexOf(name);
    return at === -1 ? whole : use(words[at]);
  });
  return isUsed || args === '' ? filled : `${filled.trimEnd()}\n\nARGUMENTS: ${args}`;
}

/** Splits arguments at blanks; quotes keep blanks together. */
function splitArguments(args: string): readonly string[] {
  return [...args.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}
