/** Splits a text at commas or blanks outside of parentheses. Makes one pass, because the text may be long. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let [depth, start] = [0, 0];
  for (let index = 0; index <= text.length; index++) {
    const sign = text[index];
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === undefined || (depth <= 0 && /[\s,]/.test(sign))) {
      words.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return words.filter((word) => word !== '');
}
