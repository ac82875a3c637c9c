import { characterWidth, textWidth } from './character-width.js';
import { type Pair, readHunks } from './read-hunks.js';

/** A narrower terminal gets the lines as they are. */
const LEAST_COLUMNS = 100;
/** A line of a difference takes at most so many rows of its column. */
const MOST_ROWS = 8;
/** The mark before the left column, and the line between the columns. */
const BESIDE = 2 + 3;

/**
 * Returns the lines with the difference from a recording in two columns: the recording, and the request of now. `≠`: the line
 * differs · `-`: it is missing now · `+`: it is in no recording. Lines without such a difference stay as they are.
 */
export function sideBySide(lines: readonly string[], columns: number): readonly string[] {
  if (columns < LEAST_COLUMNS) return lines;
  const found = readHunks(lines);
  if (found === undefined) return lines;
  const pairs = found.hunks.flatMap(({ at, pairs: own }, index) =>
    index === 0 && at[0] === 1 && at[1] === 1 ? own : [placeOf(at), ...own],
  );
  const all = [{ mark: ' ', sides: found.names }, ...pairs];
  const most = Math.floor((columns - BESIDE) / 2);
  const rows = all.flatMap((pair) => rowsOf(pair, most));
  const width = Math.max(...rows.map(({ left }) => textWidth(left)));
  const shown = rows.map(({ mark, left, right }) => `${mark} ${padded(left, width)} │ ${right}`.trimEnd());
  return [...lines.slice(0, found.start), ...shown, ...lines.slice(found.end)];
}

/** The numbers of the first lines of a hunk. */
const placeOf = ([before, now]: readonly [number, number]): Pair => ({ mark: ' ', sides: [`⋮ line ${before}`, `⋮ line ${now}`] });

interface Row {
  readonly mark: string;
  readonly left: string;
  readonly right: string;
}

/** Breaks a pair into rows. A line that does not differ gives way to those that do, and takes one row. */
function rowsOf({ mark, sides }: Pair, width: number): readonly Row[] {
  const most = mark === ' ' ? 1 : MOST_ROWS;
  const [left = [], right = []] = (mark === '≠' ? fromDifference(sides, width) : sides).map((side) =>
    broken(side, { width, most }),
  );
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    mark: index === 0 ? mark : ' ',
    left: left[index] ?? '',
    right: right[index] ?? '',
  }));
}

/** Two long lines that begin alike are shown from one row before their difference. */
function fromDifference([before, now]: Pair['sides'], width: number): Pair['sides'] {
  const characters = [...now];
  let same = 0;
  let at = 0;
  while (same < characters.length && before.startsWith(characters[same] ?? '', at)) at += characters[same++]?.length ?? 0;
  if (same < 3 * width) return [before, now];
  const skipped = characters.slice(0, same - width).join('').length;
  return [`…${before.slice(skipped)}`, `…${now.slice(skipped)}`];
}

const TAB = '    ';

function broken(text: string, { width, most }: { readonly width: number; readonly most: number }): readonly string[] {
  const rows = [''];
  let used = 0;
  for (const character of text.replaceAll('\t', TAB)) {
    const wide = characterWidth(character);
    if (used + wide > width) {
      if (rows.length === most) return [...rows.slice(0, -1), `${[...(rows.at(-1) ?? '')].slice(0, -1).join('')}…`];
      rows.push('');
      used = 0;
    }
    rows[rows.length - 1] += character;
    used += wide;
  }
  return rows;
}

const padded = (text: string, width: number): string => text + ' '.repeat(width - textWidth(text));
