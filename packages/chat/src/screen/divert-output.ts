/**
 * Hands everything that is written to the streams of this process to a listener, such as the log output of a plugin: on a terminal that
 * is drawn, it would land anywhere. Returns a function that ends it.
 */
export function divertOutput(onText: (text: string) => void): () => void {
  const { stdout, stderr } = process;
  const before = [stdout.write, stderr.write] as const;
  const divert = ((text: unknown, ...rest: readonly unknown[]) => {
    onText(typeof text === 'string' ? text : text instanceof Uint8Array ? Buffer.from(text).toString('utf8') : '');
    const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
    if (done !== undefined) queueMicrotask(done);
    return true;
  }) as typeof stderr.write;
  stdout.write = divert;
  stderr.write = divert;
  return () => {
    [stdout.write, stderr.write] = before;
  };
}
