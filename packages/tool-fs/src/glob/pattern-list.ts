const WILDCARD_AND_PLACE = /^(?=.*[*?[{])(?=.*[./])/;
const NAME_WITH_PLACE = /[./*?[{]/;

/**
 * Returns the patterns of a list such as `*.ts,*.yml` or `*.ts *.yml`, which models write for `*.{ts,yml}`. A name may hold a
 * comma or a blank, so a text is a list only if each part looks like a pattern of files by itself.
 */
export function patternsIn(text: string): readonly string[] {
  const parts = splitOutside(text);
  if (parts.length < 2) return [text];
  const looksRight = /\s/.test(text) ? WILDCARD_AND_PLACE : NAME_WITH_PLACE;
  return parts.every((part) => looksRight.test(part)) ? parts : [text];
}

/** A list as one pattern with braces. A list that leaves something out stays as it is: braces cannot say that. */
export function asOnePattern(text: string): string {
  const parts = patternsIn(text);
  return parts.length < 2 || parts.some((part) => part.startsWith('!')) ? text : `{${parts.join(',')}}`;
}

/** Splits at commas and blanks outside of braces and brackets. */
function splitOutside(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/\\.|./gsu)) {
    if (/[{[(]/.test(piece)) depth += 1;
    if (/[}\])]/.test(piece)) depth -= 1;
    if (depth === 0 && /^[\s,]$/.test(piece)) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${piece}`);
  }
  return parts.filter((part) => part !== '');
}
