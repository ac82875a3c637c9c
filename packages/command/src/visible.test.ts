import { expect, it } from 'vitest';
import { visible, visibleValue } from './visible.js';

/** Characters that a terminal does not show: marks of variation, fillers, joiners, blanks of Braille, controls. */
const UNSEEN = ['\u{e0100}', '\u034f', '\u2800', '\u17b4', '\u200b', '\ufe0f', '\u202e', '\x1b', '\u00a0'];

it.each(UNSEEN)('a person who decides sees %j, in a line and in a value', (character) => {
  const shown = `./run\\u{${character.codePointAt(0)?.toString(16)}}.sh`;
  expect(visible(`./run${character}.sh`)).toBe(shown);
  // JSON itself escapes a control.
  expect(visibleValue({ command: `./run${character}.sh` })).not.toContain(character);
});

it('a value keeps the lines of its JSON, and a line stays one', () => {
  expect(visibleValue({ a: 'b\nc' })).toBe('{\n  "a": "b\\nc"\n}');
  expect(visible('a\nb')).toBe('a\\u{a}b');
});
