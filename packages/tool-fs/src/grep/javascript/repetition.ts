import { PatternError } from '../../glob/ignore/pattern-error.js';
import type { Flags } from './group.js';

const fail = (problem: string) => new PatternError(`regex parse error: ${problem}`);

/** Parses `*`, `+`, `?` or `{m,n}`, lazy or not; `undefined` if there is none. */
export function repetitionAt(
  { chars, at }: { readonly chars: readonly string[]; readonly at: number },
  { lazy }: Flags,
): { readonly source: string; readonly next: number } | undefined {
  const char = chars[at];
  if (char === '*' || char === '+' || char === '?') return withMode(char, { chars, next: at + 1, lazy });
  if (char !== '{') return undefined;
  if (at === 0) throw fail('repetition operator missing expression');
  const end = chars.indexOf('}', at);
  if (end === -1) throw fail('unclosed counted repetition');
  const found = /^\{\s*(\d+)\s*(?:(,)\s*(\d*)\s*)?\}$/.exec(chars.slice(at, end + 1).join(''));
  if (found === null) throw fail('repetition quantifier expects a valid decimal');
  const [, low = '0', comma = '', high = ''] = found;
  if (high !== '' && Number(high) < Number(low)) throw fail('invalid repetition count range, the start must be <= the end');
  return withMode(`{${low}${comma}${high}}`, { chars, next: end + 1, lazy });
}

function withMode(
  source: string,
  { chars, next, lazy }: { readonly chars: readonly string[]; readonly next: number; readonly lazy: boolean },
) {
  const isSwitched = chars[next] === '?';
  return { source: source + (isSwitched === lazy ? '' : '?'), next: next + (isSwitched ? 1 : 0) };
}
