import { lineDiff } from '@loadout/command';
import type { Block } from '../screen/line.js';
import { wrap } from '../text/wrap.js';

export interface Change {
  readonly before: string;
  readonly after: string;
  readonly path: string;
}

/** A change of a file, for the person who decides about it or looks at it. */
export function changeBlock({ before, after, path }: Change, _options: { readonly folded?: number | undefined } = {}): Block {
  const lines = lineDiff(before, after).flatMap((hunk) => hunk.lines);
  return (columns) => [
    [{ text: path, styles: ['bold'] }],
    ...lines.flatMap(({ kind, text }) =>
      wrap([{ text: `${kind === 'new' ? '+' : kind === 'gone' ? '-' : ' '} ${text}` }], columns, { indent: 2 }),
    ),
  ];
}
