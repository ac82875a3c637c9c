/** Replaces half a character, which JSON can write and an API refuses for good, with the sign for one that cannot be shown. */
export const wellFormed = (json: string): string => (json.includes('\\ud') ? json.replace(ESCAPE, wholeEscape) : json);

/** One escape of JSON after the other, so that `\\\\ud800`, a backslash before a text, stays as it is. */
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|.)/gs;
const wholeEscape = (found: string): string => (found.length === 6 ? '\ufffd' : found);
