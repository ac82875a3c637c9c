import { type LoadoutError, messageOf } from '@loadout/core';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { errors } from '../errors.js';

type Path = readonly (string | number)[];

/** The text of `chat.yaml` with the places of its values. */
export class SettingsYaml {
  readonly value: unknown = undefined;
  /** Reasons why the text cannot be read. */
  readonly problems: readonly LoadoutError[];
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;

  constructor(text: string, file: string) {
    this.#file = file;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, logLevel: 'silent' });
    const unreadable = (problem: string, offset: number) =>
      errors.SETTINGS_INVALID(
        { what: `It is not YAML: ${problem}`, expected: 'keys with values' },
        { position: this.#at(offset) },
      );
    const problems = this.#document.errors.map(({ message, pos: [offset] }) => unreadable(message, offset));
    try {
      this.value = problems.length === 0 ? this.#document.toJS() : undefined;
    } catch (error) {
      // An alias without an anchor, or far too many of them.
      problems.push(unreadable(messageOf(error), 0));
    }
    this.problems = problems;
  }

  /** Returns the place of a value, or of its key. A value that is missing has the place of what it is missing in. */
  placeOf(path: Path, { isKey = false } = {}) {
    const key = path.at(-1);
    const parent: unknown = path.length > 1 ? this.#document.getIn(path.slice(0, -1), true) : this.#document.contents;
    const pair = isMap(parent)
      ? parent.items.find((one) => isScalar(one.key) && String(one.key.value) === String(key))
      : undefined;
    const value: unknown = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true);
    const node = isKey ? pair?.key : value;
    const found = isNode(node) ? node : isNode(parent) ? parent : undefined;
    return this.#at(found?.range?.[0] ?? 0);
  }

  #at(offset: number) {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#file, line: Math.max(1, line), column: Math.max(1, col) };
  }
}
