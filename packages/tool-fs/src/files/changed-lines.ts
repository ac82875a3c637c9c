const STEP = 4096;

export interface ChangedLines {
  readonly before: string;
  readonly after: string;
  /** How many lines both texts have above. */
  readonly linesAbove: number;
}

/** The whole lines in which two texts differ, with `context` lines around them: comparing the rest line by line is for nothing. */
export function changedLines(before: string, after: string, context: number): ChangedLines {
  const most = Math.min(before.length, after.length);
  const start = lineStart(before, { from: commonStart(before, after), linesUp: context });
  const tail = Math.min(commonEnd(before, after), most - start);
  const end = lineEnd(before, { from: before.length - tail, linesDown: context });
  return {
    before: before.slice(start, end),
    after: after.slice(start, after.length - (before.length - end)),
    linesAbove: countFeeds(before, start),
  };
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at + STEP <= a.length && a.slice(at, at + STEP) === b.slice(at, at + STEP)) at += STEP;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  const same = (size: number) =>
    a.slice(a.length - length - size, a.length - length) === b.slice(b.length - length - size, b.length - length);
  while (length + STEP <= Math.min(a.length, b.length) && same(STEP)) length += STEP;
  while (length < Math.min(a.length, b.length) && same(1)) length += 1;
  return length;
}

/** The start of the line that `from` is in, or of one further up. */
export function lineStart(text: string, { from, linesUp }: { readonly from: number; readonly linesUp: number }): number {
  let at = from;
  for (let line = 0; line <= linesUp; line++) {
    if (at === 0) return 0;
    at = text.lastIndexOf('\n', at - 1);
    if (at === -1) return 0;
  }
  return at + 1;
}

/** Behind the line feed of the line that `from` is in, or of one further down. */
export function lineEnd(text: string, { from, linesDown }: { readonly from: number; readonly linesDown: number }): number {
  let at = from;
  for (let line = 0; line <= linesDown; line++) {
    const feed = text.indexOf('\n', at);
    if (feed === -1) return text.length;
    at = feed + 1;
  }
  return at;
}

export function countFeeds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
