import {
  runToolCall,
  type Schedule,
  type SettledCall,
  spilledText,
  type ToolResultBlock,
  type ToolUseBlock,
} from '@loadout/core';
import { redactor, redactValue } from '../redact.js';
import type { RunState } from './run-state.js';

/** All results of one message together may have this many characters; above it the largest are spilled. Source: RES-04. */
const MESSAGE_CHARS = 200_000;

/** Puts a call on the schedule; it starts when its turn comes, and is in the journal as soon as it has ended. */
export function startCall(
  run: RunState,
  { use, malformed }: { use: ToolUseBlock; malformed?: string | undefined },
  { schedule, signal }: { schedule: Schedule; signal: AbortSignal },
): void {
  const call = { id: use.id, name: use.name, input: use.input, malformed };
  schedule.add(async (turn) => recordCall(run, await runToolCall(call, { ...run.calls, signal, turn })));
}

/** Makes the message that answers all calls of the model's message: one block each, in order. */
export async function answerCalls(run: RunState, settled: readonly SettledCall[]): Promise<void> {
  const blocks = await fitMessage(
    run,
    settled.map((call) => call.block as ToolResultBlock),
  );
  run.emit({ type: 'reply', message: run.session.addResults(blocks) });
}

/** Written down as each call ends, not when the last one has: what is done stays done if the process dies in between. */
function recordCall(run: RunState, call: SettledCall): SettledCall {
  const block = redactValue(call.block as ToolResultBlock, redactor(run.spec.secrets));
  run.session.record({ t: 'ended', id: call.id, outcome: call.outcome, block });
  run.counts.toolCalls += 1;
  if (call.result.content.startsWith('<persisted-output>')) run.counts.spilled += 1;
  if (call.outcome === 'denied')
    run.counts.denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: call.input, reason: call.result.content });
  return { ...call, block };
}

async function fitMessage(run: RunState, blocks: readonly ToolResultBlock[]): Promise<ToolResultBlock[]> {
  const fitted = [...blocks];
  let total = fitted.reduce((sum, block) => sum + lengthOf(block), 0);
  while (total > MESSAGE_CHARS) {
    const largest = fitted.reduce((best, block) => (lengthOf(block) > lengthOf(best) ? block : best));
    const text = typeof largest.content === 'string' ? largest.content : undefined;
    if (text === undefined || run.calls.spill === undefined || text.startsWith('<persisted-output>')) break;
    const smaller = { ...largest, content: spilledText(text, await run.calls.spill(largest.tool_use_id, text)) };
    fitted[fitted.indexOf(largest)] = smaller;
    total += lengthOf(smaller) - lengthOf(largest);
    run.session.record({ t: 'ended', id: smaller.tool_use_id, outcome: 'done', block: smaller });
    run.counts.spilled += 1;
  }
  return fitted;
}

const lengthOf = (block: ToolResultBlock) => (typeof block.content === 'string' ? block.content.length : 0);
