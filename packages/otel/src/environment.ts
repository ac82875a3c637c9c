export type Env = Readonly<Record<string, string | undefined>>;

/** Reads a positive number. `undefined` for any other text. */
export function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}
