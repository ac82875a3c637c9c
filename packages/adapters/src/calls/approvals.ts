import { isDeepStrictEqual } from 'node:util';
import type { Asker } from '@loadout/core/run';

export interface AskedCall {
  /** The id of the host, if the host has one both when it asks and when it runs the call. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly input: unknown;
}

/** The oldest question is forgotten above this number, because a host does not report a refusal. */
const MOST_QUESTIONS = 1_000;

/**
 * The calls about which a host asked a person. A host runs such a call only after a yes, so the record of the question answers
 * the question of the pipeline. Any other call of a tool is not covered, nor is an input that a hook changed after the yes.
 */
export class Approvals {
  readonly #asked = new Map<string, unknown>();

  /** Records that the host asks about a call, and the input that the call will run with. */
  add(call: AskedCall, input: unknown): void {
    const key = keyOf(call);
    this.#asked.delete(key);
    this.#asked.set(key, input);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MOST_QUESTIONS && oldest !== undefined) this.#asked.delete(oldest);
  }

  /** Returns the asker of a call that the host asked about, once. */
  take(call: AskedCall): Asker | undefined {
    const key = keyOf(call);
    if (!this.#asked.has(key)) return undefined;
    const input = this.#asked.get(key);
    this.#asked.delete(key);
    return (question) =>
      isDeepStrictEqual(question.input, input)
        ? { behavior: 'allow' }
        : {
            behavior: 'deny',
            message: `${question.toolName} was approved with another input: a hook changed it since. It is denied.`,
          };
  }
}

const keyOf = ({ id = '', name, input }: AskedCall) => JSON.stringify([id, name, sorted(input)]);

/** Hosts parse and store an input again between the question and the call, which may order its keys anew. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}
