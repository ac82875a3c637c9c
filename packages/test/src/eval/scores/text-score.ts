/** The characters that are compared. The time grows with their square. */
const MOST = 5000;

/** How alike two texts are: 1 minus the share of letters that must be changed, added or removed (Levenshtein). */
export function likeness(actual: string, expected: string): number {
  const [one, other] = [[...actual.slice(0, MOST)], [...expected.slice(0, MOST)]];
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 1;
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of one.entries()) {
    const now = [row + 1];
    for (const [column, wanted] of other.entries()) {
      const changed = (before[column] ?? 0) + Number(letter !== wanted);
      now.push(Math.min(changed, (before[column + 1] ?? 0) + 1, (now[column] ?? 0) + 1));
    }
    before = now;
  }
  return 1 - (before.at(-1) ?? longest) / longest;
}

/** The JSON in a text: the whole, or the part in a fence or between its first and last bracket. `undefined`: there is none. */
export function jsonIn(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)```/.exec(text)?.[1];
  const from = text.search(/[[{]/);
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const inner = from < 0 || to < from ? undefined : text.slice(from, to + 1);
  for (const part of [text, fenced, inner]) {
    try {
      if (part !== undefined) return JSON.parse(part);
    } catch {
      // Another part may be JSON.
    }
  }
  return undefined;
}

/**
 * The share of values that two documents have in common. Maps are compared key by key and lists item by item; a key or an item that
 * only one of them has counts as a difference.
 */
export function jsonShare(actual: unknown, expected: unknown): number {
  const { same, all } = counted(actual, expected);
  return all === 0 ? 1 : same / all;
}

interface Counts {
  readonly same: number;
  readonly all: number;
}

function counted(actual: unknown, expected: unknown): Counts {
  const [one, other] = [entriesOf(actual), entriesOf(expected)];
  if (one === undefined || other === undefined || Array.isArray(actual) !== Array.isArray(expected)) {
    const all = Math.max(leaves(actual), leaves(expected));
    return { same: Number(Object.is(actual, expected)), all };
  }
  if (one.size === 0 && other.size === 0) return { same: 1, all: 1 };
  let [same, all] = [0, 0];
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    const found = counted(one.get(key), other.get(key));
    same += found.same;
    all += found.all;
  }
  return { same, all };
}

const entriesOf = (value: unknown): ReadonlyMap<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;

function leaves(value: unknown): number {
  const entries = entriesOf(value);
  if (entries === undefined || entries.size === 0) return 1;
  let all = 0;
  for (const item of entries.values()) all += leaves(item);
  return all;
}
