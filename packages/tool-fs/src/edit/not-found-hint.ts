import { countFeeds } from '../files/changed-lines.js';
import { closestMatch } from './closest-match.js';
import { findText } from './find-text.js';

/**
 * A typical slip of a model, and a function that returns the intended text, or `undefined` if the text does not show this slip.
 */
type Slip = readonly [what: string, undo: (oldString: string) => string | undefined];

const NUMBERED = /^ *\d+(?:\t|→)/;

const SLIPS: readonly Slip[] = [
  [
    'without the line numbers, which are not in the file',
    (text) => {
      const lines = text.split('\n');
      return lines.every((line) => line === '' || NUMBERED.test(line))
        ? lines.map((line) => line.replace(NUMBERED, '')).join('\n')
        : undefined;
    },
  ],
  [
    'with real line breaks and quotes in place of \\n, \\t and \\"',
    (text) => text.replace(/\\([nt"'])/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? letter),
  ],
  [
    'with the characters themselves in place of &lt;, &gt;, &quot; and &amp;',
    (text) => text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? ''),
  ],
  ['without the blank space around it', (text) => text.trim()],
  ['in its composed Unicode form (NFC)', (text) => text.normalize('NFC')],
  ['in its decomposed Unicode form (NFD)', (text) => text.normalize('NFD')],
];
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** Typographic characters and the plain ones that are written for them, one for one, so that places stay the same. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u2032]/g, "'"],
  [/[\u201c\u201d\u201e\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' '],
];

/** A sentence that helps the model to correct old_string. It never guesses a replacement. Source: TOOL-EDIT-07. */
export function notFoundHint(text: string, input: { readonly old_string: string; readonly new_string: string }): string {
  const { old_string: oldString, new_string: newString } = input;
  for (const [what, undo] of SLIPS) {
    const meant = undo(oldString);
    const line = meant === undefined || meant === oldString || meant === '' ? undefined : lineOf(text, meant);
    if (line !== undefined) return ` It stands at line ${line} ${what}.`;
  }
  const plain = lineOf(toPlain(text), toPlain(oldString));
  if (plain !== undefined) return ` It stands at line ${plain} with other quotes, dashes or spaces: ${quoteLine(text, plain)}.`;
  const done = newString.trim().length < 8 ? undefined : lineOf(text, newString);
  if (done !== undefined) return ` new_string stands at line ${done} already: the edit may have been made before.`;
  return closestMatch(text, oldString);
}

const toPlain = (text: string) => PLAIN.reduce((result, [pattern, plain]) => result.replace(pattern, plain), text);

function lineOf(text: string, part: string): number | undefined {
  const [place] = findText(text, { oldString: part, newString: '' }).places;
  return place === undefined ? undefined : countFeeds(text, place) + 1;
}

const quoteLine = (text: string, line: number) => JSON.stringify(text.split('\n')[line - 1]?.slice(0, 200));
