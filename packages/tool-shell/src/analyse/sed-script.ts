/** Whether a script of sed only prints, deletes, quits and replaces: `w` and `e`, also as flags of `s`, write files and run commands. */
export function isHarmlessSed(script: string): boolean {
  let rest = script.trim();
  while (rest !== '') {
    const address =
      /^(?:(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?)(?:,\s*(?:[+~]?\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?))?\s*)?!?\s*/.exec(rest)?.[0] ?? '';
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
  const replaces = /^s([/|,#@:!~%+])((?:(?!\1)[^\\\n]|\\.)*)\1((?:(?!\1)[^\\\n]|\\[\s\S])*)\1([gpiI0-9]*)/.exec(text);
  return replaces?.[0].length;
}
