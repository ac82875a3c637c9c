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

/** Where a value holds something that JSON does not carry, as a sentence. A property that is `undefined` counts as absent. */
export function jsonProblem(value: unknown, path = '', above: readonly unknown[] = []): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  const where = path === '' ? 'it' : path;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${where} is ${value}`;
  if (typeof value !== 'object') return `${where} is ${value === undefined ? 'undefined' : `a ${typeof value}`}`;
  if (above.includes(value)) return `${where} leads back to itself`;
  const around = [...above, value];
  if (Array.isArray(value)) return firstOf(value.map((item, index) => () => jsonProblem(item, `${path}/${index}`, around)));
  const shape: unknown = Object.getPrototypeOf(value);
  if (shape !== Object.prototype && shape !== null) return `${where} is a ${value.constructor.name}`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return firstOf(
    entries.map(
      ([key, item]) =>
        () =>
          jsonProblem(item, `${path}/${key}`, around),
    ),
  );
}

function firstOf(looks: readonly (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const problem = look();
    if (problem !== undefined) return problem;
  }
  return undefined;
}
