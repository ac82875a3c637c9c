import { isObject } from '@loadout/core';
import { type Block, isToolUse } from '@loadout/core/model';
import { isWireName } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { ShownCall } from '@loadout/sessions';

/**
 * The limit for structured results. Readers of the wire refuse a line above one mebibyte, so the limit is well below that
 * (CTRL-01).
 */
const MOST_CHARS = 400_000;
const LONGEST_STRING = 60_000;

/** Returns the value unchanged, or with its long strings cut, or a note about its size. */
function bounded(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  if (text.length <= MOST_CHARS) return value;
  const cut = withoutLongStrings(value);
  const length = (JSON.stringify(cut) ?? '').length;
  return length <= MOST_CHARS ? cut : { truncated: true, originalChars: text.length };
}

function withoutLongStrings(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= LONGEST_STRING
      ? value
      : `${value.slice(0, LONGEST_STRING)}\n[${value.length - LONGEST_STRING} more characters]`;
  if (Array.isArray(value)) return value.map(withoutLongStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutLongStrings(item)]));
}

/** The structured result that programs read. For a failure, it is the text (DEF-24). */
export const toolUseResult = (call: ShownCall): unknown => bounded(shaped(call));

function shaped({ name, result }: ShownCall): unknown {
  if (result.isError) return `Error: ${result.content}`;
  const { structuredContent: data, typedContent } = result;
  if (data !== undefined) return withFields(name, data);
  // Programs expect a list of blocks from an MCP server, even for a single text.
  const isWords = typedContent.every((block) => block.type === 'text') && !isWireName(name);
  return isWords ? result.content : typedContent;
}

/** Fields that matter only for an editing person or a watching terminal. Programs read them nevertheless. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Bash: { isImage: false, noOutputExpected: false },
  Write: { userModified: false },
  Edit: { userModified: false },
};

function withFields(name: string, data: unknown): unknown {
  if (!Object.hasOwn(FIELDS, name) || !isObject(data)) return data;
  const { stdout } = data;
  return { ...FIELDS[name], ...data, ...(typeof stdout === 'string' ? { stdout: withoutMargin(stdout) } : {}) };
}

/** The output without blank lines around it, as the reference program shows it. */
const withoutMargin = (output: string): string => output.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();

/** The results of one message's calls as programs see them, and the lines of the calls: the fields beside each result (W20). */
export class ShownResults {
  readonly #results = new Map<string, unknown>();
  readonly #calls = new Map<string, string>();

  add(call: ShownCall): void {
    this.#results.set(call.id, toolUseResult(call));
  }

  /** Notes the line with these blocks of the model's message. */
  line(blocks: readonly Block[], uuid: string): void {
    for (const block of blocks) if (isToolUse(block)) this.#calls.set(block.id, uuid);
  }

  about(id: string): object {
    const [result, call] = [this.#results.get(id), this.#calls.get(id)];
    this.#results.delete(id);
    return {
      ...defined({ toolUseResult: result, sourceToolAssistantUUID: call }),
    };
  }

  nextMessage(): void {
    this.#calls.clear();
  }
}
