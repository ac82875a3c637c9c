/** The text up to its delimiter. Inside `[…]`, the delimiter is a plain character. */
const REGEX = (delimiter: string) =>
  `(?:(?!${delimiter})[^\\\\\\n[]|\\\\.|\\[\\^?\\]?(?:[^\\]\\\\\\n[]|\\[(?![.:=])|\\[:[a-z]+:\\]|\\\\[nt])*\\])*`;
const ONE = `(?:\\d+|\\$|/${REGEX('/')}/I?)`;
const ADDRESS = new RegExp(`^(?:${ONE}(?:,\\s*(?:[+~]?\\d+|\\$|/${REGEX('/')}/I?))?\\s*)?!?\\s*`);
const REPLACES = new RegExp(`^s([/|,#@:!~%+])${REGEX('\\1')}\\1((?:(?!\\1)[^\\\\\\n]|\\\\[\\s\\S])*)\\1([gpiI0-9]*)`);

/**
 * Whether a sed script only prints, deletes, quits and replaces. `w` and `e`, also as flags of `s`, write files and run commands.
 */
export function isHarmlessSed(script: string): boolean {
  let rest = script.trim();
  while (rest !== '') {
    const address = ADDRESS.exec(rest)?.[0] ?? '';
    const command = commandLength(rest.slice(address.length));
    if (command === undefined) return false;
    rest = rest.slice(address.length + command);
    const separator = /^\s*(?:[;\n]\s*|$)/.exec(rest)?.[0];
    if (separator === undefined) return false;
    rest = rest.slice(separator.length);
  }
  return true;
}

function commandLength(text: string): number | undefined {
  const simple = /^[pdq=DPNGghHxn]/.exec(text)?.[0].length;
  if (simple !== undefined) return simple;
  return REPLACES.exec(text)?.[0].length;
}
