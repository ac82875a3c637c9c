import { isToolUse, type Message, type ToolResultBlock } from '@loadout/core';
import { type Normalisation, normaliseRequest, restoreAnswer } from './normalise.js';
import { canonicalJson, type TapedTurn } from './tape.js';

export interface RecordedResult {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * Reads the results of tool calls from a cassette: they stand in the requests after the calls. Returns a function that gives each
 * recorded result of a tool and an input once, in their order, and `undefined` when there is none left.
 */
export function recordedResults(
  turns: readonly TapedTurn[],
  normalise: readonly Normalisation[] = [],
): (tool: string, input: unknown) => RecordedResult | undefined {
  const waiting = new Map<string, RecordedResult[]>();
  const known = new Set<string>();
  for (const { request } of turns)
    for (const { id, key, result } of resultsIn(request.messages, normalise)) {
      if (known.has(id)) continue;
      known.add(id);
      waiting.set(key, [...(waiting.get(key) ?? []), result]);
    }
  return (tool, input) => {
    const found = waiting.get(keyOf(tool, normaliseRequest(input, normalise)))?.shift();
    return found === undefined ? undefined : restoreAnswer(found, normalise);
  };
}

const keyOf = (tool: string, input: unknown) => `${tool} ${canonicalJson(input)}`;

function resultsIn(messages: readonly Message[], normalise: readonly Normalisation[]) {
  const uses = messages.flatMap(({ content }) => content.filter(isToolUse));
  return messages.flatMap(({ content }) =>
    content.filter(isResult).flatMap((block) => {
      const use = uses.find(({ id }) => id === block.tool_use_id);
      if (use === undefined) return [];
      const key = keyOf(use.name, normaliseRequest(use.input, normalise));
      return [{ id: use.id, key, result: { text: textIn(block.content), isError: block.is_error === true } }];
    }),
  );
}

const isResult = (block: { readonly type: string }): block is ToolResultBlock => block.type === 'tool_result';

const textIn = (content: ToolResultBlock['content']): string =>
  typeof content === 'string' ? content : content.map(partText).join('\n');

const partText = (part: unknown): string =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? part.text : '';
