/** A pattern in which `*` is any text and everything else means itself. `end` is added to it as a regular expression. */
export function wildcard(pattern: string, end = ''): RegExp {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}${end}$`, 's');
}
