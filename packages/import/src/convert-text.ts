/** Converts a text in which `$` has no meaning to a text of a configuration, where `${…}` and `$$` do. */
export const plainText = (text: string): string => text.replace(/\$(?=[${])/g, '$$$$');

/**
 * Converts such a text and replaces the matches of `pattern`. `make` receives the group that matched; if it returns nothing, the match
 * stays.
 */
export function convertText(
  text: string,
  { pattern, make }: { readonly pattern: RegExp; readonly make: (name: string) => string | undefined },
): string {
  let [result, from] = ['', 0];
  for (const match of text.matchAll(pattern)) {
    const made = make(match.slice(1).find((group) => group !== undefined) ?? '');
    if (made === undefined) continue;
    result += plainText(text.slice(from, match.index)) + made;
    from = match.index + match[0].length;
  }
  return result + plainText(text.slice(from));
}
