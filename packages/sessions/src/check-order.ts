import { isToolUse, type Message } from '@loadout/core/model';
import { endedBlocks, type SessionRecord } from './records.js';

/**
 * Checks the records of a session in order and finds the first one after which the API would refuse the conversation, because a line is
 * lost or moved: a call without its result, or a result without its call. Each record by itself is as it was written.
 */
export class RecordOrder {
  /** The calls of the last message without an answer so far. `undefined`: unknown, because the conversation was cut back. */
  #open: readonly string[] | undefined = [];
  readonly #answered = new Set<string>();
  #count = 0;

  /** The calls of the last message that have no results yet. Empty if they are unknown. */
  get open(): readonly string[] {
    return this.#open ?? [];
  }

  /** The calls that ended since the last results. */
  get answered(): ReadonlySet<string> {
    return this.#answered;
  }

  /** Returns what is wrong with the next record; `undefined` if nothing is. */
  take(record: SessionRecord): string | undefined {
    this.#count += 1;
    if (this.#count === 1) return headerProblem(record);
    switch (record.t) {
      case 'session':
        return 'a second header stands in the file';
      case 'message':
        return this.#message(record.message);
      case 'ended':
        for (const block of endedBlocks(record)) this.#answered.add(block.tool_use_id);
        return undefined;
      case 'results':
        return this.#results(record.ids);
      case 'cut':
        this.#open = undefined;
        return undefined;
      case 'compact':
        this.#open = [];
        return undefined;
    }
    return undefined;
  }

  #message(message: Message): string | undefined {
    if (this.#open !== undefined && this.#open.length > 0) return `the call ${this.#open[0]} has no result before it`;
    if (message.role === 'assistant') this.#open = message.content.filter(isToolUse).map(({ id }) => id);
    return undefined;
  }

  #results(ids: readonly string[]): string | undefined {
    const lost = ids.find((id) => !this.#answered.has(id));
    if (lost !== undefined) return `the result of ${lost} is not on record`;
    const [open, given] = [this.#open && new Set(this.#open), new Set(ids)];
    const foreign = open === undefined ? undefined : ids.find((id) => !open.has(id));
    const missing = this.#open?.find((id) => !given.has(id));
    this.#open = [];
    this.#answered.clear();
    if (foreign !== undefined) return `${foreign} answers no call of the message before it`;
    return missing === undefined ? undefined : `the call ${missing} has no result`;
  }
}

/** Returns what is wrong with the first record. The version stands for the shape of all that follow, which is not looked at. */
function headerProblem(record: SessionRecord): string | undefined {
  if (record.t !== 'session') return 'it is not the header of a session';
  const { version }: { readonly version: number } = record;
  return version === 1 ? undefined : `its format is version ${version}, and this Loadout reads version 1`;
}
