import type { Encoding } from 'iconv-lite';
import { errors } from '../errors.js';

/** An encoding with a table of its characters, such as windows-1252 or Shift_JIS. A character does not depend on those before it. */
export interface TableEncoding {
  readonly name: string;
  decode(bytes: Buffer): string;
  /** Contract: throws FILE_ENCODING_LACKS for a character that the table does not have. */
  encode(text: string): Buffer;
  /** Returns a decoder for the blocks of one file, in order. */
  decoder(): { write(block: Buffer): string };
}

/** Encodings that have all characters of one that the detector names, in the order in which they are tried. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  'ISO-8859-1': ['windows-1252'],
  'ISO-8859-9': ['windows-1254'],
  GB18030: ['GBK', 'GB18030'],
};
const STATELESS = /^(?:windows-\d+|ISO-8859-\d+|KOI8-R|Shift_JIS|EUC-JP|EUC-KR|Big5|GBK|GB18030)$/;
/** The encoding of bytes about which nothing more is known. */
const COMMON = 'windows-1252';
/** The confidence below which a guess of the detector is one among many. */
const SURE = 20;

/**
 * Detects the encoding of bytes that are not UTF-8. `undefined`: no table has a character for each of them, or they are UTF-8 with
 * damage. The tables are loaded for such files alone (GAP-B4, decision 0126).
 */
export async function tableEncoding(bytes: Buffer): Promise<TableEncoding | undefined> {
  if (isDamagedUtf8(bytes)) return undefined;
  const [{ default: iconv }, { default: chardet }] = await Promise.all([import('iconv-lite'), import('chardet')]);
  const sample = sampleOf(bytes);
  const detected = chardet.analyse(sample).filter(({ confidence }) => confidence >= SURE);
  const names = detected.flatMap(({ name }) => WIDER[name] ?? [name]);
  for (const name of new Set([...likelyEncodings(sample), ...names, COMMON])) {
    if (!STATELESS.test(name) || !iconv.encodingExists(name)) continue;
    const text = iconv.decode(bytes, name);
    if (isText(text)) return tableOf(text === iconv.decode(bytes, COMMON) ? COMMON : name, iconv);
  }
  return undefined;
}

const SAMPLE_BYTES = 64 * 1024;

/** Some lines from the first byte beyond ASCII on. */
function sampleOf(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(bytes.lastIndexOf(10, first) + 1, first - SAMPLE_BYTES / 2);
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  const end = sample.lastIndexOf(10) + 1;
  return end === 0 || start + sample.length === bytes.length ? sample : sample.subarray(0, end);
}

function tableOf(name: Encoding, iconv: typeof import('iconv-lite')): TableEncoding {
  const decode = (bytes: Buffer) => iconv.decode(bytes, name);
  const encode = (text: string) => iconv.encode(text, name);
  return {
    name,
    decode,
    encode: (text) => encoded(text, { name, decode, encode }),
    decoder: () => iconv.getDecoder(name),
  };
}

function encoded(text: string, { name, decode, encode }: Pick<TableEncoding, 'name' | 'decode' | 'encode'>): Buffer {
  const bytes = encode(text);
  if (decode(bytes) === text) return bytes;
  const lacking = [...text].find((char) => decode(encode(char)) !== char) ?? text;
  throw errors.FILE_ENCODING_LACKS({ encoding: name, char: lacking });
}

/** Whether more characters than not are UTF-8 of several bytes. */
function isDamagedUtf8(bytes: Buffer): boolean {
  const others = bytes.toString('utf8').replace(/[\0-\x7f]+/g, '');
  const damaged = others.split('\ufffd').length - 1;
  return others.length - damaged > damaged;
}

/** Whether decoded bytes can be text: no byte without a character, no control character but those of lines and terminals, no private use. */
const isText = (text: string): boolean => !/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffd\ue000-\uf8ff]/.test(text);

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
function likelyEncodings(bytes: Buffer): readonly string[] {
  const text = bytes.toString('latin1');
  const all = highBytes(text);
  const isLikely = (characters: RegExp) => highBytes((text.match(characters) ?? []).join('')) >= all * MOSTLY;
  return EVERYDAY.filter(([, characters, sign]) => isLikely(characters) && sign?.test(text) !== false).map(([name]) => name);
}

const highBytes = (text: string): number => text.replace(/[\0-\x7f]+/g, '').length;
