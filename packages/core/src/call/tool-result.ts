import type { HookRound } from '../contract/hook/round.js';
import type { ContentBlock, ToolResult } from '../contract/tool-result.js';
import { withinBudget } from './budget.js';
import type { CallEnvironment } from './environment.js';
import { isContentBlock, textOfContent } from './result-text.js';
import type { FollowedCall, RawOutput, RequestedCall } from './states.js';

/** What hooks add is part of the result itself: a text block behind a tool result makes models answer with nothing (LOOP-07). */
export async function toResult(
  call: RequestedCall & Partial<FollowedCall>,
  { output, notes }: { output: RawOutput; notes: readonly string[] },
  env: CallEnvironment,
): Promise<ToolResult> {
  const limit = call.tool?.maxResultChars ?? Number.POSITIVE_INFINITY;
  const content = await withinBudget(output.typedContent, { id: call.id, limit, spill: env.spill });
  const empty = textOfContent(content) === '' && content.every((block) => block.type === 'text');
  const typedContent = [...(empty ? [EMPTY] : content), ...notes.map(reminder)];
  const { structuredContent, isError } = output;
  return {
    toolUseId: call.id,
    content: textOfContent(typedContent),
    typedContent,
    isError,
    ...(structuredContent === undefined ? {} : { structuredContent }),
  };
}

/** Source: RES-07. */
const EMPTY: ContentBlock = { type: 'text', text: '(tool completed with no output)' };

const reminderText = (text: string) => `\n\n<system-reminder>\n${text}\n</system-reminder>`;

const reminder = (text: string): ContentBlock => ({ type: 'text', text: reminderText(text) });

export const notesText = (notes: readonly string[]): string => notes.map(reminderText).join('');

export const notesOf = (round: HookRound | undefined): readonly string[] => [
  ...(round?.contexts ?? []),
  ...(round?.messages ?? []),
];

/** After the call there is nothing left to block: the reason of a block is for the model to read (HOOK-17). */
export const notesAfter = (round: HookRound | undefined): readonly string[] => [
  ...notesOf(round),
  ...(round?.verdict?.behavior === 'deny' ? [round.verdict.reason] : []),
];

/** A hook that replaces the output replaces all of it: what it took out is in no other field either. */
export function shownOutput(call: FollowedCall): RawOutput {
  const replaced = call.followed.updatedOutput;
  if (replaced === undefined) return call.output;
  const { value } = replaced;
  const { isError } = call.output;
  if (isContent(value)) return { typedContent: value, isError };
  if (typeof value === 'string') return { typedContent: [{ type: 'text', text: value }], isError };
  return { typedContent: [{ type: 'text', text: JSON.stringify(value) }], isError, structuredContent: value };
}

/** A hook that was shown content blocks may give such back. */
const isContent = (value: unknown): value is readonly ContentBlock[] =>
  Array.isArray(value) && value.length > 0 && value.every(isContentBlock);
