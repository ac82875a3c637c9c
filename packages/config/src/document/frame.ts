import { hideKeys } from '../text/literal-key.js';

const WIDTH = 110;
/**
 * The number of extra characters read on both sides of the shown part, so that a key at the cut is still recognised. Longer than
 * any key.
 */
const MARGIN = 300;

/** The line of `place` between its neighbours, with carets under the word. */
export function frame(lines: readonly string[], place: { line: number; column: number; length: number }): string {
  const first = Math.max(1, place.line - 1);
  const last = Math.max(place.line, Math.min(lines.length, place.line + 1));
  const gutter = String(last).length;
  const from = place.column > WIDTH - 20 ? place.column - 40 : 0;
  const rows: string[] = [];
  for (let line = first; line <= last; line++) {
    const text = lines[line - 1] ?? '';
    rows.push(`  ${String(line).padStart(gutter)} | ${cut(text, from)}`.trimEnd());
    if (line === place.line) rows.push(`  ${' '.repeat(gutter)} | ${carets(text, place, from)}`);
  }
  return rows.join('\n');
}

const cut = (text: string, from: number): string => {
  const start = Math.max(0, from - MARGIN);
  const around = visible(hideKeys(text.slice(start, from + WIDTH + MARGIN)));
  const shown = around.slice(from - start, from - start + WIDTH);
  return `${from > 0 && shown !== '' ? '…' : ''}${shown}${text.length > from + WIDTH ? '…' : ''}`;
};

function carets(text: string, place: { column: number; length: number }, from: number): string {
  const before = visible(text.slice(from, place.column - 1)).replace(/[^\t]/g, ' ');
  const room = Math.max(1, Math.min(text.length, from + WIDTH) - place.column + 1);
  return `${from > 0 ? ' ' : ''}${before}${'^'.repeat(Math.max(1, Math.min(place.length, room)))}`;
}

/** Replaces characters that would move the cursor, change the terminal or turn the reading direction. */
export function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, '\ufffd');
}
