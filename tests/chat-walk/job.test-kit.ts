/** A thing that a person does in the chat. */
export interface Job {
  /** The heading, such as "Ask a question". */
  readonly title: string;
  /** A sentence or two about what the screen shows. */
  readonly text: string;
  /** Does the job, and returns the part of the screen that shows it. */
  readonly walk: () => Promise<string>;
}

/** The lines from the last one that matches, up to the last one that matches `to`, or to the end. */
export function cutOut(screen: string, from: RegExp, to?: RegExp): string {
  const lines = screen.split('\n');
  const first = lines.findLastIndex((line) => from.test(line));
  const last = to === undefined ? -1 : lines.findLastIndex((line) => to.test(line));
  if (first === -1 || (to !== undefined && last < first))
    throw new Error(`No lines from ${from} to ${to ?? 'the end'}:\n${screen}`);
  return lines
    .slice(first, last === -1 ? undefined : last + 1)
    .join('\n')
    .trimEnd();
}
