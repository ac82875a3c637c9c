/** Converts a glob of an ignore file to a regular expression for a whole path with `/` between its parts. Throws a `SyntaxError`. */
export function globRegex(glob: string): RegExp {
  return new RegExp(`^${source(glob)}$`, 'su');
}

function source(glob: string): string {
  const fail = (problem: string) => new SyntaxError(`error parsing glob '${glob}': ${problem}`);
  let result = '';
  let depth = 0;
  let at = 0;
  while (at < glob.length) {
    const char = String.fromCodePoint(glob.codePointAt(at) ?? 0);
    const stars = char === '*' ? starsAt(glob, at, result === '') : undefined;
    if (stars !== undefined) {
      result = result.slice(0, result.length - stars.takesBack) + stars.source;
      at += stars.length;
      continue;
    }
    if (char === '[') {
      const found = classAt(glob, at, fail);
      result += found.source;
      at = found.next;
      continue;
    }
    at += char.length;
    if (char === '\\') {
      const next = glob.codePointAt(at);
      if (next === undefined) throw fail("dangling '\\'");
      result += literal(next);
      at += next > 0xffff ? 2 : 1;
    } else if (char === '?') result += '[^/]';
    else if (char === '{') {
      depth += 1;
      result += '(?:';
    } else if (char === '}') {
      if (depth === 0) throw fail("unopened alternate group; missing '{' (maybe escape '}' with '[}]'?)");
      depth -= 1;
      result += ')';
    } else if (char === ',' && depth > 0) result += '|';
    else result += literal(char.codePointAt(0) ?? 0);
  }
  if (depth > 0) throw fail("unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)");
  return result;
}

/** Translates `**`: any number of folders between slashes or at an end; elsewhere the same as `*`. */
function starsAt(glob: string, at: number, isFirst: boolean) {
  const run = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1;
  const after = glob[at + run];
  const opens = isFirst || glob[at - 1] === '/';
  if (run < 2 || !opens || (after !== undefined && after !== '/')) return { source: '[^/]*', length: run, takesBack: 0 };
  if (after === undefined) return { source: isFirst ? '.*' : '.+', length: run, takesBack: 0 };
  return { source: isFirst ? '(?:/?|.*/)' : '(?:.*/)?', length: run + 1, takesBack: 0 };
}

function classAt(glob: string, start: number, fail: (problem: string) => SyntaxError) {
  let at = start + 1;
  const negated = glob[at] === '!' || glob[at] === '^';
  if (negated) at += 1;
  const ranges: [number, number][] = [];
  for (let first = true; first || glob[at] !== ']'; first = false) {
    const low = glob.codePointAt(at);
    if (low === undefined) throw fail("unclosed character class; missing ']'");
    at += low > 0xffff ? 2 : 1;
    const high = glob[at] === '-' && glob[at + 1] !== ']' ? glob.codePointAt(at + 1) : undefined;
    if (high !== undefined) at += 1 + (high > 0xffff ? 2 : 1);
    if (high !== undefined && high < low)
      throw fail(`invalid range; '${String.fromCodePoint(low)}' > '${String.fromCodePoint(high)}'`);
    ranges.push([low, high ?? low]);
  }
  const inside = ranges.map(([low, high]) => `${literal(low)}-${literal(high)}`).join('');
  return { source: `[${negated ? '^' : ''}${inside}]`, next: at + 1 };
}

const literal = (codePoint: number) => `\\u{${codePoint.toString(16)}}`;
