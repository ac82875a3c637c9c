/**
 * Everyday characters of encodings, as bytes. A detector that counts frequent characters needs some sentences, and a file of code may
 * have one comment. `\x81` and so on are bytes, read as Latin-1.
 */
const EVERYDAY: readonly (readonly [encoding: string, characters: RegExp, sign?: RegExp])[] = [
  // Words of Cyrillic letters, at most the first in upper case.
  ['windows-1251', /(?<![\x80-\xff])[\xc0-\xff\xa8\xb8]?[\xe0-\xff\xb8]{2,}(?![\x80-\xff])/g],
  ['KOI8-R', /(?<![\x80-\xff])[\xc0-\xff\xa3\xb3]?[\xc0-\xdf\xa3]{2,}(?![\x80-\xff])/g],
  // Kana, signs, and the kanji of the first level.
  ['Shift_JIS', /(?:\x81[\x40-\xac]|\x82[\x4f-\xf1]|\x83[\x40-\x96]|[\x88-\x97][\x40-\x7e\x80-\xfc]){2,}/g],
  // Kana, signs and kanji, with two kana side by side.
  ['EUC-JP', /(?:[\xa1\xa3-\xa5\xb0-\xcf][\xa1-\xfe])+/g, /(?:[\xa4\xa5][\xa1-\xf6]){2}/],
  // Hangul, in which Chinese is possible too, so that one of the most frequent syllables is asked for.
  [
    'EUC-KR',
    /(?:\xa1[\xa1-\xfe]|[\xb0-\xc8][\xa1-\xfe])+/g,
    /\xb4[\xc2\xcf\xd9]|\xb8\xa6|\xbf[\xa1\xe4]|\xc0[\xbb\xc7\xcc]|\xc7\xcf/,
  ],
  ['GBK', /(?:[\xa1\xa3\xb0-\xd7][\xa1-\xfe]){2,}/g],
  ['Big5', /(?:\xa1[\x40-\x7e\xa1-\xfe]|[\xa4-\xc6][\x40-\x7e\xa1-\xfe]){2,}/g],
];
const MOSTLY = 0.9;

/** Returns the encodings in which nearly all bytes beyond ASCII are everyday characters, the strictest first. `bytes`: some whole lines. */
export function likelyEncodings(bytes: Buffer): readonly string[] {
  const text = bytes.toString('latin1');
  const all = highBytes(text);
  const isLikely = (characters: RegExp) => highBytes((text.match(characters) ?? []).join('')) >= all * MOSTLY;
  return EVERYDAY.filter(([, characters, sign]) => isLikely(characters) && sign?.test(text) !== false).map(([name]) => name);
}

const highBytes = (text: string): number => text.replace(/[\0-\x7f]+/g, '').length;
