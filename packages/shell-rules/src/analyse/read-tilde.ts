/**
 * Returns how `~` stands in a word: as the folder of another user or of the shell itself, which only bash can look up (`~root`, `~+`),
 * and as a home folder behind the beginning. bash also expands `~` behind `=` and `:` in a word that looks like an assignment.
 */
export function readTilde(text: string): { readonly other: string | undefined; readonly isTilde: boolean } {
  const behind = text.replaceAll('\\\n', '').replace(/^~(?=\/|$)/, '');
  return { other: /^(?:[A-Za-z_]\w*=)?(~[\w+-][^/\s]*)/.exec(behind)?.[1], isTilde: /(?:^|[=:])~/.test(behind) };
}
