import { lineDiff } from '@loadout/command';

export interface MarkedText {
  readonly text: string;
  /** The other line does not have this part. */
  readonly isMarked: boolean;
}

const WORDS = /[\p{L}\p{N}\p{M}_]+|\s+|./gsu;
/** Lines that have less in common are two lines, not a changed one. */
const LEAST_SAME = 0.4;

/** The parts of a line that another line does not have. Nothing is marked where the two have little in common. */
export function wordMarks(text: string, other: string): readonly MarkedText[] {
  const words = text.match(WORDS) ?? [];
  const changed = changedWords(other.match(WORDS) ?? [], words);
  const parts = words.map((word, at) => ({ text: word, isMarked: changed.has(at) }));
  const same = parts.reduce((length, part) => length + (part.isMarked || /^\s*$/.test(part.text) ? 0 : part.text.length), 0);
  return same < LEAST_SAME * text.replace(/\s/g, '').length ? [{ text, isMarked: false }] : parts;
}

function changedWords(before: readonly string[], after: readonly string[]): ReadonlySet<number> {
  const changed = new Set<number>();
  for (const { at, lines } of lineDiff(before.join('\n'), after.join('\n'))) {
    let index = at - 1;
    for (const { kind } of lines) {
      if (kind === 'new') changed.add(index);
      if (kind !== 'gone') index += 1;
    }
  }
  return changed;
}
