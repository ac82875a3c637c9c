/** A value of an attribute. `undefined` is left out. */
export type Value = string | number | boolean | readonly string[] | undefined;
export type Attributes = Readonly<Record<string, Value>>;

/** Encodes attributes as OTLP's JSON does: 64-bit integers are texts. Texts are cut at `longest` characters. */
export function encodeAttributes(attributes: Attributes, longest = Number.POSITIVE_INFINITY): readonly object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: encoded(value, longest) }],
  );
}

function encoded(value: NonNullable<Value>, longest: number): object {
  if (typeof value === 'string') return { stringValue: value.length > longest ? value.slice(0, longest) : value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((one) => encoded(one, longest)) } };
}

/** Milliseconds since 1970 as nanoseconds in a text, which a number cannot hold exactly. */
export const nanos = (milliseconds: number): string => `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`;

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
