/** A text, and a comment. Each may lack its end, so that a file of beginnings is read in one pass too. */
const TEXT = /"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?/.source;
const COMMENT = new RegExp(`${TEXT}|//[^\\r\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)`, 'g');
/** A comma behind the last item of a list or a map. */
const LAST_COMMA = new RegExp(`${TEXT}|(?<=[^\\s[{,:]\\s*),(?=\\s*[\\]}])`, 'g');

/** Returns a text as strict JSON, each part at its place: blanks stand for comments, trailing commas and a byte order mark. */
export function strictJson(text: string): string {
  const blank = (part: string) => (part.startsWith('"') || isOpen(part) ? part : part.replace(/[^\r\n]/g, ' '));
  return text
    .replace(/^\uFEFF/, ' ')
    .replace(COMMENT, blank)
    .replace(LAST_COMMA, blank);
}

const isOpen = (part: string): boolean => part.startsWith('/*') && (part.length < 4 || !part.endsWith('*/'));

/**
 * Returns the plain value of a JSON text, which may have comments and trailing commas. An empty text is `null`. Throws the error of
 * `JSON.parse`.
 */
export function jsonValue(text: string): unknown {
  const strict = strictJson(text);
  return strict.trim() === '' ? null : JSON.parse(strict);
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
