const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns the first characters of a text in one line, as a text of its own. A slice of a long text would keep the whole of it in
 * memory, and a recording of 500 MB has many.
 */
export function clip(text: string, most = 160): string {
  const line = text
    .slice(0, most * 2)
    .replace(/\s+/g, ' ')
    .trim();
  const short = line.length > most ? `${line.slice(0, most - 1)}…` : line;
  return decoder.decode(encoder.encode(short));
}
