/** The range of an array element, or of the value of a member, in a JSON text. */
export interface JsonPart {
  /** The member's name; the index for an element. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The parts of the object or array that starts at `open`, so that one of them can be replaced and every other byte stays as
 * it is: to write the whole value anew would change numbers, escapes and the order of keys. The text must be valid JSON.
 */
export function partsOf(text: string, open: number): readonly JsonPart[] {
  const isObject = text[open] === '{';
  const parts: JsonPart[] = [];
  let at = skipBlank(text, open + 1);
  while (text[at] !== '}' && text[at] !== ']') {
    let key = String(parts.length);
    if (isObject) {
      const end = skipString(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      at = skipBlank(text, skipBlank(text, end) + 1);
    }
    const end = skipValue(text, at);
    parts.push({ key, start: at, end });
    at = skipBlank(text, end);
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
  return parts;
}

/** Finds the last member with this name, which is the one that `JSON.parse` uses. */
export function memberOf(text: string, { open, key }: { readonly open: number; readonly key: string }): JsonPart | undefined {
  return partsOf(text, open).findLast((part) => part.key === key);
}

export function skipBlank(text: string, from: number): number {
  let at = from;
  while (' \n\r\t'.includes(text[at] ?? '.')) at += 1;
  return at;
}

function skipString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipValue(text: string, from: number): number {
  if (text[from] === '"') return skipString(text, from);
  let at = from;
  let depth = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '"') {
      at = skipString(text, at);
      continue;
    }
    if (char === '{' || char === '[') depth += 1;
    if (char === '}' || char === ']') depth -= 1;
    if (depth < 0 || (depth === 0 && ' \n\r\t,'.includes(char))) return at;
    at += 1;
    if (depth === 0 && (char === '}' || char === ']')) return at;
  }
  return at;
}
