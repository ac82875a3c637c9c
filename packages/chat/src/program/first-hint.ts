import type { KeySettings } from '../input/actions.js';
import { cut } from '../text/cut.js';
import type { Block } from '../text/line.js';

const HINTS: readonly { readonly text: string; readonly action?: keyof KeySettings }[] = [
  { text: '/ commands' },
  { text: '@ files' },
  { text: '! shell' },
  { text: 'Alt+Enter new line', action: 'newline' },
  { text: 'Esc interrupts', action: 'interrupt' },
];

/** The line for a person who has sent nothing yet. A key that they set themselves they know. */
export function firstHint(keys: KeySettings): Block {
  const text = HINTS.filter(({ action }) => action === undefined || keys[action] === undefined)
    .map((hint) => hint.text)
    .join(' · ');
  return (columns) => [cut([{ text, styles: ['dim'] }], columns)];
}
