/** `{{prompt}}`, `{{turn}}`, `{{readme.text}}`, `{{1.line 3}}`, `{{readme.match /"version": "(.*?)"/}}`. */
import { messageOf } from '@loadout/core';
export interface Placeholder {
  readonly raw: string;
  /** Absent for `prompt` and `turn`. A number counts the tool results of the conversation from 1. */
  readonly name?: string | undefined;
  readonly what: 'prompt' | 'turn' | 'text' | 'lines' | 'error' | 'line' | 'match';
  readonly line?: number | undefined;
  readonly pattern?: RegExp | undefined;
}

const FORM =
  /^\{\{\s*(?:(prompt|turn)|([\w-]+)\.(?:(text|lines|error)|(line)\s+([1-9]\d*)|(match)\s+\/((?:\\.|[^/\\\n])+)\/([imsu]*)))\s*\}\}/;
const START = '{{';
const ESCAPE = '\\{{';
const FORMS = '{{prompt}}, {{turn}}, {{name.text}}, {{name.lines}}, {{name.line 3}}, {{name.match /(.*)/}}, {{name.error}}';

type Part = string | Placeholder;

/** Splits a text into its parts. A `{{` in an unknown form is a problem; `\{{` is a plain `{{`. */
export function parsePlaceholders(text: string): { readonly parts: readonly Part[]; readonly problems: readonly Problem[] } {
  const parts: Part[] = [];
  const problems: Problem[] = [];
  let from = 0;
  for (let at = text.indexOf(START); at !== -1; at = text.indexOf(START, from)) {
    if (text[at - 1] === '\\') {
      parts.push(text.slice(from, at - 1), START);
      from = at + START.length;
      continue;
    }
    parts.push(text.slice(from, at));
    const found = readPlaceholder(text.slice(at));
    if ('message' in found) problems.push(found);
    else parts.push(found);
    from = at + found.raw.length;
  }
  parts.push(text.slice(from));
  return { parts, problems };
}

interface Problem {
  readonly raw: string;
  readonly message: string;
}

function readPlaceholder(rest: string): Placeholder | Problem {
  const match = FORM.exec(rest);
  if (match === null) {
    const end = rest.indexOf('}}');
    const raw = end === -1 ? rest.slice(0, 30) : rest.slice(0, end + 2);
    return { raw, message: `${raw} is not a placeholder; there are ${FORMS}; write ${ESCAPE} for the characters themselves` };
  }
  const [raw, plain, name, simple, line, number, , source, flags] = match;
  const what = (plain ?? simple ?? line ?? 'match') as Placeholder['what'];
  if (source === undefined) return { raw, name, what, line: number === undefined ? undefined : Number(number) };
  try {
    return { raw, name, what, pattern: new RegExp(source, flags) };
  } catch (error) {
    return { raw, message: `${raw} holds a pattern that is none: ${messageOf(error)}` };
  }
}

/** A tool result, as a placeholder reads it. */
export interface SeenResult {
  readonly text: string;
  readonly isError: boolean;
}

export type Read = { readonly value: string } | { readonly problem: string; readonly hasFailed?: boolean };

/** The value of a placeholder over a result, or why it has none. */
export function readResult(placeholder: Placeholder, result: SeenResult): Read {
  const read = valueIn(placeholder, result);
  if ('value' in read || !result.isError || placeholder.what === 'error') return read;
  return { problem: `that call failed, with: ${result.text.slice(0, 1_000)}`, hasFailed: true };
}

function valueIn(placeholder: Placeholder, { text, isError }: SeenResult): Read {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const { what, line = 0, pattern } = placeholder;
  if (what === 'lines') return { value: String(lines.length) };
  if (what === 'error') return isError ? { value: text } : { problem: 'that call did not fail' };
  if (what === 'line') {
    const value = lines[line - 1];
    return value === undefined ? { problem: `the result has ${lines.length} lines` } : { value };
  }
  if (pattern === undefined) return { value: text };
  const match = pattern.exec(text);
  const start = JSON.stringify(text.slice(0, 200));
  return match === null ? { problem: `nothing in the result matches; it begins ${start}` } : { value: match[1] ?? match[0] };
}
