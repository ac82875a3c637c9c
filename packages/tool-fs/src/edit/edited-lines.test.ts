import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchOfLines } from '../files/patch.js';
import { editedLines, snippet } from './edited-lines.js';
import { type Change, findText, replaceAt } from './find-text.js';

/** Few different pieces, so that an old text stands at several places, at line ends and at both ends of the text. */
const piece = fc.constantFrom('a', 'b', 'ab', '\n', '\r\n', 'a\n', 'b\na', '\n\n', 'é');
const textOf = (most: number) => fc.array(piece, { maxLength: most }).map((pieces) => pieces.join(''));

/** The snippet of a change, found in the whole changed text. */
function shownIn(after: string, { places, newText }: Change): string {
  const [place = 0] = places;
  const lineOf = (at: number) => after.slice(0, at).split('\n').length - 1;
  const lines = after.split('\n').map((line, index) => `${index + 1}\t${line.replace(/\r$/, '')}`);
  if (lines.at(-1)?.endsWith('\t')) lines.pop();
  const from = Math.max(0, lineOf(place) - 4);
  return lines.slice(from, Math.min(lineOf(place + newText.length) + 5, from + 40)).join('\n');
}

describe('the lines of an edit', () => {
  it('show of any text what the whole text would show, and their patch makes the changed text', async () => {
    await fc.assert(
      fc.asyncProperty(textOf(80), piece, textOf(10), async (text, oldString, newString) => {
        const change = findText(text, { oldString, newString });
        fc.pre(change.places.length > 0);
        const lines = editedLines(text, change);
        const after = replaceAt(text, change);
        expect(snippet(lines)).toBe(shownIn(after, change));
        // A busy machine may stand still for longer than a person waits for a patch.
        const hunks = await patchOfLines(lines, 60_000);
        expect(applyPatch(text, { hunks: [...hunks] } as never, { autoConvertLineEndings: false })).toBe(after);
      }),
      { numRuns: 2000 },
    );
  });
});
