/** Stands for the end of a line in text that was pasted, so that it is one prompt. */
const LINE_END = '⏎';
const BEGIN = '\x1b[200~';
const END = '\x1b[201~';
/** Longer text is not shown where it is typed, only named: drawing it again at each key would take ever longer. */
const MOST_SHOWN = 800;

/** Asks a terminal to say where pasted text begins and ends, and to stop that. */
export const PASTE_ON = '\x1b[?2004h';
export const PASTE_OFF = '\x1b[?2004l';

/** What a terminal sends, with pasted text made one piece of a line: no end of a line in it ends the prompt, nothing in it is a key. */
export class Paste {
  /** What was pasted so far; `undefined` outside of it. */
  #pasted: string | undefined;
  /** The end of what came so far, while it could be the beginning of a mark. */
  #held = '';
  /** Long texts, by the name that stands for them. */
  readonly #long = new Map<string, string>();

  push(text: string): string {
    // Whatever a terminal forgets to say, this key is always one.
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

  /** A line as it was meant: with what was pasted into it, as it was pasted. */
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

/** How many characters at the end of a text begin the mark. A lone ESC is a key of its own where keys are. */
function beginningOf(mark: string, text: string): number {
  const least = mark === BEGIN ? 2 : 1;
  for (let length = Math.min(mark.length - 1, text.length); length >= least; length--)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}
