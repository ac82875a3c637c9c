import type { Block, Message } from '@loadout/core/model';
import { lineDifference } from './line-difference.js';
import type { TapedRequest } from './tape.js';

/** Finds the first difference between two requests, and shows it line by line. */
export async function explainMismatch(recorded: TapedRequest, asked: TapedRequest): Promise<{ what: string; diff: string }> {
  const { what, before, after } = firstDifference(recorded, asked);
  return { what, diff: await lineDifference(before, after) };
}

interface Difference {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

function firstDifference(recorded: TapedRequest, asked: TapedRequest): Difference {
  const parts: Difference[] = [
    { what: 'the model', before: recorded.model, after: asked.model },
    { what: 'the system prompt', before: recorded.system, after: asked.system },
    { what: 'the list of tools', before: names(recorded), after: names(asked) },
    ...asked.tools.map((tool, index) => ({
      what: `the schema of ${tool.name}`,
      before: pretty(recorded.tools[index]?.input_schema),
      after: pretty(tool.input_schema),
    })),
    ...Array.from({ length: Math.max(recorded.messages.length, asked.messages.length) }, (_, index) => ({
      what: `message ${index + 1}`,
      before: readable(recorded.messages[index]),
      after: readable(asked.messages[index]),
    })),
  ];
  const found = parts.find(({ before, after }) => before !== after);
  return found ?? { what: 'the request as a whole', before: pretty(recorded), after: pretty(asked) };
}

const names = ({ tools }: TapedRequest) => tools.map((tool) => tool.name).join('\n');
const pretty = (value: unknown) => JSON.stringify(value, undefined, 2) ?? '(nothing)';

/** A message as a person reads it: text stays text. */
const readable = (message: Message | undefined) =>
  message === undefined ? '(no message)' : [`${message.role}:`, ...message.content.map(readableBlock)].join('\n');

function readableBlock(block: Block): string {
  if (block.type === 'text' && 'text' in block) return String(block.text);
  if (block.type === 'tool_result' && 'content' in block) {
    const { content, ...rest } = block;
    return `${JSON.stringify(rest)}\n${typeof content === 'string' ? content : pretty(content)}`;
  }
  return pretty(block);
}
