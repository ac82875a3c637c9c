export type Env = Readonly<Record<string, string | undefined>>;

/** A timer that is longer fires at once, again and again. */
const LONGEST_MS = 2 ** 31 - 1;

/** Reads a positive number, at most the longest time of a timer. `undefined` for any other text. */
export function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? Math.min(value, LONGEST_MS) : undefined;
}
