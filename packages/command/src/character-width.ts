/** Combining marks, joiners and variation selectors stand on the character before them. */
const NONE = /\p{Mn}|\p{Me}|[\u200b-\u200d]/u;
/** Scripts with full-width characters, and emoji. */
const DOUBLE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

/** Returns the columns that a character takes in a terminal: none, one or two. */
export const characterWidth = (character: string): number =>
  character < '\u0300' ? 1 : NONE.test(character) ? 0 : DOUBLE.test(character) ? 2 : 1;

/** Returns the columns that a text of one line takes in a terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}
