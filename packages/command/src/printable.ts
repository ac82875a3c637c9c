import { clipped } from '@loadout/core/run';

/** Whole escape sequences, so that no `[31m` stays behind. */
const SEQUENCES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?)/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Text of a model or a tool, safe for a terminal: it cannot move the cursor, change the terminal or turn the reading direction.
 */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(SEQUENCES, '').replace(CONTROLS, '');
}

/** Safe text of several lines that stands in a message: no line of it begins as the command's own do. */
export const hanging = (text: string): string => printable(text).trimEnd().replaceAll('\n', '\n    ');

/** Safe text on one line, cut off at the limit instead of wrapped. */
export function oneLine(text: string, limit = 80): string {
  return clipped(printable(text).replace(/\s+/g, ' ').trim(), limit);
}

/** JSON that is safe for a terminal, and for readers that take U+2028 for a line end. The value stays the same. */
export function printableJson(value: unknown, indent?: number): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, undefined, indent).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    escaped,
  );
}
