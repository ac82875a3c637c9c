/** Reads lines of a stream of bytes. The last line may lack its line end. */
export async function* readLines(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      rest.push(line);
      yield rest.join('');
      rest = [];
    }
    if (last !== '') rest.push(last);
  }
  if (rest.length > 0) yield rest.join('');
}
