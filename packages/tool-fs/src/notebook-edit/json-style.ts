import { skipBlank } from './json-parts.js';

/** The layout of a JSON text, so that inserted parts look like the rest. */
export interface JsonStyle {
  /** For one level; empty for a text on one line. */
  readonly indent: string;
  readonly lineEnd: string;
  /** Whether other characters than ASCII are written as escapes. */
  readonly asciiOnly: boolean;
}

export function styleOf(text: string): JsonStyle {
  const open = skipBlank(text, 0);
  const blank = text.slice(open + 1, skipBlank(text, open + 1));
  return {
    indent: blank.includes('\n') ? blank.slice(blank.lastIndexOf('\n') + 1) : '',
    lineEnd: blank.includes('\r\n') ? '\r\n' : blank.includes('\n') ? '\n' : '',
    asciiOnly: /\\u[0-9a-f]{4}/i.test(text) && !NOT_ASCII.test(text),
  };
}

const NOT_ASCII = /[^\0-\x7f]/;

/** A value as it is written `depth` levels deep; its first line goes where it is put. */
export function write(value: unknown, { style, depth }: { readonly style: JsonStyle; readonly depth: number }): string {
  const text = JSON.stringify(value, null, style.indent).replaceAll('\n', lineStart(style, depth));
  return style.asciiOnly ? text.replace(new RegExp(NOT_ASCII, 'g'), escaped) : text;
}

/** The start of a new line `depth` levels deep; nothing in a text on one line. */
export const lineStart = ({ lineEnd, indent }: JsonStyle, depth: number) =>
  lineEnd === '' ? '' : lineEnd + indent.repeat(depth);

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
