import { isObject } from '@loadout/core';
import type { ModelEvent } from '@loadout/core/model';

type Detail = Readonly<Record<string, unknown>>;

/** Thinking of Chat Completions while it streams, in the fields that servers use for it. */
export class Thought {
  #text = '';
  readonly #details: Detail[] = [];

  get isEmpty(): boolean {
    return this.#text === '' && this.#details.length === 0;
  }

  /** The characters of the details of a delta, which go back as they came. */
  charsOf({ reasoning_details: details }: Readonly<Record<string, unknown>>): number {
    return Array.isArray(details) ? JSON.stringify(details).length : 0;
  }

  /** Adds the thinking of a delta. Returns the text to show. A server that fills two fields says the same in both. */
  add(delta: Readonly<Record<string, unknown>>): string {
    const details = Array.isArray(delta.reasoning_details) ? delta.reasoning_details.filter(isObject) : [];
    for (const detail of details) this.#addDetail(detail);
    const inDetails = details.map(({ text, summary }) => asText(text) || asText(summary)).join('');
    const text = asText(delta.reasoning_content) || asText(delta.reasoning) || inDetails;
    this.#text += text;
    return text;
  }

  /** The block, and room for the next. Details go back as they came, but for pieces of one detail, which are joined. */
  close(): Extract<ModelEvent, { type: 'block' }> {
    const details = this.#details.splice(0);
    const state = details.length === 0 ? {} : { providerState: { reasoning_details: details } };
    const block = { type: 'thinking', thinking: this.#text, ...state };
    this.#text = '';
    return { type: 'block', block };
  }

  #addDetail(detail: Detail): void {
    const last = this.#details.at(-1);
    if (last === undefined || last.type !== detail.type || last.index !== detail.index) {
      this.#details.push(detail);
      return;
    }
    const joined = ['text', 'summary', 'data'].flatMap((name) => {
      const whole = asText(last[name]) + asText(detail[name]);
      return whole === '' ? [] : [[name, whole]];
    });
    this.#details[this.#details.length - 1] = { ...last, ...withoutNull(detail), ...Object.fromEntries(joined) };
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const withoutNull = (detail: Detail): Detail => Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== null));
