import { isText, type ModelEvent } from '@loadout/core/model';
import type { Asker } from './ask-model.js';

/** The text of an answer whose calls do not count. */
export class HeardText {
  readonly #emit: Asker['emit'];
  readonly #texts: string[] = [];
  /** Whether a part of the answer had arrived. */
  begun = false;
  /** `undefined`: the answer did not come to its end. */
  stopReason: string | undefined;

  constructor({ emit }: Pick<Asker, 'emit'>) {
    this.#emit = emit;
  }

  get text(): string {
    return this.#texts.join('');
  }

  /** Takes an event of the answer. A function of its own, so that a request can hand it on. */
  readonly take = (event: ModelEvent): void => {
    if (event.type === 'retry') this.#emit(event);
    else this.begun = true;
    if (event.type === 'block' && isText(event.block)) this.#texts.push(event.block.text);
    else if (event.type === 'end') this.stopReason = event.stopReason;
  };
}
