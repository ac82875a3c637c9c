/**
 * The limit for structured results. Readers of the wire refuse a line above one mebibyte, so the limit is well below that
 * (CTRL-01).
 */
const MOST_CHARS = 400_000;
const LONGEST_STRING = 60_000;

/** Returns the value unchanged, or with its long strings cut, or a note about its size. */
export function bounded(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  if (text.length <= MOST_CHARS) return value;
  const cut = withoutLongStrings(value);
  const length = (JSON.stringify(cut) ?? '').length;
  return length <= MOST_CHARS ? cut : { truncated: true, originalChars: text.length };
}

function withoutLongStrings(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= LONGEST_STRING
      ? value
      : `${value.slice(0, LONGEST_STRING)}\n[${value.length - LONGEST_STRING} more characters]`;
  if (Array.isArray(value)) return value.map(withoutLongStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutLongStrings(item)]));
}
