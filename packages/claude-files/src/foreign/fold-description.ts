/** A description and all that follows it up to the next known key, or to the end of the frontmatter. */
export interface Folded {
  readonly text: string;
  /** The number of the line of the description, and of its last line. */
  readonly lines: readonly [number, number];
}

/**
 * Returns a file whose description over several lines, which is no YAML, is one quoted text. The lines below keep their numbers.
 * Other tools read such files as their authors mean them: the description ends at the next key that they know.
 */
export function foldDescription(text: string, known: readonly string[]): Folded | undefined {
  const lines = text.split('\n');
  const end = lines.findIndex((line, index) => index > 0 && /^---[ \t]*\r?$/.test(line));
  const first = lines.findIndex((line) => /^description:[ \t]+[^\s|>]/.test(line));
  if (end === -1 || first === -1 || first > end) return undefined;
  const isKey = (line: string) => known.some((key) => line.startsWith(`${key}:`));
  const next = lines.findIndex((line, index) => index > first && (index === end || isKey(line)));
  if (next <= first + 1) return undefined;
  const value = lines
    .slice(first, next)
    .join('\n')
    .replace(/^description:[ \t]+/, '')
    .trimEnd();
  const folded = [`description: ${JSON.stringify(value)}`, ...Array.from({ length: next - first - 1 }, () => '')];
  return { text: [...lines.slice(0, first), ...folded, ...lines.slice(next)].join('\n'), lines: [first + 1, next] };
}
