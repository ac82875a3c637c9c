/** Words with the signs that join words of a name: `agent.config.yaml`, `max-turns`, `read_file`. */
const WORD = /[\p{L}\p{M}\p{N}_]+(?:[.-][\p{L}\p{M}\p{N}_]+)*/gu;

/** Scripts that write without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A longer word is no word: a hash, or data in base64. */
const MOST_CHARS = 60;

/** A program has the same words again and again. */
const MOST_KNOWN = 200_000;
let known = new Map<string, readonly string[]>();

/** A piece that is cut out of a text keeps all of the text in memory. A copy does not. */
export const copied = (piece: string): string => Buffer.from(piece).toString();

/** The terms of a text, in its order: each word in lower case, whole and in its parts. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    let parts = known.get(word);
    if (parts === undefined) {
      const own = copied(word);
      parts = partsOf(own);
      if (known.size >= MOST_KNOWN) known = new Map();
      known.set(own, parts);
    }
    for (const part of parts) terms.push(part);
  }
  return terms;
}

function partsOf(word: string): readonly string[] {
  if (UNSPACED.test(word)) return segmentsOf(word);
  const parts = word.split(/[._-]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u).filter((part) => part !== '');
  const whole = word.length <= MOST_CHARS ? [word] : [];
  const all = parts.length > 1 ? [...whole, ...parts.filter((part) => part.length <= MOST_CHARS)] : whole;
  return all.map((part) => singular(part.toLowerCase()));
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const segmentsOf = (word: string): readonly string[] =>
  [...segmenter.segment(word)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment.toLowerCase());

/** One form for `rule` and `rules`. No more of a word is cut off: code and other languages have their own endings. */
const singular = (word: string): string => (/^[a-z]{3,}[^su]s$/.test(word) ? word.slice(0, -1) : word);
