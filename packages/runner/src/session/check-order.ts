import { isToolUse, type Message, type ToolResultBlock } from '@loadout/core/model';
import { endedBlocks, type SessionRecord } from './records.js';

/**
 * Checks the records of a session in order and finds the first one after which the API would refuse the conversation: a call
 * without its result, a result without its call, or two calls with one id.
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
    if (this.#count === 1) return record.t === 'session' ? undefined : 'it is not the header of a session';
    switch (record.t) {
      case 'session':
        return 'a second header stands in the file';
      case 'message':
        return this.#message(record.message);
      case 'ended':
        for (const block of endedBlocks(record)) this.#answered.add(block.tool_use_id);
        return record.block.tool_use_id === record.id
          ? undefined
          : `the result of ${record.id} names ${record.block.tool_use_id}`;
      case 'results':
        return this.#results(record.ids);
      case 'cut':
        this.#open = undefined;
        return undefined;
      case 'compact':
        this.#open = [];
        return historyProblem(record.messages);
    }
    return undefined;
  }

  #message(message: Message): string | undefined {
    if (this.#open !== undefined && this.#open.length > 0) return `the call ${this.#open[0]} has no result before it`;
    const used = message.content.filter(isToolUse).map(({ id }) => id);
    if (message.role === 'user') return used.length > 0 ? 'a message of the user makes calls' : undefined;
    this.#open = used;
    return repeated(used);
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
    return missing === undefined ? repeated(ids) : `the call ${missing} has no result`;
  }
}

/** Finds the first fault of messages as they are sent. */
function historyProblem(messages: readonly Message[]): string | undefined {
  let open: readonly string[] = [];
  for (const { role, content } of messages) {
    const results = content
      .filter((block) => block.type === 'tool_result')
      .map((block) => (block as ToolResultBlock).tool_use_id);
    const missing = open.find((id) => !results.includes(id));
    if (missing !== undefined) return `the call ${missing} has no result`;
    const foreign = results.find((id) => !open.includes(id));
    if (foreign !== undefined) return `${foreign} answers no call of the message before it`;
    open = role === 'assistant' ? content.filter(isToolUse).map(({ id }) => id) : [];
    const twice = repeated(open);
    if (twice !== undefined) return twice;
  }
  return undefined;
}

function repeated(ids: readonly string[]): string | undefined {
  const seen = new Set<string>();
  const twice = ids.find((id) => seen.size === seen.add(id).size);
  return twice === undefined ? undefined : `${twice} is the id of two calls`;
}
