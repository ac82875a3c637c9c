import { count } from '@loadout/command';
import type { Block } from '../text/line.js';
import { said, stacked } from '../text/said.js';
import { wrap } from '../text/wrap.js';

/** The rows of a prompt that are shown. The model gets all of it. */
const MOST_ROWS = 20;

/** A prompt of the person, as it stands in the conversation. */
export function shownPrompt(text: string, note = ''): Block {
  return stacked((columns) => {
    const shown = text.slice(0, MOST_ROWS * columns);
    const lines = wrap([said('› ', 'cyan', 'bold'), said(shown), said(note, 'dim')], columns, { indent: 2 });
    const isWhole = shown === text && lines.length <= MOST_ROWS;
    return isWhole ? lines : [...lines.slice(0, MOST_ROWS), [said(`  … ${count(text.length)} characters`, 'dim')]];
  });
}
