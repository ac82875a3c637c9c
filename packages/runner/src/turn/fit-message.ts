import { messageOf, type SettledCall, spilledText, type ToolResultBlock } from '@loadout/core';
import type { RunState } from './run-state.js';

/** All results of one message together may have this many characters; above it the largest are spilled. Source: RES-04. */
const MESSAGE_CHARS = 200_000;
/** What stands in a text's place is about as long: spilling a shorter one frees nothing. */
const WORTH_SPILLING = 4_000;

/**
 * The blocks that answer the calls of one message, within what a message may hold. What is decided here is written down before
 * it is sent and never decided again, so that later requests begin with the same bytes (RES-05).
 */
export async function fitMessage(run: RunState, settled: readonly SettledCall[]): Promise<readonly ToolResultBlock[]> {
  const blocks = settled.map((call) => call.block as ToolResultBlock);
  let total = blocks.reduce((sum, block) => sum + textLength(block), 0);
  const largestFirst = [...settled.keys()].sort((a, b) => lengthAt(blocks, b) - lengthAt(blocks, a));
  for (const index of largestFirst) {
    const block = blocks[index];
    const call = settled[index];
    if (total <= MESSAGE_CHARS || block === undefined || call === undefined) break;
    if (textLength(block) < WORTH_SPILLING) break;
    if (pagesByItself(run, call)) continue;
    const smaller = await spilledBlock(run, { block, notes: call.notes ?? '' });
    if (smaller === undefined) continue;
    run.session.record({ t: 'ended', id: block.tool_use_id, outcome: call.outcome, block: smaller });
    run.counts.spilled += 1;
    blocks[index] = smaller;
    total += textLength(smaller) - textLength(block);
  }
  return blocks;
}

/** What was read from a file is not put into a file to be read from (RES-03). */
const pagesByItself = (run: RunState, call: SettledCall) =>
  run.calls.pool.get(call.name)?.maxResultChars === Number.POSITIVE_INFINITY;

/** What hooks added stays in sight; images and documents stay as they are. */
async function spilledBlock(
  run: RunState,
  { block, notes }: { block: ToolResultBlock; notes: string },
): Promise<ToolResultBlock | undefined> {
  const { spill } = run.calls;
  if (spill === undefined) return undefined;
  const { text, others } = partsOf(block);
  const kept = notes !== '' && text.endsWith(notes) ? notes : '';
  const output = text.slice(0, text.length - kept.length);
  try {
    const shorter = spilledText(output, await spill(block.tool_use_id, output)) + kept;
    return { ...block, content: others.length === 0 ? shorter : [{ type: 'text', text: shorter }, ...others] };
  } catch (error) {
    run.emit({
      type: 'notice',
      message: `A large result could not be saved: ${messageOf(error)}`,
    });
    return undefined;
  }
}

function partsOf({ content }: ToolResultBlock): { readonly text: string; readonly others: readonly unknown[] } {
  if (typeof content === 'string') return { text: content, others: [] };
  const texts = content.flatMap((part) => textOf(part) ?? []);
  return { text: texts.join(''), others: content.filter((part) => textOf(part) === undefined) };
}

function textOf(part: unknown): string | undefined {
  const { type, text } = (part ?? {}) as { type?: unknown; text?: unknown };
  return type === 'text' && typeof text === 'string' ? text : undefined;
}

const textLength = (block: ToolResultBlock) => partsOf(block).text.length;
const lengthAt = (blocks: readonly ToolResultBlock[], index: number) => {
  const block = blocks[index];
  return block === undefined ? 0 : textLength(block);
};
