import { count, plural } from '@loadout/command';

const FIRST = 0x100000;
const LAST = 0x10fffd;
/** Characters that stand for a text while it is edited. Nobody types them: they are the last plane of those for private use. */
const STAND_INS = /[\u{100000}-\u{10fffd}]/gu;
/** A pasted text above one of these limits is shown as one word. */
const MOST_LINES = 8;
const MOST_CHARACTERS = 800;

/** Long texts, each of which is one character of the text that is edited, so that a paste of a megabyte is as light as a letter. */
export class Folds {
  readonly #texts: string[] = [];

  /** Returns the text as it is edited. */
  fold(text: string, { most = MOST_CHARACTERS, lines = MOST_LINES } = {}): string {
    if (text.length <= most && lineCount(text) <= lines) return plain(text);
    const at = FIRST + this.#texts.length;
    if (at > LAST) return plain(text);
    this.#texts.push(plain(text));
    return String.fromCodePoint(at);
  }

  unfold(text: string): string {
    return text.replace(STAND_INS, (character) => this.#textOf(character) ?? character);
  }

  /** Returns what is shown for a character that stands for a text. */
  nameOf(character: string): string | undefined {
    const text = this.#textOf(character);
    if (text === undefined) return undefined;
    const lines = lineCount(text);
    return lines > 1 ? `[pasted ${plural(lines, 'line')}]` : `[pasted ${count(text.length)} characters]`;
  }

  #textOf(character: string): string | undefined {
    return this.#texts[(character.codePointAt(0) ?? 0) - FIRST];
  }
}

export const isStandIn = (character: string): boolean => (character.codePointAt(0) ?? 0) >= FIRST;

/** A text from outside has line ends of one character, no controls, and none of the characters that stand for others. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
    .replace(STAND_INS, '\ufffd');

function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
