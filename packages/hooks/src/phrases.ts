/** Whether the words of a phrase follow each other in a text. Quotes and backslashes inside words are dropped, separators split. */
export function containsPhrase(text: string, phrase: string): boolean {
  const words = wordsOf(text);
  const wanted = wordsOf(phrase);
  return wanted.length > 0 && words.some((_, start) => wanted.every((word, index) => sameWord(words[start + index], word)));
}

function wordsOf(text: string): string[] {
  return text
    .replace(/\\\r?\n/g, '')
    .replace(/["'\\]/g, '')
    .toLowerCase()
    .split(/[\s;|&()`{}<>]+/)
    .filter((word) => word !== '');
}

/** `-fr` is `-rf`; a path in front of a program does not hide it. */
function sameWord(word: string | undefined, wanted: string): boolean {
  if (word === undefined) return false;
  if (/^-[a-z]{2,}$/.test(wanted) && /^-[a-z]+$/.test(word)) return [...wanted.slice(1)].every((letter) => word.includes(letter));
  return word === wanted || word.endsWith(`/${wanted}`);
}
