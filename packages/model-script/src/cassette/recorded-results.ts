import { isObject } from '@loadout/core';
import { isToolUse, type Message, type ToolResultBlock } from '@loadout/core/model';
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
  const waiting: Waiting[] = [];
  const known = new Set<string>();
  for (const { request } of turns)
    for (const found of resultsIn(request.messages, normalise)) {
      if (!known.has(found.id)) waiting.push(found);
      known.add(found.id);
    }
  return (tool, input) => {
    const asked = normaliseRequest(input, normalise);
    const fitting = waiting.filter((one) => one.tool === tool && isPart(one.input, asked));
    const [best] = fitting.toSorted((a, b) => sizeOf(b.input) - sizeOf(a.input));
    if (best === undefined) return undefined;
    waiting.splice(waiting.indexOf(best), 1);
    return restoreAnswer(best.result, normalise);
  };
}

interface Waiting {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly result: RecordedResult;
}

/** Whether a call has all that the recorded one had. Defaults of the tool's schema are added to it. */
function isPart(recorded: unknown, asked: unknown): boolean {
  if (!isObject(recorded) || !isObject(asked)) return canonicalJson(recorded) === canonicalJson(asked);
  return Object.entries(recorded).every(([key, value]) => canonicalJson(value) === canonicalJson(asked[key]));
}

const sizeOf = (input: unknown) => (isObject(input) ? Object.keys(input).length : 0);

function resultsIn(messages: readonly Message[], normalise: readonly Normalisation[]): readonly Waiting[] {
  const uses = messages.flatMap(({ content }) => content.filter(isToolUse));
  return messages.flatMap(({ content }) =>
    content.filter(isResult).flatMap((block) => {
      const use = uses.find(({ id }) => id === block.tool_use_id);
      if (use === undefined) return [];
      const input = normaliseRequest(use.input, normalise);
      return [{ id: use.id, tool: use.name, input, result: { text: textIn(block.content), isError: block.is_error === true } }];
    }),
  );
}

const isResult = (block: { readonly type: string }): block is ToolResultBlock => block.type === 'tool_result';

const textIn = (content: ToolResultBlock['content']): string =>
  typeof content === 'string' ? content : content.map(partText).join('\n');

const partText = (part: unknown): string =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? part.text : '';
