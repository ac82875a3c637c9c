/** A call of Chat Completions while it streams. */
export class OpenCall {
  readonly index: number | undefined;
  id: string | undefined;
  name = '';
  json = '';
  /** Fields that the call has besides the usual ones, such as a thought signature. Sent back with the call. */
  readonly extra: Record<string, unknown> = {};
  readonly #braces = new Braces();
  #end: number | undefined;

  constructor(index: number | undefined, id: string | undefined) {
    this.index = index;
    this.id = id;
  }

  /** True if the input is the text of one whole object. */
  get isComplete(): boolean {
    return this.#end !== undefined;
  }

  /** Adds a piece of the input. Returns the rest, if another object begins behind the whole one. */
  add(piece: string): string | undefined {
    if (this.#end === undefined) this.#end = this.#braces.endIn(piece, this.json.length);
    this.json += piece;
    if (this.#end === undefined) return undefined;
    const rest = this.json.slice(this.#end).trimStart();
    if (!rest.startsWith('{')) return undefined;
    this.json = this.json.slice(0, this.#end);
    return rest;
  }
}

/** Finds the end of an object in a text that comes in pieces. Each character is looked at once. */
class Braces {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isOdd = false;

  /** Returns the place behind the closing brace, counted from the beginning of the whole text. */
  endIn(piece: string, offset: number): number | undefined {
    for (let at = 0; at < piece.length && !this.#isOdd; at++) if (this.#closes(piece[at] ?? '')) return offset + at + 1;
    return undefined;
  }

  #closes(char: string): boolean {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (char === '\\') this.#isEscaped = true;
      else if (char === '"') this.#isInString = false;
    } else if (char === '"') this.#isInString = true;
    else if (char === '{' || char === '[') this.#depth++;
    else if (char === '}' || char === ']') return --this.#depth === 0;
    // The text of an object begins with a brace: any other text is never complete.
    this.#isOdd = this.#depth === 0 && char.trim() !== '';
    return false;
  }
}
