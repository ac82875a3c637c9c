/** The number of places that begin like an object and are none. A text with more is a text about braces. */
const MOST_FAILURES = 100;

export interface FoundObjects {
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** The text around them, with a new line in the place of each. */
  readonly rest: string;
}

/**
 * Finds the JSON objects in a text. `lines`: only those that begin on a line of their own. Throws for one with a field twice: which of
 * them counts is not said, and a text that was put together may have got the second from somebody else.
 */
export function findObjects(text: string, { lines }: { readonly lines: boolean }): FoundObjects {
  const objects: Readonly<Record<string, unknown>>[] = [];
  let [rest, from, failures] = ['', 0, 0];
  for (let at = text.indexOf('{'); at !== -1 && failures < MOST_FAILURES; at = text.indexOf('{', at + 1)) {
    const begins = !lines || /(?:^|[\r\n])[ \t]*$/.test(text.slice(Math.max(from, at - 100), at));
    const end = begins ? endOf(text, at) : -1;
    const value = end === -1 ? undefined : parsed(text.slice(at, end));
    if (value === undefined) {
      failures++;
      continue;
    }
    objects.push(value);
    rest += `${text.slice(from, at)}\n`;
    from = end;
    at = end - 1;
  }
  return { objects, rest: rest + text.slice(from) };
}

/** The end of the object that begins at an offset, by its braces outside of texts. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
  if (fieldsIn(text) !== fieldsIn(JSON.stringify(value))) throw new Error(`it has a field twice: ${text.slice(0, 200)}`);
  return value;
}

/** The number of names with a colon behind them. */
const fieldsIn = (json: string): number =>
  (json.match(/"(?:[^"\\]|\\.)*"\s*:?/g) ?? []).filter((one) => one.endsWith(':')).length;
