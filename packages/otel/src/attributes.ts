/** A value of an attribute. `undefined` is left out. */
export type Value = string | number | boolean | readonly string[] | undefined;
export type Attributes = Readonly<Record<string, Value>>;

/** Milliseconds since 1970 with fractions. Never goes back, whatever happens to the clock of the machine. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Returns the attributes that have a value, with texts cut at `longest` characters. */
export function defined(attributes: Attributes, longest: number): Record<string, string | number | boolean | string[]> {
  const result: Record<string, string | number | boolean | string[]> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'string') result[key] = value.slice(0, longest);
    else if (typeof value === 'object') result[key] = [...value];
    else if (value !== undefined) result[key] = value;
  }
  return result;
}
