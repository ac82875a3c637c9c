/** The character in place of a line end in pasted text, so that the text is one prompt. */
const LINE_END = '⏎';
const BEGIN = '\x1b[200~';
const END = '\x1b[201~';
/** Longer text is shown by name only, because drawing it again at each key would take longer and longer. */
const MOST_SHOWN = 800;

/** Makes a terminal mark the beginning and the end of pasted text, and turns the marks off. */
export const PASTE_ON = '\x1b[?2004h';
export const PASTE_OFF = '\x1b[?2004l';

/** Turns pasted text into one piece of a line: no line end in it ends the prompt, and no character in it is a key. */
export class Paste {
  /** The text pasted so far; `undefined` outside of a paste. */
  #pasted: string | undefined;
  /** The end of the input so far, while it may be the beginning of a mark. */
  #held = '';
  /** Long texts, by the name that is shown in their place. */
  readonly #long = new Map<string, string>();

  push(text: string): string {
    // Ctrl+C always ends a paste, even if the terminal does not mark the end.
    if (this.#pasted !== undefined && text === '\x03') return this.#leave(text);
    let rest = this.#held + text;
    let keys = '';
    for (;;) {
      const mark = this.#pasted === undefined ? BEGIN : END;
      const at = rest.indexOf(mark);
      const before = at === -1 ? rest.length - beginningOf(mark, rest) : at;
      if (this.#pasted === undefined) keys += rest.slice(0, before);
      else this.#pasted += rest.slice(0, before);
      this.#held = at === -1 ? rest.slice(before) : '';
      if (at === -1) return keys;
      keys += this.#pasted === undefined ? '' : this.#shown(this.#pasted);
      this.#pasted = this.#pasted === undefined ? '' : undefined;
      rest = rest.slice(at + mark.length);
    }
  }

  /** Returns the line with every pasted text in full. */
  whole(line: string): string {
    const text = line.replaceAll(LINE_END, '\n');
    return [...this.#long].reduce((whole, [name, long]) => whole.replace(name, () => long), text);
  }

  #leave(key: string): string {
    this.#pasted = undefined;
    this.#held = '';
    return key;
  }

  #shown(pasted: string): string {
    const text = pasted.replace(/\r\n|\r/g, '\n').replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
    if (text.length <= MOST_SHOWN) return text.replaceAll('\n', LINE_END).replaceAll('\t', '  ');
    const lines = text.replace(/\n$/, '').split('\n').length;
    const name = `[pasted text ${this.#long.size + 1}: ${lines} ${lines === 1 ? 'line' : 'lines'}]`;
    this.#long.set(name, text);
    return name;
  }
}

/** The number of characters at the end of a text that may begin the mark. Where keys are read, a lone ESC is a key. */
function beginningOf(mark: string, text: string): number {
  const least = mark === BEGIN ? 2 : 1;
  for (let length = Math.min(mark.length - 1, text.length); length >= least; length--)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}
