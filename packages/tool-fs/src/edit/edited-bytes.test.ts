import { describe, expect, it } from 'vitest';
import { decode, encode, type TextFormat, UTF8 } from '../files/file-kind.js';
import { editedBytes } from './edited-bytes.js';
import { findText, replaceAt } from './find-text.js';

const MARKED: TextFormat = { encoding: 'utf-8', bomBytes: 3 };
const WIDE: TextFormat = { encoding: 'utf-16be', bomBytes: 2 };
const TEXT = 'one two\r\ntwo one two\n';

describe('the bytes of an edited file', () => {
  it.each([
    ['ASCII', TEXT, UTF8],
    ['ASCII after a byte order mark', TEXT, MARKED],
    ['characters of two to four bytes', `é ${TEXT}€ 😀`, UTF8],
    ['characters of two to four bytes after a byte order mark', `é ${TEXT}€ 😀`, MARKED],
    ['UTF-16', TEXT, WIDE],
  ])('are those of the changed text: %s', (_, text, format) => {
    const file = { bytes: encode(text, format), text, format };
    for (const newString of ['', 'x', 'longer than before', 'zwei: é€😀', 'a\nb']) {
      const change = findText(text, { oldString: 'two', newString });
      const after = replaceAt(text, change);
      expect(change.places.length).toBe(3);
      const edited = editedBytes(file, change);
      expect(edited.equals(encode(after, format))).toBe(true);
      expect(decode(edited, format)).toBe(after);
    }
  });
});
