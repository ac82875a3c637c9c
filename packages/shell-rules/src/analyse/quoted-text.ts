const PLAIN: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
};

/**
 * The text of a `$'…'` string. `undefined` if bash and its locale decide the text: non-ASCII bytes, NUL, control pairs and
 * escapes that bash does not know.
 */
export function ansiText(quoted: string): string | undefined {
  const inner = /^\$'([\s\S]*)'$/.exec(quoted)?.[1];
  if (inner === undefined) return undefined;
  let text = '';
  for (const [piece, pair] of inner.matchAll(
    /\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}|[0-7]{1,3}|[\s\S]?)|[^\\]/g,
  )) {
    const plain = pair === undefined ? piece : unescaped(pair);
    if (plain === undefined) return undefined;
    text += plain;
  }
  return text;
}

function unescaped(pair: string): string | undefined {
  if (Object.hasOwn(PLAIN, pair)) return PLAIN[pair];
  const digits = /^(?:[xuU]([0-9A-Fa-f]+)|([0-7]+))$/.exec(pair);
  const code = digits?.[1] === undefined ? Number.parseInt(digits?.[2] ?? '', 8) : Number.parseInt(digits[1], 16);
  return code > 0 && code < 0x80 ? String.fromCharCode(code) : undefined;
}

/** Whether bash leaves the braces of a text unchanged: each is closed, and none contains a comma or a range (`HEAD@{1}`). */
export const areBracesPlain = (unquoted: string): boolean => /^(?:[^{}]|\{(?:(?!\.\.)[^{},])*\})*$/.test(unquoted);
