/** Where two JSON values differ first, as a sentence; `undefined` when they are equal. The order of keys does not matter. */
export function difference(found: unknown, expected: unknown, path = ''): string | undefined {
  if (Object.is(found, expected)) return undefined;
  if (!isNode(found) || !isNode(expected) || Array.isArray(found) !== Array.isArray(expected))
    return `${path || 'the value'} is ${short(found)}, expected ${short(expected)}`;
  const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
  for (const key of keys) {
    const different = difference(found[key], expected[key], `${path}/${key}`);
    if (different !== undefined) return different;
  }
  return undefined;
}

/** The value as JSON carries it: no `undefined`, no functions. */
export const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value) ?? 'null');

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 200);
