/** The most characters of a line. Prompts hold pictures and documents in base64, of which an API takes 32 MB. */
export const LONGEST_LINE = 64 * 1024 * 1024;

interface LineLimits {
  /** Returns the error for a line that is longer. */
  readonly tooLong: () => Error;
  readonly longest?: number | undefined;
}

/** Reads lines of a stream of bytes. The last line may lack its line end. A line that has no end is not kept: it is `tooLong`. */
export async function* readLines(
  stream: AsyncIterable<Buffer | string>,
  { tooLong, longest = LONGEST_LINE }: LineLimits,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      if (length + line.length > longest) throw tooLong();
      rest.push(line);
      yield rest.join('');
      rest = [];
      length = 0;
    }
    length += last.length;
    if (length > longest) throw tooLong();
    if (last !== '') rest.push(last);
  }
  if (rest.length > 0) yield rest.join('');
}
