/**
 * Matches a pattern in which `*` stands for any characters. Runs in linear time: no regular expression is built from user input.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  if (parts.length === 1) return pattern === text;
  const last = parts[parts.length - 1] ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
