import type { TextBounds, TextMatch } from './run-expectations.js';
import { around, shown, visible } from './shown-value.js';

const KEYS = new Set(['equals', 'contains', 'matches', 'lacks']);

/** Whether a map is bounds of a text and nothing else. */
export function isTextBounds(value: object): value is TextBounds {
  const keys = Object.keys(value);
  const isText = (one: unknown) =>
    typeof one === 'string' || (Array.isArray(one) && one.every((item) => typeof item === 'string'));
  return keys.length > 0 && keys.every((key) => KEYS.has(key) && isText(value[key as keyof typeof value]));
}

export interface TextProblem {
  /** The path of the broken bound below the expectation, such as `['lacks', 1]`. */
  readonly path: readonly (string | number)[];
  readonly seen: string;
  readonly wanted: string;
  readonly detail?: readonly string[];
}

/** Returns the first bound that a text breaks; `undefined` if it keeps all. A text alone must occur. */
export function textProblem(actual: string, expected: TextMatch): TextProblem | undefined {
  if (typeof expected === 'string') return contains(actual, expected, []);
  const { equals, contains: parts, matches, lacks } = expected;
  const checks: (() => TextProblem | undefined)[] = [
    ...(equals === undefined ? [] : [() => differs(actual, equals)]),
    ...listed('contains', parts).map(
      ({ text, path }) =>
        () =>
          contains(actual, text, path),
    ),
    ...listed('matches', matches).map(
      ({ text, path }) =>
        () =>
          unlike(actual, text, path),
    ),
    ...listed('lacks', lacks).map(
      ({ text, path }) =>
        () =>
          holds(actual, text, path),
    ),
  ];
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface Bound {
  readonly text: string;
  readonly path: readonly (string | number)[];
}

function listed(key: string, texts: string | readonly string[] | undefined): readonly Bound[] {
  if (texts === undefined) return [];
  return typeof texts === 'string' ? [{ text: texts, path: [key] }] : texts.map((text, index) => ({ text, path: [key, index] }));
}

function contains(actual: string, part: string, path: TextProblem['path']): TextProblem | undefined {
  if (actual.includes(part)) return undefined;
  const isCase = actual.toLowerCase().includes(part.toLowerCase());
  return { path, seen: quote(actual), wanted: `a text with ${quote(part)}${isCase ? ', in this case of letters' : ''}` };
}

function unlike(actual: string, pattern: string, path: TextProblem['path']): TextProblem | undefined {
  const regexp = regexpOf(pattern);
  if (typeof regexp === 'string')
    return { path, seen: quote(actual), wanted: `a regular expression, but /${pattern}/ is none: ${regexp}` };
  return regexp.test(actual) ? undefined : { path, seen: quote(actual), wanted: `a text like /${visible(pattern)}/` };
}

/** `^` and `$` are the ends of the whole text, `.` is no line end, and `(?i)` at the start ignores the case. */
function regexpOf(pattern: string): RegExp | string {
  const [, body = pattern] = /^\(\?i\)([\s\S]*)$/.exec(pattern) ?? [];
  try {
    return new RegExp(body, body === pattern ? 'u' : 'iu');
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read';
  }
}

function holds(actual: string, part: string, path: TextProblem['path']): TextProblem | undefined {
  const at = actual.indexOf(part);
  if (at < 0) return undefined;
  const line = actual.slice(0, at).split('\n').length;
  return { path, seen: `${quote(actual)}, with ${quote(part)} in line ${line}`, wanted: `a text without ${quote(part)}` };
}

function differs(actual: string, equals: string): TextProblem | undefined {
  if (actual === equals) return undefined;
  const both = around(actual, equals);
  return { path: ['equals'], seen: `"${both.actual}"`, wanted: `"${both.expected}"`, detail: lineDifference(actual, equals) };
}

/** The first line that differs, in texts of several lines. */
function lineDifference(actual: string, expected: string): readonly string[] {
  const [found, wanted] = [actual.split('\n'), expected.split('\n')];
  if (found.length < 2 && wanted.length < 2) return [];
  const at = wanted.findIndex((line, index) => line !== found[index]);
  const line = at < 0 ? wanted.length : at;
  const show = (text: string | undefined) => (text === undefined ? '(the text has ended)' : shown(text, 160));
  return [`line ${line + 1} expected  ${show(wanted[line])}`, `line ${line + 1} actual    ${show(found[line])}`];
}

const quote = (text: string) => `"${visible(text, 160)}"`;
