import { expect, it } from 'vitest';
import { cappedText, cleanText, hasHidden } from './clean-text.js';

it.each([
  ['terminal sequences', '\u001b[31mred\u001b[0m\u0007', 'red'],
  ['bidi controls', 'a\u202eb\u2066c', 'abc'],
  ['zero-width characters', 'a\u200bb\ufeffc\u2060', 'abc'],
  ['tag characters', 'a\u{e0049}\u{e0001}b', 'ab'],
  ['a word hidden in joiners', 'a\u200c\u200d\u200c\u200cb', 'ab'],
])('%s are removed', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
  expect(hasHidden(text)).toBe(true);
});

it.each(['plain\ttext\n', 'naïve 日本語', 'می‌خواهم', '👩‍👩‍👧 family', '❤️'])('%s stays as it is', (text) => {
  expect(cleanText(text)).toBe(text);
});

it('a cut falls between characters and shows', () => {
  expect(cappedText('é'.repeat(10), 10)).toBe('ééé…');
  expect(cappedText('short', 10)).toBe('short');
});
