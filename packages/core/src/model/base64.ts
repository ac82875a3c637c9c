const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...ALPHABET].map((char, value) => [char.charCodeAt(0), value]));

const paddingOf = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

/** Whether a text is plain base64 with padding, the form that every model provider takes. The text may have megabytes. */
export const isBase64 = (text: string): boolean =>
  text.length > 0 && text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - paddingOf(text)));

/** Returns the number of bytes that a base64 text encodes. */
export const base64Bytes = (text: string): number => (text.length / 4) * 3 - paddingOf(text);

/** Returns one byte of a base64 text without decoding the rest; `undefined` beyond the end. */
export function base64ByteAt(text: string, at: number): number | undefined {
  if (at < 0 || at >= base64Bytes(text)) return undefined;
  const from = Math.floor(at / 3) * 4;
  const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((index) => VALUES.get(text.charCodeAt(from + index)) ?? 0);
  return [(a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d][at % 3];
}
