import { errors } from '../errors.js';

/** The most characters that one result shows. */
export const MOST_CHARS = 100_000;

export interface TextWindow {
  readonly text: string;
  /** Describes the shown part and how to read on; empty if everything is shown. */
  readonly note: string;
}

/** The part of a text from `offset` on that one result holds. Never cuts a character in two. */
export function windowOf(whole: string, offset: number): TextWindow {
  if (offset > 0 && offset >= whole.length) throw errors.WEB_OFFSET_PAST_END({ offset, length: whole.length });
  const start = startsInside(whole, offset) ? offset - 1 : offset;
  const most = start + MOST_CHARS;
  const end = most >= whole.length ? whole.length : startsInside(whole, most) ? most - 1 : most;
  const text = whole.slice(start, end);
  if (text.length === whole.length) return { text, note: '' };
  const more = end < whole.length ? ` Call again with offset ${end} to read on.` : '';
  return { text, note: `[Characters ${start} to ${end} of ${whole.length} are shown.${more}]` };
}

const startsInside = (text: string, index: number) => /^[\udc00-\udfff]/.test(text.charAt(index));
