/**
 * Compiles a pattern in which `*` is any text and every other character is literal. `end` is a regular expression appended to the
 * pattern.
 */
export function wildcard(pattern: string, end = ''): RegExp {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}${end}$`, 's');
}
