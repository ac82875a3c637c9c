/** How large one tool input may be. */
export interface InputBounds {
  /** Characters of all its names and texts together. Default 8,000,000. */
  readonly chars?: number | undefined;
  /** Objects and lists inside each other. Default 200. */
  readonly depth?: number | undefined;
}

const MOST_CHARS = 8_000_000;
const MOST_DEPTH = 200;

/**
 * Says how an input exceeds its bounds; `undefined` when it does not. Walks without recursion, since everything behind it,
 * from a schema to a journal, may recurse.
 */
export function inputExcess(
  input: unknown,
  { chars: mostChars = MOST_CHARS, depth: mostDepth = MOST_DEPTH }: InputBounds = {},
): string | undefined {
  if (typeof input !== 'object' || input === null) return textExcess(String(input).length, mostChars);
  const waiting: { readonly value: object; readonly depth: number }[] = [{ value: input, depth: 1 }];
  let chars = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (depth > mostDepth) return `it is nested deeper than ${mostDepth} levels`;
    const isList = Array.isArray(value);
    for (const [name, child] of Object.entries(value)) {
      chars += isList ? 1 : name.length;
      if (typeof child === 'string') chars += child.length;
      else if (typeof child === 'object' && child !== null) waiting.push({ value: child, depth: depth + 1 });
    }
    if (chars > mostChars) return textExcess(chars, mostChars);
  }
  return undefined;
}

const textExcess = (chars: number, most: number): string | undefined =>
  chars > most ? `it has ${chars} characters or more; at most ${most} are taken` : undefined;
