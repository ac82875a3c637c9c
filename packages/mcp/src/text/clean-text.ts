import { stripVTControlCharacters } from 'node:util';
import { messageOf } from '@loadout/core';

const CONTROL = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
const BIDI = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const INVISIBLE = '\\u200b\\u2060-\\u2064\\ufeff\\u{e0000}-\\u{e007f}\\u{e0100}-\\u{e01ef}';
const JOINERS = '\\u200c\\u200d';
const HIDDEN = new RegExp(`[${CONTROL}${BIDI}${INVISIBLE}]`, 'gu');
/** Joiners belong between two letters or signs of a script (or emoji) that needs them, and nowhere else. */
const PLAIN = `\\u0000-\\u007f${JOINERS}`;
const STRAY_JOINER = new RegExp(`(?<![^${PLAIN}])[${JOINERS}]|[${JOINERS}](?![^${PLAIN}])`, 'gu');

/**
 * Removes control, bidi, zero-width and tag characters and terminal sequences, so that the model reads only text that a person
 * sees.
 */
export function cleanText(text: string): string {
  // Most text is plain, and this test of a megabyte is fast.
  if (!/[^\n\r\t -~]/.test(text)) return text;
  return stripVTControlCharacters(text).replace(HIDDEN, '').replace(STRAY_JOINER, '');
}

export const hasHidden = (text: string) => cleanText(text) !== text;

/** Cleaned, and cut at a number of bytes of UTF-8 with a sign that it was. */
export function cappedText(text: string, bytes: number): string {
  const clean = cleanText(text.length > bytes * 2 ? text.slice(0, bytes * 2) : text);
  const encoded = Buffer.from(clean);
  if (encoded.length <= bytes) return clean;
  const sign = '…';
  // A character that was cut in two decodes to the replacement character at the end.
  const cut = encoded
    .subarray(0, bytes - Buffer.byteLength(sign))
    .toString()
    .replace(/\ufffd+$/, '');
  return cut + sign;
}

/** Returns the message of any thrown value. A message that may be long and comes from a server is put on one line. */
export function problemOf(error: unknown): string {
  const message = messageOf(error);
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return cappedText(`${message}${cause}`.trim(), 1_000).replace(/\.$/, '');
}
