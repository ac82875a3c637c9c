/** Characters that do not show, move the cursor or turn the reading direction. */
const UNSEEN = /(?! )[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cs}]/gu;
const PLAIN = /^[\p{L}\p{N}_./@*~-][\p{L}\p{N}_./@*~+=:-]*(?: [\p{L}\p{N}_./@*~+=:-]+)*$/u;
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text on one line, with each unseen character written as an escape, cut in the middle. */
export function visible(text: string, limit = 200): string {
  return cutMiddle(text, limit).replace(
    UNSEEN,
    (one) => NAMED[one] ?? `\\u{${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  );
}

/** Cuts the middle out of a text that is longer than the limit. Both ends stay. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = Math.ceil((limit - 1) * 0.6);
  return `${text.slice(0, start)}…${text.slice(text.length - (limit - 1 - start))}`;
}

/**
 * A value as YAML writes it on one line. A text gets quotes where its end or its type would be unclear. `leaf`: the most
 * characters of one text in it.
 */
export function shown(value: unknown, limit = 200, leaf = limit): string {
  return cutMiddle(whole(value, leaf), limit);
}

function whole(value: unknown, leaf: number): string {
  if (typeof value === 'string') return quoted(value, leaf);
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `[${value.map((item) => whole(item, leaf)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => `${visible(key, 60)}: ${whole(item, leaf)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function quoted(text: string, limit: number): string {
  const isPlain = PLAIN.test(text) && !/^(?:true|false|null|[\d.+-]+)$/.test(text);
  return isPlain ? cutMiddle(text, limit) : `"${visible(text.replaceAll('\\', '\\\\').replaceAll('"', '\\"'), limit)}"`;
}

/** Both texts around their first difference, so that a difference at the end of long texts is visible. */
export function around(actual: string, expected: string, limit = 80): { readonly actual: string; readonly expected: string } {
  let at = 0;
  while (at < actual.length && at < expected.length && actual[at] === expected[at]) at += 1;
  const from = Math.max(0, at - Math.floor(limit / 3));
  const part = (text: string) => {
    const piece = text.slice(from, from + limit);
    return `${from > 0 ? '…' : ''}${visible(piece, limit + 1)}${from + limit < text.length ? '…' : ''}`;
  };
  const fits = actual.length <= limit && expected.length <= limit;
  return fits ? { actual: visible(actual), expected: visible(expected) } : { actual: part(actual), expected: part(expected) };
}
