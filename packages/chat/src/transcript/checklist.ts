import type { ChecklistItem } from '@loadout/command/chat';
import { cut } from '../text/cut.js';
import type { Block, Line } from '../text/line.js';
import { said } from '../text/said.js';

/** The newest items that are shown. */
const MOST = 12;

/** The list of work that the model keeps. */
export function checklistBlock(items: readonly ChecklistItem[]): Block {
  const done = items.filter(({ state }) => state === 'completed').length;
  // Items that are done go out of sight first.
  const shown = items.length <= MOST ? items : items.slice(Math.min(done, items.length - MOST)).slice(0, MOST);
  const hidden = items.length - shown.length;
  return (columns) => [
    ...shown.map((item) => cut(itemLine(item), columns)),
    ...(hidden > 0 ? [cut([said(`  and ${hidden} more, ${done} of ${items.length} done`, 'dim')], columns)] : []),
  ];
}

function itemLine({ text, state }: ChecklistItem): Line {
  if (state === 'completed') return [said('  ☒ ', 'green'), said(text, 'dim', 'strike')];
  if (state === 'in_progress') return [said('  ▣ ', 'cyan'), said(text, 'bold')];
  return state === 'pending' ? [said('  ☐ ', 'dim'), said(text)] : [said(`  ✗ ${state}: `, 'yellow'), said(text, 'dim')];
}
