/** A text in which `$` means nothing, as one of a configuration, where `${…}` and `$$` do. */
export const plainText = (text: string): string => text.replace(/\$(?=[${])/g, '$$$$');

/** The same, but for what `pattern` finds: its first group is given to `make`. What that has no answer for stays as it is. */
export function convertText(
  text: string,
  { pattern, make }: { readonly pattern: RegExp; readonly make: (name: string) => string | undefined },
): string {
  let [result, from] = ['', 0];
  for (const match of text.matchAll(pattern)) {
    const made = make(match[1] ?? '');
    if (made === undefined) continue;
    result += plainText(text.slice(from, match.index)) + made;
    from = match.index + match[0].length;
  }
  return result + plainText(text.slice(from));
}
