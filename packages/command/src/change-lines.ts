import { visibleText } from '@loadout/core/run';
import { type DiffLine, lineDiff } from './line-diff.js';
import { count, plural } from './numbers.js';
import type { Paint } from './paint.js';
import { visible } from './visible.js';

interface Change {
  readonly before: string;
  readonly after: string;
  /** A warning for the person who decides about the change. */
  readonly note?: string | undefined;
}

const MOST_LINES = 120;
const MARKS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', gone: '-', new: '+' };

/** A change of a file for the person who decides about it: each line behind a margin, with every character visible. */
export function changeLines({ before, after, note }: Change, { paint }: { readonly paint: Paint }): readonly string[] {
  const hunks = lineDiff(before, after);
  const all = hunks.flatMap(({ at, lines }) => [
    ...(hunks.length > 1 || at > 1 ? [paint('dim', `  @@ line ${count(at)}`)] : []),
    ...lines.map((line) => lineText(line, paint)),
  ]);
  const left = all.length - MOST_LINES;
  const shown = left > 0 ? [...all.slice(0, MOST_LINES - 20), `  [${plural(left, 'line')} not shown]`, ...all.slice(-20)] : all;
  const notes = new Set(hunks.flatMap(({ lines }) => lines.flatMap(({ kind, text }) => (kind === 'new' ? notesOf(text) : []))));
  const nothing = all.length === 0 ? ['  (nothing would be different)'] : [];
  const about = note === undefined ? [] : [`  (${note})`];
  return [...shown, ...nothing, ...about, ...[...notes].map((one) => `  Careful: ${one}.`)];
}

/** A tab becomes blanks of a known width. */
const lineOf = (text: string) => visibleText(text.replaceAll('\t', '    '));
const notesOf = (text: string) => lineOf(text).notes.map((one) => one.replace(/^\d+ /, ''));

function lineText({ kind, text }: DiffLine, paint: Paint): string {
  const line = `  │ ${MARKS[kind]} ${lineOf(text).lines.join('⏎')}`;
  return kind === 'same' ? line : paint(kind === 'new' ? 'green' : 'red', line);
}

/** A part that was trusted and is another one now. */
interface ChangedPart {
  readonly path: string;
  readonly how: string;
  readonly texts?: readonly { readonly name: string; readonly before: string; readonly after: string }[] | undefined;
}

/** The differences part by part, with the lines if they are known. */
export function changesText(changes: readonly ChangedPart[], { paint }: { readonly paint: Paint }): string {
  return changes
    .flatMap(({ path, how, texts = [] }) => [`${visible(path)}  (${how})`, ...texts.flatMap((one) => diffOf(one, paint))])
    .join('\n');
}

function diffOf({ name, before, after }: NonNullable<ChangedPart['texts']>[number], paint: Paint): readonly string[] {
  return [...(name === '' ? [] : [`  ${visible(name)}`]), ...changeLines({ before, after }, { paint })];
}
