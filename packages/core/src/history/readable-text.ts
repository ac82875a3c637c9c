import { isObject } from '../names/is-object.js';

/** The fields of a block that hold text for a reader. Encrypted fields are not among them. */
const READABLE = ['stdout', 'stderr', 'error_code', 'message', 'text', 'data', 'content', 'source'] as const;
const MOST_CHARS = 8_000;

/** Returns the text and the addresses in a block of another maker, at most 8,000 characters; empty if there are none. */
export function readableText(value: unknown): string {
  const text = partsOf(value, 4).join('\n').trim();
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS).trimEnd()} [cut]`;
}

function partsOf(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => partsOf(one, depth - 1));
  if (!isObject(value) || value.type === 'base64') return [];
  const heading = placeOf(value);
  return [...(heading === undefined ? [] : [heading]), ...READABLE.flatMap((name) => partsOf(value[name], depth - 1))];
}

/** Returns the title and the address that an object names; `undefined` if it names neither. */
export function placeOf({ title, url, document_title }: Readonly<Record<string, unknown>>): string | undefined {
  const name = [title, document_title].find((one) => typeof one === 'string' && one !== '');
  if (typeof url !== 'string') return typeof name === 'string' ? name : undefined;
  return typeof name === 'string' ? `${name} (${url})` : url;
}
